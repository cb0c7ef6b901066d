"""A success that says that it failed is told from data that speak of failures."""

import json

import pytest
from builders import call, tool, tool_run

from tool_audit.refusals.unflagged import unflagged

ORDERS = tool(
    "list_orders",
    {
        "status": {"type": "string", "enum": ["open", "shipped"]},
        "city": {"type": "string"},
        "limit": {"type": "integer", "maximum": 100},
        "ids": {"type": "array"},
    },
    required=["city"],
)
USUAL = '{"orders": [{"id": 1, "error": null}], "city": "Kiel", "source": "main"}'


def said(reply, arguments=None, *, spec=ORDERS, usual=USUAL):
    text = reply if isinstance(reply, str) else json.dumps(reply)
    default = call(usual, tool=spec.name, arguments={"city": "Kiel"})
    answered = call(text, tool=spec.name, arguments={"city": "Kiel"} if arguments is None else arguments)
    return unflagged(tool_run(default, spec=spec, calls=[answered]), answered)


WRONG = {"city": "Kiel", "status": "zzz"}
MISSING = {}
VALID = {"city": "Lund"}


@pytest.mark.parametrize(
    "reply",
    [
        {"success": False, "error": "no such table"},
        {"success": False, "city": "Lund", "source": "main", "error": "no such table", "errorType": "NotFound"},
        {"ok": False, "message": "not allowed"},
        {"success": False},
        {"isError": True, "content": "no"},
        {"error": "Template 1 not found", "tip": "list them first"},
        {"error": {"code": "E7", "message": "no such city"}},
        {"status": "error", "error": "unknown pattern"},
        {"message": "Undefined array key", "exception": "ErrorException", "trace": "#0 /srv/a.php(2): b()"},
        {"error_message": "no such city"},
        {"status": "failed", "message": "no connection"},
        {"type": "error", "message": "not allowed"},
        {"status": 401, "detail": {"error": "Unauthorized"}},
        {"statusCode": "404", "title": "Not Found", "type": "about:blank"},
        {"data": None, "errors": [{"message": "Unknown field"}]},
        {"result": {"success": False, "error": "x"}},
        {"result": "Error: no such city"},
        [{"error": "no such city"}],
        "Error: no such table",
        "❌ Error: not allowed",
        "❌ City not found: Lund",
        "🚫 this city is not supported",
        "⛔️ Stadt nicht gefunden",
        "**Error**: not allowed",
        "Error retrieving indexes: unknown command",
        "Error opening project: list index out of range",
        "TypeError: x is not a function",
        "Failed to fetch the orders: 401",
        "Unable to connect to the database",
        "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'x'",
        "Fehler: keine Verbindung",
        "Erreur : connexion refusée",
        "Ошибка: нет соединения",
        "오류: 연결할 수 없습니다",
        "エラー: 接続できません",
        "错误\uff1a无法连接",
        "An error occurred while reading.",
        "401 Unauthorized",
        "HTTP 404: Not Found",
    ],
)
def test_a_reply_that_says_that_it_failed_is_seen_on_a_call_that_is_right(reply):
    assert said(reply, VALID) is not None


@pytest.mark.parametrize(
    "reply",
    [
        {"orders": [], "error": None},
        {"orders": [{"id": 2, "status": "failed", "error": "lost"}], "errors": []},
        {"id": 7, "status": "failed", "error": "exit 1", "started": "today"},
        {"id": 7, "title": "The order", "status": "failed", "message": "lost on the way"},
        {"name": "nightly", "success": False, "duration": 12, "error": "2 tests failed"},
        {"error": 0.05, "mean": 3.1},
        {"error": "none", "value": 3},
        {"errors": [{"line": 3, "message": "no semicolon"}]},
        {"valid": False, "errors": ["no semicolon"]},
        {"status": "not_found", "summary": "no order matches"},
        {"status": 404, "url": "http://x.test", "body": "<h1>gone</h1>"},
        {"code": 500, "name": "five hundred"},
        [{"id": 1, "error": "E1"}, {"id": 2, "error": "E2"}],
        [{"id": 1, "status": "error", "error": "E1"}],
        "Error rate: 2 %",
        "Error log of Monday\nnothing of note",
        "Errors: 3",
        "2026-01-01 ERROR disk full\n2026-01-02 ERROR disk full",
        "ERROR: disk full\nWARN: slow mirror",
        "Failed orders: 5",
        "Failed login attempts were found for three users.",
        "Missing persons report of May",
        "Invalid orders are kept for a year.",
        "Unknown Pleasures, 1979",
        "Could not find any orders for Lund",
        "No orders found",
        "The order 7 does not exist.",
        "3 errors were fixed",
        "❌ Buy milk",
        "❌ cancelled by the buyer\n✅ paid",
        "",
    ],
)
def test_data_that_speak_of_failures_are_none(reply):
    assert said(reply, VALID) is None


