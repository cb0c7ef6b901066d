"""Whether an error says anything at all."""

import pytest
from builders import call, tool, tool_run

from tool_audit.refusals.mistakes import wrong_in
from tool_audit.refusals.vague import says_nothing

SPEC = tool(
    "get_timetable",
    {"line": {"type": "string"}, "max_results": {"type": "integer", "maximum": 50}, "value": {"type": "integer"}},
    required=["line"],
)


def nothing(text, arguments=None):
    sent = call(text, tool="get_timetable", arguments=arguments or {"line": "7", "max_results": "many"}, error=True)
    run = tool_run(spec=SPEC, calls=[sent])
    return says_nothing(run, sent, text, wrong_in(run, sent))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Error",
        "Internal error",
        "Invalid input",
        "Bad Request",
        "An error occurred (500)",
        "Error calling tool get_timetable: undefined",
        "Something went wrong. Please try again later or contact support.",
        "Request failed with status code 400",
        "Failed to get timetable",
        "exit status 1",
        "<html><head><title>500 Internal Server Error</title></head><body><hr>nginx/1.2</body></html>",
        "<html><head><title>502 Bad Gateway</title></head><body><center>502 Bad Gateway</center></body></html>",
        "Command failed with exit code 2",
        "MCP error -32602: Invalid params",
        "Validation failed",
        "ValueError",
        '{"error": {"code": "INTERNAL_ERROR", "message": "unexpected error", "request_id": "8f3a11c2-77"}}',
        "Error executing tool get_timetable: list index out of range",
        "Error executing tool get_timetable: 'many'",
        "KeyError: 'many'",
        "Cannot read properties of undefined (reading 'map')",
        "'NoneType' object has no attribute 'strip'",
        'Traceback (most recent call last):\n  File "/srv/trees.py", line 7, in call\n    tree.basket\nValueError',
        "Object reference not set to an instance of an object.",
        "runtime error: invalid memory address or nil pointer dereference",
        "Ein interner Fehler ist aufgetreten.",
        "Ungültige Eingabe",
        "Une erreur interne est survenue. Veuillez réessayer plus tard.",
        "Se produjo un error inesperado",
        "Произошла ошибка сервера",
        "알 수 없는 오류가 발생했습니다",
        "内部エラーが発生しました。",
        "服务器内部错误",
    ],
)
def test_general_words_and_accidents_say_nothing(text):
    assert nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "max_results must be a number",
        "maxResults: invalid",
        "Invalid value 'many'",
        "Error executing tool get_timetable: unknown 'many'",
        "Error: many is not here",
        "エラー: 'many'は使えません",
        "Invalid max results",
        "Unauthorized",
        "404",
        "Not found",
        "Permission denied",
        "syntax error near SELECT",
        "The line is closed today",
        "expected an integer",
        "a positive whole number is needed",
        "Cannot connect to the database host",
        "database is locked",
        "request timed out",
        "Zeile nicht gefunden",
        "자연수만 보낼 수 있습니다",
        "数字を指定してください",
        "必须是整数",
    ],
)
def test_a_name_a_value_or_a_reason_says_something(text):
    assert not nothing(text)


def test_of_a_missing_argument_its_name_says_enough():
    assert not nothing("line is required", {"value": 1})
    assert not nothing("KeyError: 'line'", {"value": 1})
    assert nothing("Error: 'NoneType' object is not subscriptable", {"value": 1})


def test_a_plain_word_is_a_name_only_where_it_stands_as_one():
    wrong = {"line": "7", "value": "many"}
    assert nothing("Invalid value", wrong)
    assert not nothing("value: expected int", wrong)
    assert not nothing("Invalid input at value", wrong)
