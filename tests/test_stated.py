import pytest
from builders import tool

from tool_audit.schema import arguments_of
from tool_audit.stated import described_maximum, described_minimum, stated_default, stated_defaults

NUMBER = {"type": "integer"}
LEVEL = {"type": "string", "enum": ["summary", "full"]}


def stated(schema, description="", name="limit", tool_text="What it gives.", **others):
    spec = tool(properties={name: {**schema, "description": description}, **others}, description=tool_text)
    [argument, *_] = arguments_of(spec)
    return [found.value for found in stated_defaults(argument, spec)]


@pytest.mark.parametrize(
    "text",
    [
        "How many (default 20)",
        "How many (default: 20).",
        "How many; default=20, max 100",
        "How many. Defaults to 20.",
        "How many, 20 by default.",
        "The default is 20.",
        "Default limit is 20",
        "Default value: `20`",
        "How many to return [default: 20]",
        "1-100 (default 20)",
        "By default, 20 are returned",
        "By default the first 20",
        "20 is the default",
        "20 (default)",
        "If omitted, 20.",
        "When not specified, returns the first 20 notes",
        "default twenty",
        "기본값 20",
        "기본값은 20입니다",
        "한 번에 가져올 개수 (기본: 20개, 최대 100개)",
        "생략 시 20건",
        "20개가 기본",
        "既定値は20",
        "件数。デフォルトは20件、最大100件",
        "省略時は20",
        "初期値: 20",
        "默认 20",
        "数量（默认值为20）",  # noqa: RUF001
        "預設值：20",  # noqa: RUF001
        "不填则为 20",
        "Anzahl (Standard: 20)",
        "Standard ist 20",
        "Voreinstellung 20",
        "standardmäßig 20 Einträge",
        "Nombre (par défaut 20)",
        "valeur par défaut : 20",
        "20 par défaut",
        "por defecto 20",
        "valor predeterminado: 20",
        "Quantidade (padrão: 20)",
        "por padrão, 20",
        "valore predefinito: 20",
        "по умолчанию 20",
        "varsay\u0131lan: 20",
        "domyślnie 20",
        "standaard: 20",
        "默认20条",
        "1~100개 (기본 20)",
        "1～100件（既定値 20）",  # noqa: RUF001
    ],
)
def test_a_default_number_is_read_in_many_phrasings_and_languages(text):
    assert stated(NUMBER, text) == [20]


@pytest.mark.parametrize(
    "text",
    [
        "How many, at most 20",
        "Overrides the default limit of the account",
        "default max 20 retries is elsewhere",
        "default: none",
        "No default. Between 1 and 20",
        "default 20 for lists, default 50 for trees",
        "default 20%",
        "default 20k",
        "default 2026-01-20",
        "standard 20-digit code",
        "Non-default settings may take 20 seconds",
        "",
    ],
)
def test_what_states_no_default_is_not_read_as_one(text):
    assert stated(NUMBER, text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Whether bodies come too (default false)", False),
        ("Include bodies. Defaults to true.", True),
        ("default: off", False),
        ("On by default", True),
        ("Disabled by default.", False),
        ("기본값 false", False),
        ("Standard: nein", False),
        ("既定値は true", True),
    ],
)
def test_defaults_of_booleans_are_read(text, value):
    assert stated({"type": "boolean"}, text, name="bodies") == [value]


@pytest.mark.parametrize(
    "text",
    [
        "summary (default) or full",
        '"summary" (default) or "full"',
        "Defaults to summary.",
        "default is `summary`",
        "par défaut : summary",
        "기본값은 summary",
        "Default level: summary",
    ],
)
def test_defaults_that_are_words_are_read_where_they_are_members(text):
    assert stated(LEVEL, text, name="level") == ["summary"]


def test_a_word_that_is_no_member_is_no_default():
    assert stated(LEVEL, "Defaults to whatever the account has", name="level") == []
    assert stated({"type": "string"}, "Defaults to the current folder", name="path") == []


def test_a_quoted_default_of_a_free_text_is_read():
    assert stated({"type": "string"}, 'Branch, default "main"', name="branch") == ["main"]


def test_the_schema_comes_first_and_both_are_told():
    assert stated(NUMBER | {"default": 10}, "default 20") == [10, 20]
    assert stated(NUMBER | {"default": None}, "default 20") == [20]


def test_the_tools_description_is_read_where_it_names_the_argument():
    page = {"page": {"type": "integer"}}
    assert (
        stated(NUMBER, tool_text="Lists notes.\n\nArgs:\n    limit: how many (default 20)\n    page: which", **page)[0]
        == 20
    )
    assert stated(NUMBER, tool_text="Lists notes. limit (default 20) and page (default 1) choose.", **page) == [20]
    assert stated(NUMBER, tool_text="Lists notes. The default limit is 20.", **page) == [20]
    assert stated(NUMBER, tool_text="Lists notes. `page` is 20 by default.", **page) == []


def test_a_promise_about_the_list_is_the_default_of_the_only_count():
    assert stated(NUMBER, tool_text="Returns 20 notes by default.") == [20]
    assert stated(NUMBER, tool_text="Returns 20 notes by default.", top_k=NUMBER) == []


def test_numbers_are_told_as_numbers_for_the_size_rules():
    [argument] = arguments_of(tool(properties={"limit": {**NUMBER, "description": "default 1,000"}}))
    assert stated_default(argument) == 1000.0
    [flag] = arguments_of(tool(properties={"full": {"type": "boolean", "default": True}}))
    assert stated_default(flag) is None


@pytest.mark.parametrize("text", ["up to 500", "1-500", "max 500", "최대 500", "最大500件", "höchstens 500"])
def test_a_described_maximum_is_read(text):
    assert described_maximum(text) == 500


@pytest.mark.parametrize(
    "text",
    ["Number of days, 3 to 7.", "between 3 and 7", "zwischen 3 und 7", "3부터 7까지", "At least 3 and at most 7"],
)
def test_a_described_range_has_two_ends(text):
    assert (described_minimum(text), described_maximum(text)) == (3, 7)


@pytest.mark.parametrize("text", ["such as 2025-01-15", "a version, 1.2", ""])
def test_what_is_no_range_has_no_ends(text):
    assert (described_minimum(text), described_maximum(text)) == (None, None)
