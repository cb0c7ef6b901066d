"""What is read out of a function's documentation that a server hands on as its tool's description."""

import pytest
from builders import tool

from tool_audit.docstrings import described_arguments, names_spoken_of
from tool_audit.model import SweepKind
from tool_audit.schema import arguments_of

NAMES = frozenset({"name", "limit"})


@pytest.mark.parametrize(
    "text",
    [
        "Get it.\n\nArgs:\n    name (str): The key of it.\n    limit: How many.\n\nReturns:\n    name: not this",
        "Get it.\n\n    Parameters:\n      name - The key of it.\n      limit - How many.",
        "Get it.\n\nArguments\n- `name`: The key of it.\n- `limit`: How many.",
        "Get it.\n:param str name: The key of it.\n:param limit: How many.",
    ],
)
def test_each_argument_has_what_is_said_of_it(text: str) -> None:
    assert described_arguments(text, NAMES) == {"name": "The key of it.", "limit": "How many."}


def test_what_goes_on_in_the_next_line_belongs_to_it() -> None:
    text = "Args:\n    name (str): The key,\n        or its alias.\n    limit: How many."
    assert described_arguments(text, NAMES)["name"] == "The key, or its alias."


@pytest.mark.parametrize("text", ["", "name: the one", "Args:\n", "Args: name, limit", "Args:\n    other: x"])
def test_a_description_without_such_a_list_says_nothing_of_arguments(text: str) -> None:
    assert described_arguments(text, NAMES) == {}


def test_the_schemas_own_description_is_believed_first() -> None:
    spec = tool(
        properties={"name": {"type": "string", "description": "own"}, "mode": {"type": "string"}},
        description="Get it.\n\nArgs:\n    name: other\n    mode: One of: full, summary",
    )
    name, mode = arguments_of(spec)
    assert name.description == "own"
    assert mode.closed_set == ("full", "summary")
    assert not mode.closed_by_schema
    assert mode.kind is SweepKind.DETAIL


def test_prose_about_arguments_names_none():
    told = (
        'Scan keys.\n\nArgs:\n    pattern: Pattern to match keys against (default is "*").\n'
        "    section: The section of the info command (default, memory, cpu).\n"
        "    one_id: As subscribe() or look() gave it.\n"
    )
    assert names_spoken_of(told)[0] == ("pattern", "section", "one_id")
    assert names_spoken_of("Each entry has an id. Pass it as the `entry_id` parameter on other tools.")[0] == ()
    assert names_spoken_of("Parameters: depth (default 2), since (a date)")[0] == ("depth", "since")
