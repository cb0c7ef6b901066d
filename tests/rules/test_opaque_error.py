from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.rules.opaque_error import opaque_error

PROPERTIES = {"id": {"type": "string"}, "limit": {"type": "integer"}}


def run(name, *calls):
    usual = call("fine", tool=name, arguments={"id": "a"})
    return tool_run(usual, spec=tool(name, PROPERTIES, required=["id"]), calls=calls)


def test_an_error_that_says_nothing_is_a_finding_with_the_call_and_the_text():
    error = call("Error calling tool attributes: undefined", tool="attributes", arguments={}, error=True)
    (hit,) = hits(opaque_error, server_run(run("attributes", error)))
    assert hit.tools == ("attributes",)
    assert hit.message.startswith(
        'attributes answers nothing filled in (wrong: id, missing) with "Error calling tool attributes: undefined"'
    )
    assert hit.calls == (error,)


def test_protocol_errors_empty_texts_and_unflagged_failures_count_alike():
    wrong = {"id": "a", "limit": "many"}
    for error in (
        refused("Internal error", code=-32603, arguments=wrong),
        call("", error=True, arguments=wrong),
        call(content=[], error=True, arguments=wrong),
        call('{"success": false}', arguments=wrong),
    ):
        assert len(hits(opaque_error, server_run(run("show", error)))) == 1


def test_tools_that_share_a_handler_are_one_finding():
    runs = [run(name, call("Error", tool=name, arguments={}, error=True)) for name in ("a", "b")]
    (hit,) = hits(opaque_error, server_run(*runs))
    assert hit.tools == ("a", "b")
    assert "The same on 2 tools" in hit.message


def test_one_tool_has_one_finding_however_many_texts_say_nothing():
    errors = [
        call("Error", arguments={}, error=True),
        call("Invalid input", arguments={"id": "a", "limit": "many"}, error=True),
    ]
    (hit,) = hits(opaque_error, server_run(run("show", *errors)))
    assert len(hit.calls) == 2


def test_errors_that_name_or_explain_are_silent():
    said = [
        call("id is required", arguments={}, error=True),
        refused("limit: Input should be a valid integer", arguments={"id": "a", "limit": "many"}),
        call("there is no boat 12345", arguments={"id": "12345"}, error=True),
        call("permission denied", arguments={"id": "b"}, error=True),
    ]
    assert not hits(opaque_error, server_run(run("show", *said)))


def test_the_error_of_a_crash_in_place_of_a_message_says_nothing():
    error = call("Error executing tool show: list index out of range", tool="show", arguments={}, error=True)
    assert len(hits(opaque_error, server_run(run("show", error)))) == 1
