from dataclasses import replace

import pytest
from builders import hits, server_run, tool

from tool_audit.model import ServerSpec, Severity, TransportKind
from tool_audit.rules.tool_name_invalid import tool_name_invalid

DEFAULT = tool_name_invalid.severity


def named(*names, server="s", **kwargs):
    return server_run(tools=[tool(name) for name in names], name=server, **kwargs)


def severities(run, **options):
    return [hit.severity or DEFAULT for hit in hits(tool_name_invalid, run, **options)]


@pytest.mark.parametrize("name", ["get_thing", "getThing", "get-thing", "G3T", "a" * 50])
def test_a_plain_name_is_left_alone(name):
    assert hits(tool_name_invalid, named(name)) == []


def test_a_name_over_64_characters_is_an_error():
    [hit] = hits(tool_name_invalid, named("a" * 65, "fine"), prefix="")
    assert (hit.severity or DEFAULT) is Severity.ERROR
    assert hit.tools == ("a" * 65,)
    assert "(65)" in hit.message


def test_a_name_of_64_characters_is_only_too_long_with_a_prefix():
    assert severities(named("a" * 64), prefix="") == []
    assert severities(named("a" * 64)) == [Severity.WARNING]


def test_an_empty_name_is_an_error_that_says_where_it_stands():
    [hit] = hits(tool_name_invalid, named("fine", "", " "))
    assert (hit.severity or DEFAULT) is Severity.ERROR
    assert "number 2 and 3 of tools/list" in hit.message


@pytest.mark.parametrize("name", ["get.thing", "get thing", "get/thing", "조회", "get:thing"])
def test_characters_that_model_apis_refuse_are_a_warning(name):
    [hit] = hits(tool_name_invalid, named(name, "fine"))
    assert hit.severity is Severity.WARNING
    assert hit.tools == (name,)
    assert "Anthropic" in hit.message


def test_a_servers_habit_of_dots_is_one_finding():
    [hit] = hits(tool_name_invalid, named(*[f"area.get_{n}" for n in range(20)]))
    assert len(hit.tools) == 20
    assert "A dot is legal in MCP itself" in hit.message


def test_the_assumed_prefix_and_the_sum_are_said():
    name = "a" * 40
    [hit] = hits(tool_name_invalid, named(name, "fine", server="enterprise-database-management"))
    assert hit.severity is Severity.WARNING
    assert "'mcp__enterprise-database-management__'" in hit.message
    assert "37 + 40 = 77" in hit.message


def test_the_sum_may_reach_the_limit():
    assert severities(named("a" * (64 - len("mcp__s__")))) == []
    assert severities(named("a" * (65 - len("mcp__s__")))) == [Severity.WARNING]


def test_the_configured_name_counts_where_there_is_one():
    run = named("a" * 40, server="enterprise-database-management")
    spec = ServerSpec(name="db", transport=TransportKind.STDIO, origin="mcp.json")
    assert severities(replace(run, spec=spec)) == []


def test_limit_and_prefix_are_options():
    run = named("a" * 40, server="db")
    assert severities(run) == []
    assert severities(run, chars=39) == [Severity.ERROR]
    assert severities(run, prefix="p" * 30) == [Severity.WARNING]
