import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.failure_looks_empty import failure_looks_empty

SPEC = tool(
    "list_orders",
    {
        "status": {"type": "string", "enum": ["open", "shipped"]},
        "mood": {"type": "string", "description": 'One of: "calm", "wild".'},
        "since": {"type": "string", "format": "date"},
        "user_id": {"type": "integer"},
        "q": {"type": "string"},
        "limit": {"type": "integer", "minimum": 1},
        "cursor": {"type": "string"},
        "token": {"type": "string"},
    },
)
SOME = {"orders": [{"id": 1}, {"id": 2}, {"id": 3}], "next_cursor": "eyJvIjozfQ"}
NONE = {"orders": [], "next_cursor": None}


def seen(*calls, usual=SOME, spec=SPEC):
    default = call(usual if isinstance(usual, str) else json.dumps(usual))
    made = [
        call(reply if isinstance(reply, str) else json.dumps(reply), arguments=arguments) for arguments, reply in calls
    ]
    return hits(
        failure_looks_empty, tool_run(default, spec=spec, calls=made, repeat=call(default.measurement.text, attempt=1))
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {"status": "zzz"},
        {"since": "2026-13-45"},
        {"user_id": "many"},
        {"cursor": "tool-audit-no-such-cursor"},
        {"token": "tool-audit-no-such-value"},
    ],
)
def test_what_cannot_be_and_is_answered_with_nothing_is_a_finding(arguments):
    (hit,) = seen((arguments, NONE))
    (name,) = arguments
    assert hit.argument == name
    assert hit.confidence is None
    assert [made.arguments for made in hit.calls] == [{}, arguments]


@pytest.mark.parametrize("arguments", [{"q": 12345}, {"q": True}, {"user_id": "12345"}, {"limit": "3"}])
def test_a_value_that_can_be_read_as_the_declared_type_may_rightly_find_nothing(arguments):
    assert not seen((arguments, NONE))


@pytest.mark.parametrize("arguments", [{"status": 12345}, {"since": 12345}, {"q": ["a"]}, {"limit": "-3"}])
def test_a_value_that_has_no_reading_as_the_declared_type_is_a_finding(arguments):
    (hit,) = seen((arguments, NONE))
    assert hit.argument in arguments


def test_where_the_default_finds_nothing_either_nothing_can_be_told():
    search = tool("search", {"q": {"type": "string"}}, required=["q"])
    said = "0 commits contain ''"
    for usual, told in (("3 commits contain 'test':\n- a\n- b\n- c", 1), ("0 commits contain 'test'", 0)):
        default = call(usual, arguments={"q": "test"})
        made = [call(said)]
        assert len(hits(failure_looks_empty, tool_run(default, spec=search, calls=made))) == told


def test_an_honest_call_that_finds_nothing_stands_beside_it():
    (hit,) = seen(({"q": "nobody"}, NONE), ({"status": "zzz"}, NONE))
    assert [made.arguments for made in hit.calls] == [{}, {"status": "zzz"}, {"q": "nobody"}]
    assert "as a valid call does that finds nothing" in hit.message


def test_what_a_valid_call_gets_that_can_find_nothing_tells_it_in_any_language():
    usual = "- barco 1\n- barco 2\n- barco 3"
    said = "Uups, tyhjää täynnä"
    assert not seen(({"since": "2026-13-45"}, said), usual=usual)
    (hit,) = seen(({"since": "2037-12-31"}, said), ({"since": "2026-13-45"}, said), usual=usual)
    assert hit.argument == "since"


def test_several_arguments_of_a_tool_are_one_finding():
    (hit,) = seen(({"status": "zzz"}, NONE), ({"since": "2026-13-45"}, NONE))
    assert hit.message.endswith("The same for since.")


def test_a_required_argument_that_is_left_out_is_a_mistake_too():
    spec = tool("list_orders", {"q": {"type": "string"}}, required=["q"])
    default = call(json.dumps(SOME), arguments={"q": "a"})
    (hit,) = hits(failure_looks_empty, tool_run(default, spec=spec, calls=[call("[]", arguments={})]))
    assert hit.message.startswith("q is required, and was left out")


@pytest.mark.parametrize(
    ("usual", "empty"),
    [
        ("Commit history:\nCommit: a\n\nCommit: b\n\nCommit: c\n", "Commit history:\n"),
        ("| id | name |\n|---|---|\n| 1 | a |\n| 2 | b |", "| id | name |\n|---|---|"),
        ("- one boat\n- two boats\n- three boats", "No boats found."),
        ("- one boat\n- two boats\n- three boats", "조건에 맞는 항목이 없습니다"),
        ("- one boat\n- two boats\n- three boats", ""),
    ],
)
def test_nothing_is_seen_in_texts_as_well(usual, empty):
    assert len(seen(({"status": "zzz"}, empty), usual=usual)) == 1


def test_a_member_that_only_prose_rules_out_is_a_sign():
    (hit,) = seen(({"mood": "sad"}, NONE))
    assert hit.confidence is Confidence.INDICATED


@pytest.mark.parametrize(
    ("arguments", "reply"),
    [
        ({"q": "tool-audit-no-such-value"}, NONE),  # a made-up text finds nothing, and that is right
        ({"q": "12345"}, NONE),
        ({"limit": 0}, NONE),
        ({"limit": -1}, NONE),
        ({"status": "open"}, NONE),
        ({"status": "zzz"}, {"orders": [{"id": 1}]}),
        ({"status": "zzz"}, {"orders": [], "message": "zzz is not a valid status: open, shipped"}),
        ({"status": "zzz"}, {"orders": [], "error": "unknown status"}),
        ({"status": "zzz"}, {"orders": [], "success": False}),
        ({"status": "zzz"}, "Unknown status zzz"),
        ({"status": "zzz"}, "There is no status zzz: choose open or shipped."),
    ],
)
def test_honest_and_explained_replies_are_silent(arguments, reply):
    assert not seen((arguments, reply))


def test_an_empty_store_tells_nothing():
    assert not seen(({"status": "zzz"}, NONE), usual=NONE)


def test_a_cursor_is_only_wrong_where_the_tool_gives_others():
    assert not seen(({"cursor": "tool-audit-no-such-cursor"}, NONE), usual={"orders": [{"id": 1}, {"id": 2}]})
