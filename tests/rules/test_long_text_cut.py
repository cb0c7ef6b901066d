import json

from builders import call, hits, refused, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.long_text_cut import long_text_cut

TEXT = {"title": {"type": "string", "maxLength": 40}}


def found(replies, properties=TEXT, spec=None, **options):
    calls = [
        reply if not isinstance(reply, str) else call(reply, arguments={"title": "a" * length}, experiment="bad_input")
        for length, reply in replies
    ]
    run = tool_run(
        call("nothing"), repeat=call("nothing", attempt=1), calls=calls, spec=spec or tool(properties=properties)
    )
    return hits(long_text_cut, run, **options)


def echo(length):
    return json.dumps({"title": "a" * length, "id": 4})


def test_a_text_that_comes_back_shorter_is_found():
    [hit] = found([(40, echo(40)), (90, echo(40))])
    assert "took 90 characters with success and used 40" in hit.message
    assert "maxLength 40" in hit.message
    assert len(hit.calls) == 2


def test_a_bound_that_the_schema_does_not_know_is_found():
    [hit] = found([(40, echo(20)), (90, echo(20))])
    assert "used 20" in hit.message
    assert hit.confidence is Confidence.SEEN


def test_a_length_that_stays_at_the_bound_is_found():
    assert len(found([(40, '{"length": 40}'), (90, '{"length": 40}')])) == 1
    assert found([(40, '{"length": 40}'), (90, '{"length": 90}')]) == []
    assert found([(40, '{"max_length": 40}'), (90, '{"max_length": 40}')]) == []


def test_all_of_it_or_none_of_it_is_no_cut():
    assert found([(40, echo(40)), (90, echo(90))]) == []
    assert found([(40, "no match"), (90, "no match")]) == []
    assert found([(90, refused("too long", arguments={"title": "a" * 90}))]) == []


def test_an_echo_that_is_shortened_to_be_shown_says_so():
    assert found([(90, f'No match for "{"a" * 30}..."')]) == []


def test_a_search_that_finds_nothing_may_repeat_less_of_what_was_looked_for():
    said = f"No part matches '{'a' * 30}'."
    assert found([(40, said), (90, said)]) == []


def test_what_is_long_enough_to_tell_is_an_option():
    assert found([(90, echo(40))], shortest=50) == []


def test_a_tool_whose_work_it_is_to_show_a_part_is_left_alone():
    cut = [(40, echo(20)), (90, echo(20))]
    assert found(cut, spec=tool("preview_title", TEXT)) == []
    assert found(cut, spec=tool("get_title", TEXT, description="The first characters of a title.")) == []
    assert len(found(cut, spec=tool("get_title", TEXT, description="The title of a text."))) == 1


def test_a_part_as_long_as_another_argument_says_was_asked_for():
    width = {"width": {"type": "integer", "default": 20}}
    assert found([(90, echo(20))], properties=TEXT | width) == []
    assert len(found([(90, echo(30))], properties=TEXT | width)) == 1


def test_a_length_that_is_the_same_for_two_texts_is_a_bound():
    text = {"title": {"type": "string"}}
    [hit] = found([(200, '{"characters": 150}'), (250, '{"characters": 150}')], properties=text)
    assert "used 150" in hit.message
    assert found([(200, '{"characters": 200}'), (250, '{"characters": 250}')], properties=text) == []
    assert found([(200, '{"characters": 40}'), (250, '{"characters": 60}')], properties=text) == []


def test_a_schema_whose_numbers_are_none_is_read_all_the_same():
    odd = {"title": TEXT["title"] | {"maxLength": [90]}, "width": {"type": "integer", "default": {"of": 20}}}
    assert len(found([(90, echo(30))], properties=odd)) == 1
