import json

import pytest
from builders import hits, tool
from pretend import RefusalError, audited

from tool_audit.bounds import bounding_arguments, value_in, with_value, without
from tool_audit.model import ABSENT, SweepKind
from tool_audit.rules.silent_truncation import silent_truncation
from tool_audit.rules.stuck_cursor import stuck_cursor
from tool_audit.schema import arguments_of

ROWS = [{"id": f"r{n}", "name": f"thing {n}"} for n in range(45)]
OPTIONS = {"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1}, "cursor": {"type": "string"}}}


def bounds_of(properties):
    spec = tool(properties=properties)
    return list(bounding_arguments(arguments_of(spec), spec))


def test_what_bounds_or_pages_is_found_inside_an_object_too():
    found = bounds_of({"options": OPTIONS, "page": {"type": "integer"}, "name": {"type": "string"}})
    assert [argument.name for argument in found] == ["options.limit", "options.cursor", "page"]
    limit, cursor, _ = found
    assert limit.kind is SweepKind.COUNT
    assert cursor.pages


def test_a_value_is_set_and_taken_away_where_it_stands():
    limit, _ = bounds_of({"options": OPTIONS})
    sent = with_value({"options": {"cursor": "x"}, "q": "a"}, limit, 5)
    assert sent == {"options": {"cursor": "x", "limit": 5}, "q": "a"}
    assert value_in(sent, limit) == 5
    assert value_in({"options": {}}, limit) is ABSENT
    assert without(sent, limit) == {"options": {"cursor": "x"}, "q": "a"}
    assert without({"options": {"limit": 5}}, limit) == without({}, limit) == {}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "default": "20"},
        {"type": "string", "pattern": "^[0-9]+$"},
        {"type": "string", "description": "How many rows, as a text"},
    ],
)
def test_a_number_that_is_sent_as_a_text_bounds_as_well(schema):
    (rows,) = bounds_of({"rows": schema})
    assert rows.numeric
    assert with_value({}, rows, 20) == {"rows": "20"}
    assert value_in({"rows": "20"}, rows) == 20


def test_a_text_that_is_called_like_a_number_is_left_alone():
    assert not bounds_of({"first": {"type": "string", "description": "First name"}, "rows": {"type": "string"}})


def test_what_a_default_leaves_out_is_seen_by_a_limit_inside_an_object():
    def answer(options=None):
        return json.dumps(ROWS[: (options or {}).get("limit", 15)])

    (hit,) = hits(silent_truncation, audited(answer, {"options": OPTIONS}))
    assert hit.argument == "options.limit"
    assert "15 of at least 45 items" in hit.message


def test_what_a_default_leaves_out_is_seen_by_a_limit_that_is_a_text():
    def answer(rows="20"):
        return json.dumps(ROWS[: int(rows)])

    (hit,) = hits(silent_truncation, audited(answer, {"rows": {"type": "string", "default": "20"}}))
    assert "20 of at least 45 items" in hit.message


def test_a_cursor_inside_an_object_is_followed():
    def answer(options=None):
        cursor = (options or {}).get("cursor", "0")
        if not cursor.isdigit():
            raise RefusalError("cursor was not given by this tool")
        after = int(cursor)
        return json.dumps({"rows": ROWS[after : after + 10], "next_cursor": str(min(after + 10, 20))})

    (hit,) = hits(stuck_cursor, audited(answer, {"options": OPTIONS}))
    assert hit.argument == "options.cursor"


def test_a_closed_set_of_limits_is_climbed_as_it_is():
    sizes = {"type": "integer", "enum": [10, 25, 50]}

    def answer(size=10):
        return json.dumps(ROWS[:size])

    run = audited(answer, {"size": sizes})
    assert [call.arguments.get("size") for call in run.calls if call.observation.probe.experiment == "limit"] == [
        *(10, 25, 50, 0, -1)
    ]
    assert hits(silent_truncation, run)
