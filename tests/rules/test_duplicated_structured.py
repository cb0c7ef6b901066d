"""duplicated-structured: the same data as text and as structuredContent."""

import json

import pytest
from builders import call, hits, server_run, tool, tool_run

from tool_audit.rules.duplicated_structured import duplicated_structured

ROWS = [{"id": n, "name": f"module {n}"} for n in range(50)]


def server(text, structured):
    return server_run(tool_run(call(text, structured=structured)))


@pytest.mark.parametrize(
    ("text", "structured"),
    [
        (json.dumps({"rows": ROWS}, indent=2), {"rows": ROWS}),
        (json.dumps({"rows": ROWS}, sort_keys=True), {"rows": ROWS}),
        (json.dumps(ROWS), {"result": ROWS}),
        ([json.dumps(row) for row in ROWS], {"result": ROWS}),
        (["a line of text"] * 60, {"result": ["a line of text"] * 60}),
        ("a page of text " * 60, {"result": "a page of text " * 60}),
        ("Found 50 modules:\n" + json.dumps({"rows": ROWS}), {"rows": ROWS}),
        (json.dumps({"data": {"rows": ROWS}, "ok": True}), {"rows": ROWS}),
    ],
    ids=["indented", "sorted", "wrapped", "a-block-each", "texts", "string", "headed", "enveloped"],
)
def test_the_same_data_are_found_however_they_are_wrapped(text, structured):
    (hit,) = hits(duplicated_structured, server(text, structured))
    assert hit.tools == ("list_items",)


def test_both_lengths_and_their_sum_are_said():
    text = json.dumps({"rows": ROWS})
    compact = json.dumps({"rows": ROWS}, separators=(",", ":"))
    (hit,) = hits(duplicated_structured, server(text, {"rows": ROWS}))
    assert f"{len(text):,} characters of text" in hit.message
    assert f"{len(text) + len(compact):,} in all" in hit.message


def test_tools_share_one_finding_with_totals():
    text = json.dumps({"rows": ROWS})
    run = server_run(*(tool_run(call(text, tool=n, structured={"rows": ROWS}), spec=tool(n)) for n in ("a", "b")))
    (hit,) = hits(duplicated_structured, run)
    assert hit.tools == ("a", "b")
    assert f"{2 * len(text):,} characters of text" in hit.message


@pytest.mark.parametrize(
    ("text", "structured"),
    [
        ("50 modules", {"rows": ROWS}),
        (json.dumps({"rows": ROWS[:49]}), {"rows": ROWS}),
        ("\n".join(f"- {row['name']}" for row in ROWS), {"rows": ROWS}),
        (json.dumps({"query": {"q": "x"}, "a": "b" * 600}), {"query": {"q": "x"}, "rows": ROWS}),
        (json.dumps({"rows": []}), {"rows": []}),
    ],
    ids=["label", "other", "markdown", "one-shared-member", "empty"],
)
def test_other_data_are_left_alone(text, structured):
    assert hits(duplicated_structured, server(text, structured)) == []


def test_a_reply_in_one_form_only_is_left_alone():
    assert hits(duplicated_structured, server_run(tool_run(call(json.dumps(ROWS))))) == []
    assert hits(duplicated_structured, server_run(tool_run(call(None, structured={"rows": ROWS})))) == []


def test_the_bound_is_the_smaller_copy():
    value = {"result": "x" * 487}  # 500 characters as JSON
    assert hits(duplicated_structured, server(json.dumps(value), value))
    shorter = {"result": "x" * 486}
    assert hits(duplicated_structured, server(json.dumps(shorter), shorter)) == []
    assert hits(duplicated_structured, server(json.dumps(shorter), shorter), chars=499)
