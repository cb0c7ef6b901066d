import json
from collections.abc import Callable

from builders import LINES, call, tool

from tool_audit.experiments import paging
from tool_audit.experiments.situation import Situation
from tool_audit.model import Call, Json, Subject
from tool_audit.schema import arguments_of

NAME = "list_items"
ROWS = [{"id": n} for n in range(1, 26)]


def asked(answer: Callable[..., str], schema: Json, name: str = "cursor") -> list[tuple[Json, int]]:
    """The (value, attempt) of every page that is asked for after the default, in order."""
    calls: list[Call] = [call(answer())]
    spec = tool(NAME, {name: schema})
    while True:
        at = Situation(
            subject=Subject(tool=NAME),
            tool=spec,
            arguments=arguments_of(spec),
            lines=LINES,
            calls=tuple(calls),
            fillings=(),
        )
        known = {made.observation.probe.key for made in calls}
        new = [probe for probe in paging.probes(at) if probe.key not in known]
        if not new:
            break
        calls += [
            call(answer(**probe.arguments), arguments=probe.arguments, experiment="paging", attempt=probe.attempt)
            for probe in new
        ]
    pages = [made for made in calls[1:] if made.arguments[name] != paging.MADE_UP]
    return [(page.arguments[name], page.observation.probe.attempt) for page in pages]


def cut(start: int, size: int = 10, **more: Json) -> str:
    return json.dumps({"rows": ROWS[start : start + size], **more})


def test_a_cursor_is_followed_to_its_end() -> None:
    def answer(cursor: str = "0") -> str:
        start = int(cursor) if cursor.isdigit() else 0
        return cut(start, next_cursor=str(start + 10)) if start < 20 else cut(start)

    assert asked(answer, {"type": "string"}) == [("10", 0), ("20", 0)]


def test_a_cursor_that_comes_back_is_asked_once_more_and_no_further() -> None:
    def answer(cursor: str = "0") -> str:
        start = int(cursor) if cursor.isdigit() else 0
        return cut(start, next_cursor=str(min(start + 10, 20)))

    assert asked(answer, {"type": "string"}) == [("10", 0), ("20", 0), ("20", 2)]


def test_a_walk_has_six_pages_at_most() -> None:
    def answer(cursor: str = "0") -> str:
        start = int(cursor) if cursor.isdigit() else 0
        return cut(start, 1, next_cursor=str(start + 1))

    assert asked(answer, {"type": "string"}) == [(str(n), 0) for n in range(1, 6)]


def test_offsets_go_on_behind_what_was_seen_and_begin_where_the_schema_says() -> None:
    def from_zero(offset: int = 0) -> str:
        return cut(offset)

    def from_one(startIndex: int = 1) -> str:  # noqa: N803 - the name is the argument's
        return cut(startIndex - 1)

    assert asked(from_zero, {"type": "integer"}, "offset") == [(10, 0), (20, 0), (25, 0)]
    assert asked(from_one, {"type": "integer", "minimum": 1}, "startIndex") == [(11, 0), (21, 0), (26, 0)]


def test_an_offset_that_the_reply_tells_is_the_one_to_go_on_with() -> None:
    def answer(offset: int = 0) -> str:
        return cut(offset, next_offset=offset + 7) if offset < 14 else cut(offset, 0)

    assert asked(answer, {"type": "integer"}, "offset") == [(7, 0), (14, 0)]


def test_pages_are_counted_from_the_default_or_the_minimum_and_else_from_zero_to_be_safe() -> None:
    def answer(page: int = 1) -> str:
        return cut((page - 1) * 10)

    assert asked(answer, {"type": "integer", "default": 1}, "page")[0] == (2, 0)
    assert asked(answer, {"type": "integer", "minimum": 0}, "page")[0] == (1, 0)
    assert [value for value, _ in asked(answer, {"type": "integer"}, "page")] == [1, 2, 3, 4]


def test_a_cursor_is_also_made_up_and_a_number_is_not() -> None:
    spec = tool(NAME, {"cursor": {"type": "string"}, "page": {"type": "integer"}})
    at = Situation(
        subject=Subject(tool=NAME),
        tool=spec,
        arguments=arguments_of(spec),
        lines=LINES,
        calls=(call(cut(0)),),
        fillings=(),
    )
    wanted = {probe.argument: probe.value for probe in paging.probes(at)}
    assert wanted == {"cursor": paging.MADE_UP, "page": 1}


def test_where_no_cursor_is_told_the_last_items_id_is_gone_on_from() -> None:
    def answer(after_id: int = 0) -> str:
        rows = [row for row in ROWS if row["id"] > after_id]
        return json.dumps({"has_more": len(rows) > 10, "rows": rows[:10]})

    assert asked(answer, {"type": "integer", "minimum": 0}, "after_id") == [(10, 0), (20, 0)]


def test_a_bare_start_is_an_offset_where_it_counts_from_zero_or_one() -> None:
    assert asked(lambda start=0: cut(start), {"type": "integer", "minimum": 0}, "start") == [(10, 0), (20, 0), (25, 0)]
    assert asked(lambda start=0: cut(0), {"type": "integer"}, "start") == []
