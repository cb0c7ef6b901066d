import json

from builders import call, hits, tool, tool_run
from pretend import LIMIT, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.possible_truncation import possible_truncation


def rows(count, **more):
    return json.dumps({"rows": [{"id": n} for n in range(count)], **more})


def test_a_round_number_of_items_is_a_sign_and_no_more():
    (hit,) = hits(possible_truncation, tool_run(call(rows(100))))
    assert "exactly 100 items" in hit.message
    assert possible_truncation.confidence is Confidence.INDICATED
    assert possible_truncation.severity is Severity.INFO


def test_one_more_or_less_is_none():
    assert not hits(possible_truncation, tool_run(call(rows(99))))
    assert not hits(possible_truncation, tool_run(call(rows(101))))


def test_which_numbers_are_round_is_an_option():
    assert hits(possible_truncation, tool_run(call(rows(99))), counts=(99,))
    assert not hits(possible_truncation, tool_run(call(rows(100))), counts=(99,))


def test_as_many_items_as_the_default_lets_through_is_a_sign_where_no_larger_limit_was_tried():
    spec = tool(properties={"limit": {"type": "integer", "default": 12}})
    (hit,) = hits(possible_truncation, tool_run(call(rows(12)), spec=spec))
    assert "limit lets through by default (12)" in hit.message
    assert not hits(possible_truncation, tool_run(call(rows(11)), spec=spec))


def test_a_larger_limit_that_gives_the_same_shows_that_this_is_all():
    whole = audited(lambda limit=12: rows(min(limit, 12)), {"limit": {**LIMIT, "default": 12}})
    assert not hits(possible_truncation, whole)


def test_a_larger_limit_that_stops_at_a_round_number_leaves_it_open():
    capped = audited(lambda limit=200: rows(min(limit, 200)), {"limit": {"type": "integer", "minimum": 1}})
    (hit,) = hits(possible_truncation, capped)
    assert "exactly 200 items, also where limit asks for more" in hit.message


def test_what_another_call_proves_is_no_longer_possible_only():
    cut = audited(lambda limit=100: rows(min(limit, 338)), {"limit": {**LIMIT, "default": 100}})
    assert not hits(possible_truncation, cut)


def test_replies_that_say_whether_that_is_all_are_silent():
    for said in ({"total": 100}, {"total": 300}, {"has_more": False}, {"next_cursor": "x"}):
        assert not hits(possible_truncation, tool_run(call(rows(100, **said))))


def test_a_text_exactly_as_long_as_a_round_bound_is_a_sign():
    prose = "so it goes on and on, " * 200
    (hit,) = hits(possible_truncation, tool_run(call(prose[:4_096].replace("\n", " "))))
    assert "exactly 4,096 characters" in hit.message
    assert not hits(possible_truncation, tool_run(call(prose[:4_095])))
    assert hits(possible_truncation, tool_run(call(prose[:4_095])), lengths=(4_095,))


def test_a_file_may_have_any_length():
    reads = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert not hits(possible_truncation, tool_run(call("x y " * 1_024, arguments={"path": "a.txt"}), spec=reads))
