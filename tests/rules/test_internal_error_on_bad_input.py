import pytest
from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.rules.internal_error_on_bad_input import internal_error_on_bad_input

USUAL = {"id": "a-17"}


def run(*calls, name="show", answers=True):
    spec = tool(name, {"id": {"type": "string"}, "limit": {"type": "integer"}}, required=["id"])
    return tool_run(call("fine", tool=name, arguments=USUAL) if answers else None, spec=spec, calls=calls)


@pytest.mark.parametrize(
    "error",
    [
        refused("Internal error", code=-32603, arguments={}),
        refused("limit is no number", code=-32603, arguments={**USUAL, "limit": "many"}),
        refused("no record 12345", code=-32603, arguments={"id": "12345"}),
        refused("Internal Server Error", code=500, arguments={}),
        call("MCP error -32603: boom", error=True, arguments={}),
        call("Request failed: 500 Internal Server Error", error=True, arguments={**USUAL, "limit": "many"}),
    ],
)
def test_a_mistake_that_the_server_takes_upon_itself_is_a_finding(error):
    (hit,) = hits(internal_error_on_bad_input, server_run(run(error)))
    assert hit.calls == (error,)
    assert "a mistake of the caller" in hit.message


@pytest.mark.parametrize(
    "error",
    [
        refused("Invalid params", arguments={}),
        call("id is required", error=True, arguments={}),
        refused("boom", code=-32603, arguments={"id": "b"}),  # nothing was wrong with the call
        call("there are 500 boats", error=True, arguments={}),
    ],
)
def test_other_codes_and_calls_without_a_mistake_are_silent(error):
    assert not hits(internal_error_on_bad_input, server_run(run(error)))


def test_a_tool_that_never_answered_may_be_broken_by_itself():
    unknown = refused("boom", code=-32603, arguments={"id": "12345"})
    upstream = call("500 Internal Server Error", error=True, arguments={})
    assert not hits(internal_error_on_bad_input, server_run(run(unknown, upstream, answers=False)))


def test_all_tools_of_a_server_are_one_finding():
    runs = [run(refused("x", code=-32603, tool=name, arguments={}), name=name) for name in ("a", "b")]
    (hit,) = hits(internal_error_on_bad_input, server_run(*runs))
    assert hit.tools == ("a", "b")
