import json

import pytest
from builders import call, hits, tool, tool_run
from pretend import LIMIT, audited

from tool_audit.model import Confidence
from tool_audit.rules.count_contradicts_items import count_contradicts_items


def reply(count, items, **more):
    return call(json.dumps({"count": count, "rows": [{"id": n} for n in range(items)], **more}))


@pytest.mark.parametrize("count", [-5, 0, 19])
def test_a_count_below_what_is_there_is_seen_in_one_reply(count):
    (hit,) = hits(count_contradicts_items, tool_run(reply(count, 20)))
    assert f"$.count says {count} where the list has 20 items" in hit.message


def test_the_right_count_is_silent():
    assert not hits(count_contradicts_items, tool_run(reply(20, 20)))


def test_a_count_above_what_is_there_may_be_all_that_there_are():
    limited = tool(properties={"limit": {"type": "integer"}})
    assert not hits(count_contradicts_items, tool_run(reply(57, 20), spec=limited))
    assert not hits(count_contradicts_items, tool_run(reply(57, 20, has_more=True)))
    assert not hits(count_contradicts_items, tool_run(reply(57, 20, next="page2")))


def test_a_count_above_what_is_there_is_wrong_where_nothing_pages():
    assert hits(count_contradicts_items, tool_run(reply(21, 20)))
    assert hits(count_contradicts_items, tool_run(reply(21, 20, has_more=False)))


def test_what_is_called_returned_must_be_there():
    limited = tool(properties={"limit": {"type": "integer"}})
    wrong = call(json.dumps({"returned": 21, "rows": [{"id": n} for n in range(20)]}))
    assert hits(count_contradicts_items, tool_run(wrong, spec=limited))


def test_a_count_that_moves_with_the_limit_and_is_wrong_each_time_is_proven():
    def answer(limit=10):
        return json.dumps({"count": limit + 1, "rows": [f"row {n}" for n in range(min(limit, 50))]})

    (hit,) = hits(count_contradicts_items, audited(answer, {"limit": LIMIT}))
    assert hit.confidence is Confidence.PROVEN


def matching(matches, there=10, **arguments):
    reply = {"matches": matches, "messages": [f"{arguments} {n}" for n in range(there)]}
    return call(json.dumps(reply), arguments=arguments)


SEARCH = tool(properties={"word": {"type": "string"}, "page": {"type": "integer", "minimum": 1}})


def test_a_count_that_moves_with_the_query_alone_counts_all_that_matches():
    others = [matching(420, word="a", page=2), matching(131, word="b"), matching(131, word="b", page=2)]
    assert not hits(count_contradicts_items, tool_run(matching(420, word="a"), spec=SEARCH, calls=others))


def test_a_count_that_moves_with_the_page_of_one_query_is_wrong():
    others = [matching(24, word="a", page=2), matching(13, word="b")]
    (hit,) = hits(count_contradicts_items, tool_run(matching(13, word="a"), spec=SEARCH, calls=others))
    assert hit.confidence is Confidence.PROVEN


def test_a_count_that_grows_with_the_limit_and_is_right_only_for_small_ones_is_wrong():
    limited = tool(properties={"word": {"type": "string"}, "limit": {"type": "integer"}})
    above = matching(60, there=25, limit=100)
    (hit,) = hits(count_contradicts_items, tool_run(matching(10), spec=limited, calls=[above]))
    assert hit.calls == (above,)
    another = matching(60, there=25, word="b", limit=100)
    assert not hits(count_contradicts_items, tool_run(matching(10), spec=limited, calls=[another]))


def test_a_total_that_a_page_behind_the_last_does_not_tell_is_no_count_of_the_page():
    behind = matching(0, there=0, word="a", page=99)
    assert not hits(count_contradicts_items, tool_run(matching(420, word="a"), spec=SEARCH, calls=[behind]))


def test_a_count_that_moved_in_a_list_that_does_not_stand_still_proves_nothing():
    base, later = matching(13, word="a"), call(json.dumps({"matches": 14, "messages": ["x"] * 10}), attempt=1)
    others = [matching(24, word="a", page=2)]
    assert not hits(count_contradicts_items, tool_run(base, spec=SEARCH, calls=others, repeat=later))


def test_a_count_of_another_list_or_of_what_the_items_hold_is_right():
    files = [{"name": f"f{n}", "hits": ["a", "b"]} for n in range(6)]
    assert not hits(count_contradicts_items, tool_run(call(json.dumps({"count": 12, "files": files}))))
    two = {"count": 2, "rows": [{"id": n} for n in range(9)], "warnings": ["one", "two"]}
    assert not hits(count_contradicts_items, tool_run(call(json.dumps(two))))


def test_matches_may_be_more_than_are_shown():
    matching = call(json.dumps({"matches": 20, "skills": ["weave", "turn", "mill"]}))
    assert not hits(count_contradicts_items, tool_run(matching))


def test_counts_that_are_not_beside_the_list_are_of_something_else():
    apart = {"stats": {"count": 3}, "rows": [{"id": n} for n in range(9)]}
    assert not hits(count_contradicts_items, tool_run(call(json.dumps(apart))))


def test_a_total_below_what_is_there_is_wrong_and_above_it_is_none():
    rows = [{"id": n} for n in range(9)]
    assert hits(count_contradicts_items, tool_run(call(json.dumps({"total": 5, "rows": rows}))))
    assert not hits(count_contradicts_items, tool_run(call(json.dumps({"total": 50, "rows": rows}))))


def test_a_length_may_be_that_of_anything():
    document = {"sprint": 12, "length": 14, "stories": [{"key": f"s{n}"} for n in range(11)]}
    assert not hits(count_contradicts_items, tool_run(call(json.dumps(document))))
