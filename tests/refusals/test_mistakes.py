"""What is wrong with a call is told by the schema."""

import pytest
from builders import call, tool, tool_run

from tool_audit.model import Mistake
from tool_audit.refusals.mistakes import BEYOND, wrong_in

SPEC = tool(
    "find_boats",
    {
        "port": {"type": "string"},
        "boat_id": {"type": "string"},
        "berth_number": {"type": "integer"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
        "kind": {"enum": ["sail", "motor"]},
        "open": {"type": "boolean"},
        "since": {"type": "string", "format": "date"},
        "code": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "note": {"type": "string", "maxLength": 5},
        "tags": {"type": "array", "maxItems": 2},
        "cursor": {"type": "string"},
        "api_key": {"type": "string"},
        "maybe": {"type": ["string", "null"]},
        "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "filter": {"type": "object", "properties": {"colour": {"type": "string"}}},
        "mood": {"type": "string", "description": 'One of: "calm", "wild".'},
    },
    required=["port"],
)


def wrong(**arguments):
    usual = call("1", tool="find_boats", arguments={"port": "Kiel", "boat_id": "b-7"})
    sent = call("1", tool="find_boats", arguments={"port": "Kiel", **arguments})
    return wrong_in(tool_run(usual, spec=SPEC, calls=[sent]), sent)


@pytest.mark.parametrize(
    ("arguments", "mistake"),
    [
        ({"tool_audit_unknown": "x"}, Mistake.UNKNOWN_KEY),
        ({"filter": {"colour": "red", "size": 3}}, Mistake.UNKNOWN_KEY),
        ({"limit": "many"}, Mistake.WRONG_TYPE),
        ({"limit": True}, Mistake.WRONG_TYPE),
        ({"limit": 2.5}, Mistake.WRONG_TYPE),
        ({"open": "false"}, Mistake.WRONG_TYPE),
        ({"port": 7}, Mistake.WRONG_TYPE),
        ({"limit": None}, Mistake.NULL),
        ({"limit": 51}, Mistake.OUT_OF_RANGE),
        ({"limit": 0}, Mistake.OUT_OF_RANGE),
        ({"kind": "rowing"}, Mistake.BAD_MEMBER),
        ({"mood": "sad"}, Mistake.BAD_MEMBER),
        ({"since": "2026-13-45"}, Mistake.BAD_DATE),
        ({"code": "#"}, Mistake.BAD_FORMAT),
        ({"note": "too long"}, Mistake.TOO_LONG),
        ({"tags": ["a", "b", "c"]}, Mistake.TOO_LONG),
        ({"cursor": "tool-audit-no-such-cursor"}, Mistake.BAD_CURSOR),
        ({"api_key": "tool-audit-no-such-value"}, Mistake.BAD_CREDENTIAL),
        ({"boat_id": "12345"}, Mistake.NO_SUCH_ID),
        ({"berth_number": BEYOND}, Mistake.NO_SUCH_ID),
    ],
)
def test_each_kind_of_mistake_is_told_by_the_schema(arguments, mistake):
    found = wrong(**arguments)
    assert found is not None
    assert found.mistake is mistake


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"limit": 50},
        {"limit": 5.0},
        {"kind": "SAIL"},
        {"maybe": None},
        {"either": None},
        {"since": "2026-03-10"},
        {"code": "ABC"},
        {"filter": {"colour": "red"}},
        {"boat_id": "b-7"},
        {"berth_number": 7},
        {"cursor": "eyJvIjoxfQ"},
    ],
)
def test_what_the_schema_allows_is_no_mistake(arguments):
    assert wrong(**arguments) is None


def test_a_call_without_what_is_required_lacks_it():
    sent = call("x", tool="find_boats")
    found = wrong_in(tool_run(spec=SPEC, calls=[sent]), sent)
    assert (found.mistake, found.missing) == (Mistake.MISSING, ("port",))


def test_an_open_schema_takes_any_key():
    spec = tool("find", {"q": {"type": "string"}}, additionalProperties=True)
    sent = call("x", arguments={"q": "a", "more": 1})
    assert wrong_in(tool_run(call("x"), spec=spec, calls=[sent]), sent) is None


def test_only_what_the_schema_itself_forbids_is_proven():
    assert wrong(kind="rowing").proven
    assert not wrong(mood="sad").proven
    assert not wrong(boat_id="12345").proven


def test_a_pattern_that_could_run_for_ever_proves_nothing():
    spec = tool("find", {"q": {"type": "string", "pattern": "^(a+)+$"}})
    sent = call("x", arguments={"q": "a" * 60 + "!"})
    assert wrong_in(tool_run(call("x"), spec=spec, calls=[sent]), sent) is None
