import pytest
from builders import tool

from tool_audit.model import Json, SweepKind
from tool_audit.schema import arguments_of
from tool_audit.vocabulary import english_words, pages, words_of

INTEGER: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}


def kind(name: str, schema: Json, *, required: bool = False) -> SweepKind | None:
    (argument,) = arguments_of(tool(properties={name: schema}, required=[name] if required else []))
    return argument.kind


def one_of(*members: str) -> Json:
    return {"type": "string", "enum": list(members)}


@pytest.mark.parametrize("name", ["max_results", "maxResults", "max-results", "MaxResults"])
def test_words_are_found_whatever_the_spelling(name: str) -> None:
    assert words_of(name) == ["max", "results"]


@pytest.mark.parametrize(
    "name",
    "limit top_k topK pageSize per_page max_results maxResults count first head tail size n k num_results take "
    "max_items batch_size result_limit page_size rows lines max_rows".split(),
)
def test_a_number_of_items_is_known_by_its_name(name: str) -> None:
    assert kind(name, INTEGER) is SweepKind.COUNT


@pytest.mark.parametrize("name", "max_tokens maxTokens token_budget max_chars max_length max_bytes budget".split())
def test_a_size_budget_is_known_by_its_name(name: str) -> None:
    assert kind(name, INTEGER) is SweepKind.SIZE


@pytest.mark.parametrize("name", "verbose full include_body includeBody with_details summary_only expand brief".split())
def test_a_flag_that_adds_or_drops_detail_is_known_by_its_name(name: str) -> None:
    assert kind(name, FLAG) is SweepKind.DETAIL


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("maxDepth", INTEGER),
        ("depth", INTEGER),
        ("detail", one_of("one", "two")),
        ("mode", one_of("summary", "full")),
        ("view", one_of("compact", "whole")),
        ("format", one_of("short", "detailed")),
        ("kind", one_of("basic", "extended")),
    ],
)
def test_a_level_of_detail_is_known_by_its_name_or_its_members(name: str, schema: Json) -> None:
    assert kind(name, schema) is SweepKind.DETAIL


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("response_format", one_of("json", "markdown")),
        ("format", one_of("json", "csv")),
        ("outputFormat", one_of("text", "xml")),
        ("pretty", FLAG),
    ],
)
def test_what_a_reply_is_written_in_is_known_by_its_name(name: str, schema: Json) -> None:
    assert kind(name, schema) is SweepKind.FORMAT


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("max_age", INTEGER),
        ("min_score", {"type": "number"}),
        ("min_results", INTEGER),
        ("issue_number", INTEGER),
        ("timeout_ms", INTEGER),
        ("max_retries", INTEGER),
        ("rate_limit", INTEGER),
        ("speed_limit", INTEGER),
        ("width", INTEGER),
        ("temperature", {"type": "number"}),
        ("top_p", {"type": "number"}),
        ("first_name", {"type": "string"}),
        ("tail_number", {"type": "string"}),
        ("tail_number", INTEGER),
        ("page_id", INTEGER),
        ("page", INTEGER),
        ("offset", INTEGER),
        ("count_only", FLAG),
        ("recursive", FLAG),
        ("sort_order", one_of("asc", "desc")),
        ("file_size", INTEGER),
        ("limit", {"type": "string"}),
        ("format", {"type": "string"}),
        ("fields", {"type": "string"}),
        ("level", one_of("debug", "info", "error")),
        ("level", one_of("low", "medium", "high")),
        ("priority", one_of("low", "medium", "high")),
        ("view", one_of("month", "week")),
        ("mode", one_of("full", "delete")),
        ("top", {"type": "integer", "description": "Distance from the upper edge in pixels"}),
        ("budget", {"type": "number", "description": "What the trip may cost, in USD"}),
        ("목록", INTEGER),
        ("", INTEGER),
    ],
)
def test_what_only_looks_like_it_is_none_of_them(name: str, schema: Json) -> None:
    assert kind(name, schema) is None


def test_a_bare_n_that_must_be_given_is_a_number_to_reckon_with() -> None:
    assert kind("n", INTEGER, required=True) is None
    assert kind("n", {"type": "integer", "description": "How many rows to return"}, required=True) is SweepKind.COUNT
    assert kind("limit", INTEGER, required=True) is SweepKind.COUNT


