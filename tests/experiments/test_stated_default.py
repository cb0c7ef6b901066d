from builders import LINES, call, tool

from tool_audit.experiments import stated_default
from tool_audit.experiments.situation import Situation
from tool_audit.model import Subject
from tool_audit.schema import arguments_of

ROWS = '[{"id": 1}, {"id": 2}]'


def sent(properties, *calls, base=None, **schema):
    spec = tool(properties=properties, **schema)
    situation = Situation(
        subject=Subject(tool=spec.name),
        tool=spec,
        arguments=arguments_of(spec),
        lines=LINES,
        calls=(base or call(ROWS), *calls),
        fillings=(),
    )
    return [(probe.argument, probe.value) for probe in stated_default.probes(situation)]


def test_a_default_of_the_schema_is_said_aloud():
    assert sent({"region": {"type": "string", "default": "north"}}) == [("region", "north")]


def test_a_default_that_only_a_description_names_is_said_aloud():
    assert sent({"limit": {"type": "integer", "description": "기본값 20"}}) == [("limit", 20)]
    assert sent({"strict": {"type": "boolean", "description": "Defaults to false."}}) == [("strict", False)]


def test_an_argument_that_names_no_default_is_left_out():
    assert sent({"region": {"type": "string"}, "limit": {"type": "integer"}}) == []


def test_a_schema_and_a_description_that_disagree_are_both_tried():
    both = {"limit": {"type": "integer", "default": 5, "description": "Defaults to 9."}}
    assert sent(both) == [("limit", 5), ("limit", 9)]


def test_where_the_default_said_aloud_answers_otherwise_the_other_members_follow():
    strict = {"strict": {"type": "boolean", "default": True}}
    alike = call(ROWS, arguments={"strict": True})
    assert sent(strict, alike) == [("strict", True)]
    other = call('[{"id": 1}]', arguments={"strict": True})
    assert ("strict", False) in sent(strict, other)


def test_what_is_required_and_what_the_base_already_sends_is_not_varied():
    assert sent({"limit": {"type": "integer", "default": 5}}, required=["limit"]) == []
    filled = call(ROWS, arguments={"limit": 3})
    assert sent({"limit": {"type": "integer", "default": 5}}, base=filled) == []


def test_no_default_is_sent_that_would_reach_somebody():
    assert sent({"webhook_url": {"type": "string", "default": "https://example.org/hook"}}) == []
