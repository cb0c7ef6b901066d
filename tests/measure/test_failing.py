"""What reads like a failure, flagged as one or not."""

import pytest
from builders import call


@pytest.mark.parametrize(
    "text",
    [
        "Error: no such table",
        "❌ Error: not allowed",
        "Not found.",
        "Traceback (most recent call last):",
        '{"status": "not_found", "summary": "nothing"}',
        '{"success": false}',
        '{"success": false, "database": "shop", "error": "no such schema"}',
        '{"status": "error", "summary": "there is no graph"}',
        '{"ok": false, "id": 1}',
        '{"error": {"code": 3}}',
        '{"type": "error", "error": "Path x is not allowed"}',
        '{"result": "Error retrieving indexes: unknown command"}',
        "Field 'a' not found in hash 'test'.",
        "List 'test' is empty or does not exist.",
        "No notes found",
        "\n# Note Not Found in main: x\n\nNo note matches it.\nTry another.",
    ],
)
def test_a_reply_that_says_that_it_failed_reads_like_a_failure(text):
    assert call(text).measurement.reads_failed


@pytest.mark.parametrize(
    "text",
    [
        "3 errors were fixed",
        "The error rate is 2 %",
        '{"status": "ok", "errors": []}',
        '{"errors": ["late"], "incidents": [{"id": 1}, {"id": 2}]}',
        '{"valid": false, "errors": ["line 1: no section"]}',
        '{"ok": false, "message": "the ledger is down", "services": {"ledger": "down"}}',
        '{"job": "j1", "status": "failed", "error": "exit status 1", "pages": 40}',
        '{"status": "open", "title": "Error: cannot start"}',
        '[{"error": "E1"}]',
        '{"error": null, "rows": [1]}',
        '{"title": "Error: cannot start"}',
        '{"result": "3 rows"}',
        "12 items\n404 not found: 3 times",
        "What to do where a page is not found: " + "look at the address, then at the log of the server. " * 5,
        "Error log of Monday\n" * 200,
        "",
    ],
)
def test_the_word_inside_data_does_not_make_a_reply_read_like_a_failure(text):
    assert not call(text).measurement.reads_failed
