import pytest
from builders import hits, server_run, tool

from tool_audit.rules.hints_contradict import hints_contradict


def found(*tools):
    return hits(hints_contradict, server_run(tools=tools))


BOTH = {"readOnlyHint": True, "destructiveHint": True}


def test_read_only_and_destructive_at_once_is_one_finding_for_all_tools():
    [hit] = found(tool("a", annotations=BOTH), tool("b", annotations=BOTH), tool("c"))
    assert hit.tools == ("a", "b")
    assert "on 2 of 3 tools" in hit.message


@pytest.mark.parametrize(
    "hints",
    [
        {},
        {"readOnlyHint": True},
        {"destructiveHint": True},
        {"readOnlyHint": True, "destructiveHint": False},
        {"readOnlyHint": False, "destructiveHint": True},
        {"readOnlyHint": "true", "destructiveHint": "true"},
    ],
)
def test_everything_else_goes_together(hints):
    assert found(tool("a", annotations=hints)) == []
