"""What is foreseen of an audit is what it does: each call that a definition alone gives rise to is made."""

from dataclasses import replace

import pytest
from builders import LINES, call, tool

from tool_audit.model import Subject
from tool_audit.plan import Plan, next_round
from tool_audit.plan.foreseen import foreseen
from tool_audit.plan.gate import decide
from tool_audit.settings import Probing

LIMIT = {"type": "integer", "minimum": 1, "default": 10}
TOOLS = {
    "sizes": tool("list_a", {"limit": LIMIT, "detail": {"type": "string", "enum": ["full", "brief"]}}),
    "pages": tool("list_b", {"page": {"type": "integer", "default": 1}, "cursor": {"type": "string"}}),
    "a search": tool("search_c", {"query": {"type": "string", "examples": ["oak"]}}, required=["query"]),
    "prose": tool("get_d", description="Get d. Args: limit: how many to give (default 10)."),
    "an action": tool("manage", {"action": {"type": "string", "enum": ["list", "delete"]}}),
    "nothing": tool("get_e"),
}


def plan_of(spec, **probing):
    settings = Probing(**probing)
    return Plan(
        tools={spec.name: spec},
        decisions=decide([spec], settings),
        lines={spec.name: LINES},
        experiments=settings.experiments,
        max_calls=settings.max_calls,
    )


def made(plan, text):
    """The calls of an audit in which every call is answered with this text."""
    calls = []
    while probes := next_round(plan, calls).probes:
        for probe in probes:
            answered = call(text, tool=probe.subject.tool, arguments=probe.arguments)
            calls.append(replaced(answered, probe))
    return calls


def replaced(answered, probe):
    return replace(answered, observation=replace(answered.observation, probe=probe))


@pytest.mark.parametrize("text", ["nothing to list", '["one", "two", "three", "four", "five", "six"]'])
@pytest.mark.parametrize("kind", TOOLS)
def test_what_is_foreseen_without_a_list_is_called_whatever_comes_back(kind, text):
    plan = plan_of(TOOLS[kind])
    keys = {each.observation.probe.key for each in made(plan, text)}
    depend = {"paging", "broad", "limit"}  # on what the replies list
    wanted = [probe for probes in foreseen(plan).values() for probe in probes if probe.experiment not in depend]
    assert wanted
    assert [probe for probe in wanted if probe.key not in keys] == []


def test_a_list_is_foreseen_to_be_paged_and_asked_broadly():
    (paged,) = foreseen(plan_of(TOOLS["pages"])).values()
    (searched,) = foreseen(plan_of(TOOLS["a search"])).values()
    assert {probe.argument for probe in paged if probe.experiment == "paging"} == {"page", "cursor"}
    assert {probe.argument for probe in searched if probe.experiment == "broad"} == {"query"}


def test_each_action_is_foreseen_by_itself_and_what_is_not_called_is_not():
    assert list(foreseen(plan_of(TOOLS["an action"]))) == [Subject(tool="manage", argument="action", member="list")]


def test_no_more_is_foreseen_than_a_tool_may_be_called():
    (probes,) = foreseen(plan_of(TOOLS["sizes"], max_calls=5)).values()
    assert len(probes) == 5