def test_a_bare_maximum_is_a_number_of_items_only_where_its_description_counts() -> None:
    assert kind("max", {"type": "integer", "description": "Wie viele Treffer."}) is SweepKind.COUNT
    assert kind("max", {"type": "integer", "description": "How many hits."}) is SweepKind.COUNT
    assert kind("max", {"type": "integer", "description": "The highest price."}) is None
    assert kind("max", INTEGER) is None


@pytest.mark.parametrize("name", "cursor page offset nextPageToken page_number start_index skip position".split())
def test_paging_arguments_are_known(name: str) -> None:
    assert pages(name)


@pytest.mark.parametrize("name", "page_size page_id offset_x home_page cursor_style".split())
def test_what_only_has_a_page_in_its_name_does_not_page(name: str) -> None:
    assert not pages(name)


@pytest.mark.parametrize(
    ("name", "schema", "dated"),
    [
        ("after", {"type": "string", "description": "Only entries after this date, YYYY-MM-DD"}, True),
        ("after", {"type": "string", "format": "date-time"}, True),
        ("created_from", {"type": "string", "description": "ISO 8601."}, True),
        ("bis", {"type": "string", "description": "Datum, letzter Tag"}, True),
        ("after", {"type": "string", "description": "The cursor that the last page gave, an ISO timestamp"}, False),
        ("after", {"type": "string"}, False),
        ("after", {"type": "integer", "description": "Days after this date"}, False),
        ("from", {"type": "string", "description": "The unit to convert from"}, False),
    ],
)
def test_a_date_that_bounds_a_list_is_no_cursor(name: str, schema: Json, dated: bool) -> None:
    (argument,) = arguments_of(tool(properties={name: schema}))
    assert argument.dated is dated
    assert argument.pages is (name == "after" and not dated)


@pytest.mark.parametrize(
    "name", "since_id sinceId starting_after exclusiveStartKey bookmark pageToken page_cursor nextPage scrollId".split()
)
def test_what_names_the_place_to_go_on_from_pages(name: str) -> None:
    assert pages(name)


@pytest.mark.parametrize("name", "anzahl limite cantidad quantidade batch rpp fetch_size".split())
def test_a_number_of_items_has_names_in_other_languages(name: str) -> None:
    assert kind(name, INTEGER) is SweepKind.COUNT


@pytest.mark.parametrize(
    "text",
    [
        "How many results to return.",
        "Maximum number of tickets per page",
        "number of songs to list",
        "Up to 50 entries",
    ],
)
def test_a_description_tells_that_a_number_bounds_the_list_whatever_its_name(text: str) -> None:
    assert kind("wanted", {"type": "integer", "description": text}) is SweepKind.COUNT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("skip", "Number of results to skip"),
        ("min_hits", "At most entries with so many hits"),
        ("floor", "The number of the floor"),
        ("days", "How many days of entries to return"),
    ],
)
def test_a_number_that_speaks_of_items_need_not_count_them(name: str, text: str) -> None:
    assert kind(name, {"type": "integer", "description": text}) is not SweepKind.COUNT


def test_a_bare_max_that_begins_at_one_is_a_number_of_items() -> None:
    assert kind("max", {"type": "integer", "minimum": 1}) is SweepKind.COUNT


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("łącznie", ["łącznie"]),
        ("größteSeite", ["größte", "seite"]),
        ("HTTPÜberServer", ["http", "über", "server"]),
        ("cafe\u0301_count", ["café", "count"]),
        ("ВсегоЗаписей", ["всего", "записей"]),
        ("हिन्दी_नाम", ["हिन्दी", "नाम"]),
        ("次のページ", ["次のページ"]),
        ("page번호", ["page", "번호"]),
        ("$.künstler[].id2", ["künstler", "id", "2"]),
    ],
)
def test_letters_of_any_script_make_words(name: str, words: list[str]) -> None:
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("por_pagina", "per page"),
        ("páginaSiguiente", "next page"),
        ("numero_de_paginas", "total pages"),
        ("seitengroesse", "page size"),
        ("Trefferzahl", "hits count"),
        ("総件数", "total count"),
        ("max_results", "max results"),
        ("titelseite", "titelseite"),
        ("gesamtpreis", "gesamtpreis"),
        ("목록_이름", "list 이름"),
    ],
)
def test_words_of_counting_and_paging_are_known_in_other_languages(name: str, words: str) -> None:
    assert english_words(name) == words.split()
