"""payload-only-in-structured: the text is a label."""

import json

import pytest
from builders import call, hits, tool_run

from tool_audit.rules.payload_only_in_structured import payload_only_in_structured

ACCOUNTS = {"accounts": [{"id": f"acc-{n}", "owner": f"owner {n}"} for n in range(3)]}


def run(text, structured, **kwargs):
    return tool_run(call(text, structured=structured, **kwargs))


def test_a_label_beside_the_data_is_flagged_with_what_it_lacks():
    (hit,) = hits(payload_only_in_structured, run("3 accounts", ACCOUNTS))
    assert '"3 accounts" (10 characters)' in hit.message
    assert "6 of 6 values" in hit.message


def test_no_text_at_all_is_a_label_too():
    (hit,) = hits(payload_only_in_structured, run(None, ACCOUNTS))
    assert "there is no text" in hit.message


def test_the_largest_such_reply_is_the_evidence():
    more = {"accounts": ACCOUNTS["accounts"] * 9 + [{"id": "x", "owner": "y"}]}
    large = call("28 accounts", structured=more, arguments={"limit": 28})
    (hit,) = hits(payload_only_in_structured, tool_run(call("3 accounts", structured=ACCOUNTS), calls=[large]))
    assert hit.calls == (large,)


@pytest.mark.parametrize(
    ("text", "structured"),
    [
        (json.dumps(ACCOUNTS), ACCOUNTS),
        ("- acc-0 owner 0\n- acc-1 owner 1\n- acc-2 owner 2", ACCOUNTS),
        ("Done", {"result": "Done"}),
        ("Saved", {"ok": True, "id": "a1"}),
        ("No accounts", {"accounts": [], "total": 0}),
    ],
    ids=["mirror", "list", "wrapped", "small", "empty"],
)
def test_a_text_with_the_data_and_data_too_small_to_matter_are_left_alone(text, structured):
    assert hits(payload_only_in_structured, run(text, structured)) == []


def test_a_picture_with_its_description_is_left_alone():
    image = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
    shown = call(content=[image], structured={"w": 100, "h": 200, "name": "shot"})
    assert hits(payload_only_in_structured, tool_run(shown)) == []


def test_a_reply_without_structured_content_is_left_alone():
    assert hits(payload_only_in_structured, tool_run(call("3 accounts"))) == []


def test_the_length_of_a_label_is_an_option():
    rows = {"rows": [f"row number {n}" for n in range(100)]}
    assert hits(payload_only_in_structured, run("x" * 300, rows))
    assert hits(payload_only_in_structured, run("x" * 301, rows)) == []
    assert hits(payload_only_in_structured, run("x" * 301, rows), label_chars=301)


def test_how_many_values_must_lack_is_an_option():
    two = {"ids": ["first-identifier", "second-identifier"]}
    assert hits(payload_only_in_structured, run("2 ids", two)) == []
    assert hits(payload_only_in_structured, run("2 ids", two), values=2)


def test_the_share_of_values_that_must_lack_is_an_option():
    rows = {"rows": [f"value-{n}" for n in range(10)]}
    assert hits(payload_only_in_structured, run("value-0 value-1", rows))
    assert hits(payload_only_in_structured, run("value-0 value-1 value-2", rows)) == []
    assert hits(payload_only_in_structured, run("value-0 value-1 value-2", rows), missing=0.7)
