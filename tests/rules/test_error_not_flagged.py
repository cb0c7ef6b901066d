from builders import call, hits, server_run, tool, tool_run

from tool_audit.rules.error_not_flagged import error_not_flagged


def run(name, *replies):
    spec = tool(name, {"path": {"type": "string"}}, required=["path"])
    calls = [call(reply, tool=name, arguments={"path": f"/{n}"}) for n, reply in enumerate(replies)]
    return tool_run(call("1 line", tool=name, arguments={"path": "/ok"}), spec=spec, calls=calls)


def test_a_failure_in_words_without_is_error_is_a_finding():
    (hit,) = hits(error_not_flagged, server_run(run("open", "Error opening project: list index out of range")))
    assert hit.tools == ("open",)
    assert hit.message.startswith("open answers path=/0 with a failure that is not flagged")
    assert 'the text begins "Error opening project' in hit.message
    assert [made.arguments for made in hit.calls] == [{"path": "/0"}]


def test_a_member_that_says_so_is_named_by_its_path():
    (hit,) = hits(error_not_flagged, server_run(run("open", '{"success": false, "error": "no such folder"}')))
    assert "$.success is false" in hit.message


def test_tools_that_share_a_habit_are_one_finding_and_another_habit_is_another():
    runs = (
        run("open", "Error: no"),
        run("show", "Error reading it"),
        run("count", '{"success": false}', '{"success": false}'),
    )
    first, second = hits(error_not_flagged, server_run(*runs))
    assert (first.tools, second.tools) == (("open", "show"), ("count",))
    assert "The same on 2 tools: open and show." in first.message
    assert len(second.calls) == 2


def test_a_tool_with_two_habits_joins_the_tools_of_both():
    runs = (
        run("open", "Error: no"),
        run("count", '{"success": false}'),
        run("both", "Error: no", '{"success": false}'),
    )
    (hit,) = hits(error_not_flagged, server_run(*runs))
    assert set(hit.tools) == {"open", "count", "both"}


def test_flagged_errors_and_data_are_silent():
    spec = tool("open")
    flagged = tool_run(call("fine"), spec=spec, calls=[call("Error: no", error=True)])
    assert not hits(error_not_flagged, server_run(flagged, run("list_rows", '{"rows": [{"error": "E1"}]}')))
