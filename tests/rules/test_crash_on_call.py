"""crash-on-call: the server ends on a call, again when it is made alone; what ends it by chance blames no tool."""

from dataclasses import replace

import pytest
from builders import hits, server_run, tool
from lives import GONE, LISTING, NO, lived

from tool_audit.model import Again, Confidence, Disconnected, Form, TransportKind
from tool_audit.rules.crash_on_call import crash_on_call

PAIR = (tool("list_a"), tool("list_b"))


def found(run):
    return hits(crash_on_call, run)


def of(name, outcome=GONE):
    """Ends on every call of one tool."""
    return lambda probe, _: outcome if probe.subject.tool == name else None


def test_a_server_that_lives_is_silent():
    assert found(lived(lambda *_: None)) == []
    assert found(lived(lambda probe, _: NO if "limit" in probe.arguments else None)) == []
    assert found(server_run()) == []


def test_a_call_that_ends_it_alone_too_is_proven_and_told_with_the_last_line_of_stderr():
    (hit,) = found(lived(of("list_a"), *PAIR))
    assert (hit.tools, hit.confidence) == (("list_a",), None)
    assert hit.message == (
        "The server exited with 3 on list_a with nothing filled in, and again when the call was made alone in a fresh"
        " process. Its last line on stderr: \"KeyError: 'arguments'\"."
    )
    assert [call.observation.probe.again for call in hit.calls] == [None, Again.ALONE]


def test_one_argument_that_ends_it_is_named():
    (hit,) = found(lived(lambda probe, _: GONE if probe.arguments.get("limit") == 1 else None))
    assert (hit.tools, hit.argument) == (("list_items",), "limit")
    assert "list_items with limit=1" in hit.message


def test_what_ends_in_the_same_way_is_one_finding_and_what_ends_in_another_is_its_own():
    (hit,) = found(lived(lambda *_: GONE, *PAIR))
    assert hit.tools == ("list_a", "list_b")
    killed = Disconnected(reason="it was ended by signal 9", exit_code=-9)
    both = found(lived(lambda probe, _: GONE if probe.subject.tool == "list_a" else killed, *PAIR))
    assert [hit.tools for hit in both] == [("list_a",), ("list_b",)]


def test_a_call_without_arguments_at_all_that_ends_it_is_told_as_such():
    (hit,) = found(lived(lambda probe, _: GONE if probe.form is Form.NONE else None))
    assert "list_items without `arguments`" in hit.message
    assert hit.confidence is None


def test_what_ends_it_and_is_no_proper_call_is_only_indicated():
    (hit,) = found(lived(lambda probe, _: GONE if probe.form is Form.TEXT else None))
    assert '"arguments": "x"' in hit.message
    assert hit.confidence is Confidence.INDICATED


@pytest.mark.parametrize("every", [3, 5, 7])
def test_an_end_by_chance_blames_no_tool_and_says_how_often(every):
    run = lived(lambda _, process: GONE if process.ever % every == 0 else None, *PAIR, LISTING)
    (hit,) = found(run)
    assert hit.tools == ()
    assert f"in {len(run.calls)} calls" in hit.message
    assert "no tool is to blame" in hit.message
    assert hit.confidence is Confidence.SEEN


def test_a_chance_that_meets_a_call_twice_blames_it_as_little():
    ends = {3, 4, 8, 14}  # the third call and the same again; two others once
    (hit,) = found(lived(lambda _, process: GONE if process.ever in ends else None, *PAIR, LISTING))
    assert hit.tools == ()


def test_a_tool_that_ends_it_is_told_beside_an_end_by_chance():
    def answer(probe, process):
        return GONE if probe.subject.tool in {"list_a", "list_b"} or process.ever == 12 else None

    sure, chance = found(lived(answer, *PAIR, LISTING))
    assert sure.tools == ("list_a", "list_b")
    assert "ended once in" in chance.message
    assert chance.tools == ()


def test_one_lost_connection_over_http_is_only_indicated():
    run = lived(lambda _, process: GONE if process.ever == 3 else None)
    over_http = replace(run, listing=replace(run.listing, transport=TransportKind.HTTP))
    assert [hit.confidence for hit in found(run)] == [Confidence.SEEN]
    assert [hit.confidence for hit in found(over_http)] == [Confidence.INDICATED]


def test_an_end_that_was_not_tried_again_is_seen():
    (hit,) = found(lived(of("list_a"), *PAIR, max_calls=1))
    assert hit.tools == ("list_a",)
    assert hit.confidence is Confidence.SEEN


def test_an_end_right_after_a_refusal_is_the_refused_calls_doing():
    def answer(probe, process):
        if any(before.arguments.get("limit") == "many" for before in process.calls):
            return GONE
        return NO if probe.arguments.get("limit") == "many" else None

    (hit,) = found(lived(answer, LISTING, *PAIR))
    assert hit.tools == ("list_items",)
    assert "after it had refused list_items with limit=many" in hit.message
