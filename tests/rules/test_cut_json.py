import json

from builders import call, hits, tool, tool_run

from tool_audit.model import Confidence, Severity
from tool_audit.rules.cut_json import cut_json

WHOLE = json.dumps({"stops": [{"id": n, "line": n % 4} for n in range(40)]})


def test_json_that_stops_in_the_middle_is_seen():
    (hit,) = hits(cut_json, tool_run(call(WHOLE[:200])))
    assert "begins as JSON and ends after 200 characters" in hit.message
    assert cut_json.severity is Severity.ERROR
    assert cut_json.confidence is Confidence.SEEN


def test_a_mark_at_the_end_does_not_mend_it():
    assert hits(cut_json, tool_run(call(WHOLE[:200] + "... [truncated]")))


def test_whole_json_and_other_text_are_silent():
    assert not hits(cut_json, tool_run(call(WHOLE)))
    assert not hits(cut_json, tool_run(call("[INFO] the service began\n[INFO] and goes on")))
    assert not hits(cut_json, tool_run(call("{not json at all}")))


def test_a_cut_reply_of_another_call_counts_and_the_whole_one_is_offered_instead():
    run = tool_run(call(WHOLE), calls=[call(WHOLE[:200], arguments={"size": 60})])
    (hit,) = hits(cut_json, run)
    assert "The reply to size=60" in hit.message
    assert hit.send == (run.default,)


def test_an_error_is_no_reply():
    assert not hits(cut_json, tool_run(call(WHOLE[:200], error=True)))


def test_a_part_of_a_file_is_as_the_file_is():
    reads = tool("read_file", {"path": {"type": "string"}, "head": {"type": "integer"}}, required=["path"])
    assert not hits(cut_json, tool_run(call(WHOLE[:200], arguments={"path": "a.json", "head": 3}), spec=reads))
