import pytest
from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.rules.no_fix_in_error import no_fix_in_error

PROPERTIES = {
    "id": {"type": "string"},
    "limit": {"type": "integer", "maximum": 50},
    "kind": {"type": "string", "enum": ["local", "remote"]},
    "since": {"type": "string", "format": "date"},
}


def run(*calls, name="list_branches"):
    usual = call("fine", tool=name, arguments={"id": "a"})
    return tool_run(usual, spec=tool(name, PROPERTIES, required=["id"]), calls=calls)


def failed(text, **arguments):
    return call(text, tool="list_branches", arguments={"id": "a", **arguments}, error=True)


@pytest.mark.parametrize(
    "error",
    [
        failed("Invalid kind: zzz", kind="zzz"),
        failed("limit is invalid", limit="many"),
        failed("kind zzz does not exist", kind="zzz"),
        failed("limit 51 is out of range", limit=51),
        failed("since: 2026-13-45 is not a date", since="2026-13-45"),
    ],
)
def test_an_error_that_names_and_does_not_mend_is_a_finding(error):
    (hit,) = hits(no_fix_in_error, server_run(run(error)))
    assert "and not what is accepted" in hit.message
    assert hit.calls == (error,)


@pytest.mark.parametrize(
    "error",
    [
        failed("kind must be local or remote, not zzz", kind="zzz"),
        failed("limit: Input should be a valid integer", limit="many"),
        failed("limit is at most 50", limit=51),
        failed("since: expected YYYY-MM-DD", since="2026-13-45"),
        failed("Invalid input", kind="zzz"),  # names nothing: another finding
        failed("no boat 12345", id="12345"),  # there is no form to tell
        failed("id: 12345 is not known", id=12345),
        failed("a branch with the limit 'many' does not exist", limit="many"),
        failed("unknown argument lmit", lmit=3),
        refused("id is missing", arguments={}),
        failed("Traceback (most recent call last):\n  File \"a.py\", line 1, in b\nKeyError: 'zzz'", kind="zzz"),
    ],
)
def test_errors_that_mend_or_have_nothing_to_mend_are_silent(error):
    assert not hits(no_fix_in_error, server_run(run(error)))


def test_the_same_words_on_several_tools_are_one_finding():
    runs = [
        run(call(f"Invalid kind: {value}", tool=name, arguments={"id": "a", "kind": value}, error=True), name=name)
        for name, value in (("a", "zzz"), ("b", "yyy"))
    ]
    (hit,) = hits(no_fix_in_error, server_run(*runs))
    assert hit.tools == ("a", "b")


def among(error, *others):
    listed = [tool(name) for name in ("list_branches", *others)]
    return hits(no_fix_in_error, server_run(run(error), tools=listed))


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("kind zzz is unknown; git.list_kinds gives the kinds", "git.list_kinds"),
        ("kind zzz is unknown, see get_kinds.", "get_kinds"),
        ("kind zzz is unknown, call `kinds`", "kinds"),
        ("kind zzz is unknown, call kinds()", "kinds"),
    ],
)
def test_another_tool_of_the_server_that_gives_what_is_accepted_is_a_fix(text, other):
    assert among(failed(text, kind="zzz"))
    assert not among(failed(text, kind="zzz"), other)


def test_words_that_are_no_tool_and_the_tool_itself_are_no_fix():
    assert among(failed("kind zzz is unknown among kinds", kind="zzz"), "kinds")
    assert among(failed("list_branches: kind zzz is unknown", kind="zzz"), "get_kinds")
    assert among(failed("kind zzz is unknown in get_kinds_of", kind="zzz"), "get_kinds")


def test_a_number_below_the_least_that_names_a_thing_is_looked_up_and_not_found():
    spec = {"boat_id": {"type": "integer", "minimum": 1}, "days": {"type": "integer", "minimum": 1}}
    told = tool("get_boat", spec, required=["boat_id"])
    for name, told_of in (("boat_id", 0), ("days", 1)):
        sent = {"boat_id": 7, name: 0}
        error = call(f"{name} 0 does not exist", tool="get_boat", arguments=sent, error=True)
        one = tool_run(call("fine", tool="get_boat", arguments={"boat_id": 7}), spec=told, calls=[error])
        assert len(hits(no_fix_in_error, server_run(one))) == told_of
