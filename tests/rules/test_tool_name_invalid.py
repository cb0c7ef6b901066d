from dataclasses import replace

import pytest
from builders import hits, server_run, tool

from tool_audit.clients import limits_of_clients
from tool_audit.model import ServerSpec, Severity, TransportKind
from tool_audit.rules.tool_name_invalid import tool_name_invalid

DEFAULT = tool_name_invalid.severity


def named(*names, server="s", clients=None, **kwargs):
    run = server_run(tools=[tool(name) for name in names], name=server, **kwargs)
    return replace(run, clients=limits_of_clients() if clients is None else clients)


def of(*clients):
    return tuple(limits for limits in limits_of_clients() if limits.client in clients)


def severities(run):
    return [hit.severity or DEFAULT for hit in hits(tool_name_invalid, run)]


@pytest.mark.parametrize("name", ["get_thing", "getThing", "get-thing", "G3T", "a" * 50])
def test_a_plain_name_is_left_alone(name):
    assert hits(tool_name_invalid, named(name)) == []


def test_a_name_over_64_characters_is_an_error():
    [hit] = hits(tool_name_invalid, named("a" * 65, "fine"))
    assert (hit.severity or DEFAULT) is Severity.ERROR
    assert hit.tools == ("a" * 65,)
    assert "(65)" in hit.message
    assert "Refused by claude-code, claude-desktop and cursor (checked 20" in hit.message


def test_a_name_of_64_characters_is_only_too_long_with_a_prefix():
    assert severities(named("a" * 64, clients=of("claude-desktop"))) == []
    assert severities(named("a" * 64)) == [Severity.WARNING]


def test_an_empty_name_is_an_error_that_says_where_it_stands():
    run = named("fine", " ")
    [hit] = hits(tool_name_invalid, replace(run, listing=replace(run.listing, nameless=(2,))))
    assert (hit.severity or DEFAULT) is Severity.ERROR
    assert "2 tools without a name: entry 2 of tools/list and ' '." in hit.message


@pytest.mark.parametrize("name", ["get.thing", "get thing", "get/thing", "조회", "get:thing"])
def test_characters_that_clients_refuse_are_a_warning(name):
    [hit] = hits(tool_name_invalid, named(name, "fine"))
    assert hit.severity is Severity.WARNING
    assert hit.tools == (name,)
    assert "Refused by claude-code, claude-desktop, codex and copilot-cli" in hit.message


def test_a_servers_habit_of_dots_is_one_finding():
    [hit] = hits(tool_name_invalid, named(*[f"area.get_{n}" for n in range(20)]))
    assert len(hit.tools) == 20
    assert "A dot is legal in MCP itself" in hit.message


def test_a_name_that_begins_as_one_client_does_not_take_it_is_a_warning_about_that_client():
    [hit] = hits(tool_name_invalid, named("21st_component", "fine"))
    assert hit.severity is Severity.WARNING
    assert hit.tools == ("21st_component",)
    assert "Refused by gemini-cli" in hit.message


def test_the_assumed_prefix_and_the_sum_are_said():
    name = "a" * 40
    [hit] = hits(tool_name_invalid, named(name, "fine", server="enterprise-database-management"))
    assert hit.severity is Severity.WARNING
    assert "'mcp__enterprise-database-management__'" in hit.message
    assert "37 + 40 = 77" in hit.message
    assert "Refused by claude-code and cursor" in hit.message


def test_the_sum_may_reach_the_limit():
    assert severities(named("a" * (64 - len("mcp__s__")))) == []
    assert severities(named("a" * (65 - len("mcp__s__")))) == [Severity.WARNING]


def test_each_client_has_its_own_prefix_and_limit():
    [hit] = hits(tool_name_invalid, named("a" * 59, clients=of("cursor")))
    assert "once cursor puts its prefix before it (assumed here: 's:')" in hit.message
    assert hits(tool_name_invalid, named("a" * 58, clients=of("cursor"))) == []


def test_the_configured_name_counts_where_there_is_one():
    run = named("a" * 40, server="enterprise-database-management")
    spec = ServerSpec(name="db", transport=TransportKind.STDIO, origin="mcp.json")
    assert severities(replace(run, spec=spec)) == []


def test_nothing_is_refused_where_no_client_is_known_to():
    assert hits(tool_name_invalid, named("a" * 200, "get.thing", "1st", clients=())) == []


def test_an_endless_name_is_shown_in_part():
    [hit] = hits(tool_name_invalid, named("a" * 100_000))
    assert len(hit.message) < 1_000
