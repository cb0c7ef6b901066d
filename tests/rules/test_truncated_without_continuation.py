import json
from itertools import count

import pytest
from builders import call, hits, tool, tool_run
from pretend import BUDGET, LIMIT, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.truncated_without_continuation import truncated_without_continuation

ROWS = [{"id": f"r{n}"} for n in range(1, 121)]


def run(document, properties=None, **spec):
    return tool_run(call(json.dumps(document)), spec=tool("get_readings", properties, **spec))


def test_a_cut_reply_without_a_way_on_is_seen():
    (hit,) = hits(truncated_without_continuation, run({"truncated": True, "rows": ROWS[:40]}))
    assert "($.truncated)" in hit.message
    assert truncated_without_continuation.severity is Severity.WARNING
    assert truncated_without_continuation.confidence is Confidence.SEEN


def test_a_text_that_was_cut_counts_as_well():
    essay = "\n".join(f"Line {n} of the essay." for n in range(40)) + "\n\n[output truncated]"
    assert hits(truncated_without_continuation, tool_run(call(essay), spec=tool("read_essay")))


def test_a_cursor_or_offset_in_the_reply_leads_on():
    assert not hits(truncated_without_continuation, run({"truncated": True, "next_cursor": "x", "rows": ROWS[:40]}))
    assert not hits(truncated_without_continuation, run({"truncated": True, "next_offset": 40, "rows": ROWS[:40]}))


@pytest.mark.parametrize("name", ["offset", "page", "cursor", "since", "query", "tag", "sql"])
def test_an_argument_that_pages_or_narrows_leads_on(name):
    properties = {name: {"type": "integer" if name in ("offset", "page") else "string"}}
    assert not hits(truncated_without_continuation, run({"total": 120, "rows": ROWS[:40]}, properties))


def test_a_place_that_must_be_given_narrows_nothing():
    properties = {"project_id": {"type": "string"}}
    document = {"total": 120, "rows": ROWS[:40]}
    assert hits(truncated_without_continuation, run(document, properties, required=["project_id"]))


def test_a_limit_leads_on_as_far_as_its_maximum():
    def answer(limit=10):
        return json.dumps({"total": 120, "rows": ROWS[:limit]})

    reaching = audited(answer, {"limit": {**LIMIT, "maximum": 200}})
    assert not hits(truncated_without_continuation, reaching)
    short = audited(answer, {"limit": {**LIMIT, "maximum": 50}})
    (hit,) = hits(truncated_without_continuation, short)
    assert "even with limit at its maximum" in hit.message
    assert not hits(truncated_without_continuation, audited(answer, {"limit": LIMIT}))


def test_a_queue_that_moves_on_while_it_is_asked_has_no_rest():
    for passed, told in ((0, 1), (3, 0)):
        asked = count()

        def answer(limit=10, asked=asked, passed=passed):
            first = passed * next(asked)
            return json.dumps({"total": 120, "rows": [{"id": f"r{n}"} for n in range(first, first + limit)]})

        moving = audited(answer, {"limit": {**LIMIT, "maximum": 50}})
        assert len(hits(truncated_without_continuation, moving)) == told


def test_a_budget_without_a_maximum_leads_on():
    def answer(max_tokens=1_000):
        return json.dumps({"total": 120, "rows": ROWS[: max_tokens // 50]})

    assert not hits(truncated_without_continuation, audited(answer, {"max_tokens": BUDGET}))


def test_a_reply_that_is_all_needs_no_way_on():
    assert not hits(truncated_without_continuation, run({"total": 40, "rows": ROWS[:40]}))
    assert not hits(truncated_without_continuation, run({"rows": ROWS[:40]}))


def test_a_count_that_is_wrong_tells_of_no_cut():
    assert not hits(truncated_without_continuation, run({"row_count": 14, "rows": ROWS[:11]}))
