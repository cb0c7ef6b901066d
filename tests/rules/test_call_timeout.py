"""call-timeout: calls without an answer; tools that never answer are one finding, and innocent ones none."""

from builders import hits, server_run, tool
from lives import GONE, HUNG, LISTING, NO, lived

from tool_audit.model import Confidence, Form, TimedOut
from tool_audit.rules.call_timeout import call_timeout

PAIR = (tool("list_a"), tool("list_b"))
DURATION = {"seconds": {"type": "number"}}
READS = {"readOnlyHint": True}


def found(run):
    return hits(call_timeout, run)


def test_answers_and_ends_are_no_timeouts():
    assert found(lived(lambda *_: None)) == []
    assert found(lived(lambda *_: GONE)) == []
    assert found(server_run()) == []


def test_a_tool_that_never_answers_is_told_as_not_measured():
    (hit,) = found(lived(lambda probe, _: HUNG if probe.subject.tool == "list_a" else None, *PAIR))
    assert (hit.tools, hit.confidence) == (("list_a",), Confidence.SEEN)
    assert hit.message == "list_a gave no answer within 30 s: not measured."


def test_a_server_that_hangs_on_every_tool_is_one_finding():
    (hit,) = found(lived(lambda *_: HUNG, *PAIR, LISTING))
    assert hit.tools == ("list_a", "list_b", "list_items")
    assert "3 tools gave no answer within 30 s: list_a, list_b and list_items" in hit.message
    assert hit.confidence is Confidence.PROVEN


def test_tools_that_refuse_a_bare_call_and_hang_on_a_valid_one_are_among_them():
    needy = tool("get_item", {"limit": {"type": "integer"}}, required=["limit"])
    (hit,) = found(lived(lambda probe, _: NO if not probe.arguments else HUNG, needy))
    assert hit.tools == ("get_item",)
    assert hit.confidence is Confidence.PROVEN


def test_an_argument_that_hangs_is_named_with_its_tool():
    (hit,) = found(lived(lambda probe, _: HUNG if probe.arguments.get("limit") == 1 else None))
    assert (hit.tools, hit.argument, hit.confidence) == (("list_items",), "limit", Confidence.SEEN)
    assert hit.message == "list_items with limit=1: no answer within 30 s."


def test_a_call_that_a_refusal_before_it_held_up_is_not_blamed():
    def answer(probe, process):
        if any(before.arguments.get("limit") == "many" for before in process.calls):
            return HUNG
        return NO if probe.arguments.get("limit") == "many" else None

    assert found(lived(answer, LISTING, *PAIR)) == []


def test_what_is_answered_when_it_is_made_again_blames_no_tool():
    turns = iter([NO, HUNG])
    needy = tool("get_item", {"limit": {"type": "integer"}}, required=["limit"])
    (hit,) = found(lived(lambda *_: next(turns, None), needy))
    assert (hit.tools, hit.confidence) == ((), Confidence.INDICATED)
    assert "1 of" in hit.message


def test_silence_to_what_is_no_proper_call_is_no_timeout():
    assert found(lived(lambda probe, _: HUNG if probe.form is Form.TEXT else None)) == []
    (hit,) = found(lived(lambda probe, _: HUNG if probe.form is Form.NONE else None))
    assert "list_items without `arguments`" in hit.message


def test_a_tool_that_told_of_its_progress_did_not_hang():
    assert found(lived(lambda *_: TimedOut(limit=30, progress=3))) == []


def test_a_tool_that_waits_for_as_long_as_it_is_told_did_not_hang():
    assert found(lived(lambda *_: HUNG, tool("wait_for_job", DURATION, annotations=READS))) == []
    told = tool("run_check", DURATION, description="Blocks until the check is done.", annotations=READS)
    assert found(lived(lambda *_: HUNG, told)) == []
    soon = tool("wait_for_job", {"timeout_ms": {"type": "integer", "default": 2000}}, annotations=READS)
    assert len(found(lived(lambda *_: HUNG, soon))) == 1
    long = tool("wait_for_job", {"timeout_minutes": {"type": "integer", "default": 2}}, annotations=READS)
    assert found(lived(lambda *_: HUNG, long)) == []


def test_a_tool_that_only_waits_or_only_has_a_duration_hangs_as_any_other():
    assert len(found(lived(lambda *_: HUNG, tool("wait_for_job", annotations=READS)))) == 1
    assert len(found(lived(lambda *_: HUNG, tool("list_tracks", DURATION)))) == 1
