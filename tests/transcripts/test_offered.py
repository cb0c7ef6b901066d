"""Tools that are offered and never used, and what they cost."""

from transcripts.happenings import Session, came_to, spec, tool

from tool_audit.model.traffic import Offered

TOOLS = (spec("search", {"query": {"type": "string"}}), spec("delete", {"id": {"type": "string"}}))


def _unused(indicators) -> list[tuple[str, str, int]]:
    return [(one.server, one.name, one.sessions) for server in indicators.servers for one in server.unused]


def test_a_tool_that_nobody_called_is_told_with_the_sessions_that_paid_for_it():
    one, two = Session().call("search"), Session()
    also = [Offered(session=session.name, server="notes", tools=TOOLS) for session in (one, two)]
    assert _unused(came_to(one, also=also)) == [("notes", "delete", 2)]


def test_what_a_definition_costs_is_counted():
    indicators = came_to(Session().call("search"), tools={"notes": TOOLS})
    (unused,) = [one for server in indicators.servers for one in server.unused]
    assert unused.definition_tokens > 20
    assert tool(indicators, "search").definition_tokens > 20


def test_a_tool_of_a_list_without_a_server_is_used_where_any_server_has_it():
    assert _unused(came_to(Session().call("search"), tools={"": TOOLS})) == [("", "delete", 0)]


def test_a_server_whose_tools_nobody_called_is_told_as_well():
    assert _unused(came_to(Session("other").call("x"), tools={"notes": TOOLS})) == [
        ("notes", "delete", 0),
        ("notes", "search", 0),
    ]


def test_a_tool_that_no_list_has_is_told_apart_from_one_whose_server_has_no_list():
    session = Session().call("search").call("fly").call("x", server="other")
    indicators = came_to(session, tools={"notes": TOOLS})
    assert [tool(indicators, name).declared for name in ("search", "fly", "x")] == [True, False, None]


def test_tools_without_number_are_counted_together_and_lists_without_end_are_cut(monkeypatch):
    monkeypatch.setattr("tool_audit.transcripts.families._MOST_TOOLS", 3)
    session = Session()
    for number in range(9):
        session.call(f"tool-{number}").call("tool-0", {"n": number})
    indicators = came_to(session, tools={"big": [spec(f"idle-{number}", {}) for number in range(9)]})
    assert {one.name: one.calls for server in indicators.servers for one in server.tools} == {
        "tool-0": 10,
        "tool-1": 1,
        "tool-2": 1,
        "(other tools)": 6,
    }
    assert [one.name for server in indicators.servers for one in server.unused] == ["idle-0", "idle-1", "idle-2"]
