import json

from builders import call, hits, tool_run
from pretend import PAGE, audited

from tool_audit.model import Severity
from tool_audit.rules.marker_buried import marker_buried

MANY = [{"id": n, "what": "x" * 40} for n in range(300)]
FEW = MANY[:10]


def run(**document):
    return tool_run(call(json.dumps(document)))


def test_a_sign_behind_ten_thousand_characters_is_buried():
    (hit,) = hits(marker_buried, run(rows=MANY, truncated=True))
    assert "($.truncated) stands after " in hit.message
    assert marker_buried.severity is Severity.INFO


def test_a_sign_in_front_is_not():
    assert not hits(marker_buried, run(truncated=True, rows=MANY))
    assert not hits(marker_buried, run(rows=FEW, truncated=True))


def test_one_sign_in_front_is_enough():
    assert not hits(marker_buried, run(total=900, rows=MANY, truncated=True))


def test_a_total_in_front_that_is_not_above_what_is_there_says_nothing():
    assert hits(marker_buried, run(total=300, rows=MANY, truncated=True))


def test_a_sign_three_levels_deep_is_buried_and_two_levels_are_not():
    (hit,) = hits(marker_buried, run(data={"stats": {"truncated": True}, "rows": FEW}))
    assert "3 levels deep" in hit.message
    assert not hits(marker_buried, run(data={"truncated": True, "rows": FEW}))


def test_both_lines_are_options():
    assert hits(marker_buried, run(rows=FEW, truncated=True), chars=100)
    assert not hits(marker_buried, run(rows=MANY, truncated=True), chars=100_000)
    assert hits(marker_buried, run(data={"truncated": True, "rows": FEW}), depth=2)


def test_a_reply_that_is_all_has_nothing_to_bury():
    assert not hits(marker_buried, run(rows=MANY, truncated=False))
    assert not hits(marker_buried, run(rows=MANY, total=300))


def test_the_page_info_of_a_connection_stands_where_it_belongs():
    connection = {"edges": [{"node": row} for row in FEW], "pageInfo": {"hasNextPage": True}}
    assert not hits(marker_buried, run(data={"ships": connection}))
    assert hits(marker_buried, run(data={"ships": {**connection, "pageInfo": {"page": {"hasNextPage": True}}}}))


def test_the_last_page_of_many_need_not_say_that_it_is_not_all():
    def answer(page=1):
        rows = [{"id": f"r{n}"} for n in range(25)][page * 10 - 10 : page * 10]
        more = {"next": f"/rows?page={page + 1}" if page < 3 else None}
        return json.dumps({"links": more, "meta": {"page": {"total": {"items": 25}, "total_items": 25}}, "data": rows})

    assert not hits(marker_buried, audited(answer, {"page": PAGE}))
