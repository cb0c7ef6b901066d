import pytest
from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.model import Severity
from tool_audit.rules.described_not_in_schema import described_not_in_schema

ALL, ONE = '[{"id": 1}, {"id": 2}, {"id": 3}]', '[{"id": 1}]'
QUERY = {"query": {"type": "string"}}


def found(text, answer=None, properties=QUERY):
    spec = tool("find", properties, description=text)
    calls = [answer] if answer is not None else []
    run = tool_run(call(ALL), repeat=call(ALL, attempt=1), calls=calls, spec=spec)
    return hits(described_not_in_schema, server_run(run))


SENT = {"arguments": {"limit": 1}, "experiment": "described"}
SAYS = "Finds notes.\n\nArgs:\n    query: the words\n    limit: how many (default 10)\n"


def test_an_argument_that_changes_nothing_is_an_error():
    [hit] = found(SAYS, call(ALL, **SENT))
    assert (hit.argument, hit.severity) == ("limit", Severity.ERROR)
    assert "changes nothing: 3 items" in hit.message


def test_an_argument_that_works_or_is_refused_is_a_warning():
    [hit] = found(SAYS, call(ONE, **SENT))
    assert hit.severity is Severity.WARNING
    assert "works all the same" in hit.message
    [hit] = found(SAYS, refused("unknown argument", **SENT))
    assert "was refused by the protocol layer with -32602" in hit.message


@pytest.mark.parametrize(
    "text",
    [
        "Parameter: query (der Suchtext), limit (how many, default 10).",
        "Finds notes. limit: how many of them.",
        "Finds notes; use the `limit` parameter for more.",
        "Finds notes. Pass `limit` to get fewer.",
        "引数: query（言葉）、limit（件数）",  # noqa: RUF001
    ],
)
def test_arguments_are_read_out_of_many_phrasings(text):
    [hit] = found(text)
    assert (hit.argument, hit.severity) == ("limit", Severity.WARNING)


@pytest.mark.parametrize(
    "text",
    [
        "Finds notes. Note: the index is rebuilt at night.",
        "Finds notes.\n\nArgs:\n    query: the words\n    ctx: the context\n\nReturns:\n    rows: the notes",
        "Finds notes.\n\nArgs:\n    query: the words\nReturns:\n    a list",
        "There is no limit: you get all.",
        "Finds notes. Options: json (default), csv (a table).",
        "Finds notes.\n\nArgs:\n    query: one of\n        fast: a glance\n        slow: a long look",
        "Finds notes. What it finds fits into the `names` parameter of `get_notes`.",
        "",
    ],
)
def test_prose_names_no_arguments(text):
    assert found(text) == []


def test_what_the_schema_has_somewhere_is_not_missing():
    assert found(SAYS, properties={**QUERY, "limit": {"type": "integer"}}) == []
    inner = {"options": {"type": "object", "properties": {"limit": {"type": "integer"}}}}
    assert found(SAYS, properties={**QUERY, **inner}) == []


def test_an_argument_of_another_tool_that_is_named_is_that_tools():
    text = "Lists notes. To page through one use `get_log` with `offset`."
    log = tool("get_log", {"offset": {"type": "integer"}})
    notes = tool("list_notes", QUERY, description=text)
    assert len(hits(described_not_in_schema, server_run(tools=[notes]))) == 1
    assert hits(described_not_in_schema, server_run(tools=[notes, log])) == []
    own = tool("list_notes", QUERY, description="Lists notes. Pass `offset` to skip some.")
    assert len(hits(described_not_in_schema, server_run(tools=[own, log]))) == 1