@pytest.mark.parametrize(
    ("arguments", "reply"),
    [
        (WRONG, "Invalid status: zzz"),
        (WRONG, "Unknown status 'zzz'. Allowed: open, shipped"),
        (WRONG, "status must be one of open, shipped"),
        (WRONG, {"errors": ["status is not valid"]}),
        (WRONG, {"error": "no such status", "database": "main"}),
        (WRONG, {"fault": {"faultcode": "Client", "faultstring": "status zzz is not allowed"}}),
        (MISSING, {"outcome": "KO", "why": ["city is required"]}),
        (WRONG, "The request failed."),
        (WRONG, "処理に失敗しました。もう一度お試しください。"),
        (MISSING, "missing required parameter: city"),
        (MISSING, "city is required"),
        (MISSING, "Bitte `city` angeben: erforderlich"),
        ({"city": "Kiel", "limit": 500}, "limit must be between 1 and 100"),
    ],
)
def test_where_the_call_was_a_mistake_a_complaint_about_it_is_a_failure(arguments, reply):
    assert said(reply, arguments) is not None


BOAT = tool("get_boat", {"boat_id": {"type": "string"}}, required=["boat_id"])


@pytest.mark.parametrize(
    ("reply", "failed"),
    [
        ("Boat 12345 not found", True),
        ("No such boat: 12345", True),
        ("Ein Boot 12345 existiert nicht.", True),
        ("ボート12345は見つかりません", True),
        ("Boat not found", False),
        ("Boat 12345: Seagull, two sails", False),
        ("Boat 12345: Seagull\nlog: buoy not found", False),
    ],
)
def test_a_thing_that_is_fetched_by_its_identifier_and_is_not_there_is_a_failure(reply, failed):
    default = call("Boat b-7: Heron, one sail", tool="get_boat", arguments={"boat_id": "b-7"})
    answered = call(reply, tool="get_boat", arguments={"boat_id": "12345"})
    assert (unflagged(tool_run(default, spec=BOAT, calls=[answered]), answered) is not None) is failed


@pytest.mark.parametrize("name", ["find_boat", "get_boats", "boat_exists"])
def test_a_search_that_finds_nothing_did_not_fail(name):
    spec = tool(name, {"boat_id": {"type": "string"}}, required=["boat_id"])
    default = call("Boat b-7: Heron, one sail", tool=name, arguments={"boat_id": "b-7"})
    answered = call("Boat 12345 not found", tool=name, arguments={"boat_id": "12345"})
    assert unflagged(tool_run(default, spec=spec, calls=[answered]), answered) is None


@pytest.mark.parametrize(
    ("arguments", "reply"),
    [
        (WRONG, "No orders with status zzz"),
        (WRONG, {"orders": []}),
        (WRONG, {"hint": "orders of any status", "note": "there are none"}),
        (WRONG, {"orders": [], "note": "status zzz is not supported"}),
        (VALID, {"fault": "city is not supported"}),
        (WRONG, {"orders": [{"id": 1}], "error": "status was ignored"}),
        (WRONG, f"status zzz is not supported and was ignored\n{USUAL}"),
        ({"city": "Kiel", "tool_audit_unknown": "x"}, "Orders of Kiel: unknown arguments are listed below\n1\n2\n3\n4"),
    ],
)
def test_an_empty_list_or_a_remark_beside_the_data_is_none(arguments, reply):
    assert said(reply, arguments) is None


def test_a_tool_about_errors_and_one_that_was_asked_for_an_error_tell_of_them():
    assert said("Error: disk full", VALID, spec=tool("get_log", {"city": {}})) is None
    assert said({"ok": False, "message": "disk full"}, VALID, spec=tool("check_health", {"city": {}})) is None
    assert said({"status": "failed", "message": "no image"}, VALID, spec=tool("get_job_status", {"city": {}})) is None
    assert said("Error: Operation failed", {"city": "error"}) is None


def test_a_file_may_begin_with_any_word_where_it_has_more_than_a_line():
    reader = tool("read_file", {"path": {"type": "string"}})
    assert said("Error: how to read it\n\nErrors are messages.", {"path": "a.md"}, spec=reader) is None
    assert said("Error: ENOENT, no such file", {"path": "a.md"}, spec=reader) is not None


def test_what_is_flagged_and_what_is_an_image_are_no_unflagged_failures():
    error = call("Error: x", error=True)
    image = call(content=[{"type": "image", "data": "aGk=", "mimeType": "image/png"}])
    run = tool_run(call("fine"), calls=[error, image])
    assert unflagged(run, error) is None
    assert unflagged(run, image) is None


def test_tools_that_say_it_alike_have_one_shape():
    shapes = {said({"success": False, "error": text}, VALID).shape for text in ("a", "b")}
    shapes |= {said({"result": {"success": False}}, VALID).shape}
    assert shapes == {"member success"}
    assert said("Error: a", VALID).shape == said("Error reading b", VALID).shape == "text error"


def test_a_record_like_the_usual_one_is_data_and_an_envelope_that_lost_its_data_is_not():
    usual = '{"id": 1, "error": null, "success": true, "status": "ok"}'
    assert said({"id": 8, "error": "disk full", "success": False, "status": "failed"}, {"id": 8}, usual=usual) is None
    wrapped = '{"success": true, "payload_rows": [1], "error": null}'
    assert said({"success": False, "payload_rows": None, "error": "no"}, VALID, usual=wrapped) is not None


def test_the_default_and_what_equals_it_are_answers():
    record = '{"url": "http://x.test", "status": 404, "error": "not found"}'
    assert said(record, {"city": "Kiel"}, usual=record) is None
    assert said(record, {"city": "Lund"}, usual=record) is None
    quote = "Unable to sleep he walked to the harbour."
    assert said(quote, {"city": "Lund"}, usual=quote) is None
    assert said(quote, {"city": "Lund"}) is not None
