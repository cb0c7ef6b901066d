"""A tool whose arguments and keys have names in another language gets what its English twin gets, and no more."""

# ruff: noqa: RUF001 - other scripts have characters that look like ours

import json
from collections.abc import Mapping

import pytest
from builders import hits
from pretend import audited

from tool_audit.model import Json, ToolRun
from tool_audit.rules.count_contradicts_items import count_contradicts_items
from tool_audit.rules.ignored_argument import ignored_argument
from tool_audit.rules.overlapping_pages import overlapping_pages
from tool_audit.rules.silent_truncation import silent_truncation
from tool_audit.rules.total_follows_page import total_follows_page
from tool_audit.rules.truncated_without_continuation import truncated_without_continuation
from tool_audit.rules.wrong_has_more import wrong_has_more

ROWS = [{"id": f"r{n}", "was": f"thing {n}"} for n in range(1, 41)]
FIRST = {"type": "integer", "minimum": 1, "default": 1}
FEW = {"type": "integer", "minimum": 1, "maximum": 40, "default": 10}
TEXT = {"type": "string"}
RULES = (
    silent_truncation,
    total_follows_page,
    wrong_has_more,
    count_contradicts_items,
    overlapping_pages,
    truncated_without_continuation,
    ignored_argument,
)
TONGUES: Mapping[str, tuple[str, str, str, str]] = {
    "limit, page, total, has more": ("limit", "page", "total", "has_more"),
    "German": ("anzahl", "seite", "gesamt", "es_gibt_mehr"),
    "French": ("nombre", "numéro_page", "nombre_total", "il_y_a_plus"),
    "Spanish": ("por_pagina", "pagina", "total_de_filas", "hay_mas"),
    "Italian": ("limite", "pagina", "totale", "ci_sono_altri"),
    "Portuguese": ("quantidade", "página", "total_de_itens", "há_mais"),
    "Polish": ("na_stronie", "strona", "łącznie", "jest_więcej"),
    "Dutch": ("aantal", "pagina", "totaal", "heeft_meer"),
    "Swedish": ("antal", "sida", "totalt", "har_fler"),
    "Turkish": ("kayıt_sayısı", "sayfa", "toplam", "daha_var"),
    "Russian": ("лимит", "страница", "всего", "есть_ещё"),
    "Chinese": ("每页数量", "页码", "总数", "还有更多"),
    "Japanese": ("件数", "ページ", "総件数", "続きあり"),
    "Korean": ("개수", "페이지", "총개수", "더있음"),
}
every_tongue = pytest.mark.parametrize(("limit", "page", "total", "more"), TONGUES.values(), ids=TONGUES)


def asked(limit: str, page: str, keys: Mapping[str, str], *, heeded: bool = True) -> ToolRun:
    """A tool that lists pages, and says what `keys` choose: name -> what is said under it."""

    def pages(**sent: Json) -> str:
        size, number = (sent.get(limit, 10) if heeded else 10), sent.get(page, 1)
        found = ROWS[(number - 1) * size : number * size]
        said = {"all": len(ROWS), "here": len(found), "too many": len(found) + 3, "never": False, "any": None}
        said["more"] = number * size < len(ROWS)
        return json.dumps({name: said[what] for name, what in keys.items()} | {"rows": found}, ensure_ascii=False)

    return audited(pages, {limit: FEW, page: FIRST})


def found_in(run: ToolRun) -> set[str]:
    return {rule.id for rule in RULES if hits(rule, run)}


@every_tongue
def test_a_tool_that_says_all_is_blamed_for_nothing(limit: str, page: str, total: str, more: str) -> None:
    assert found_in(asked(limit, page, {total: "all", more: "more"})) == set()
    assert found_in(asked(limit, page, {total: "all"})) == set()
    assert found_in(asked(limit, page, {more: "more"})) == set()


@every_tongue
def test_a_tool_that_says_nothing_or_something_wrong_is_blamed(limit: str, page: str, total: str, more: str) -> None:
    assert found_in(asked(limit, page, {})) == {"silent-truncation"}
    assert found_in(asked(limit, page, {total: "here"})) == {"total-follows-page"}
    assert found_in(asked(limit, page, {more: "never"})) == {"wrong-has-more"}
    assert "ignored-argument" in found_in(asked(limit, page, {total: "all"}, heeded=False))


@pytest.mark.parametrize(
    "shown", ["angezeigt", "affichés", "mostrados", "mostrati", "wyświetlono", "показано", "表示件数"]
)
def test_a_count_of_what_is_here_is_held_against_it(shown: str) -> None:
    assert found_in(asked("limit", "page", {shown: "too many", "total": "all"})) == {"count-contradicts-items"}
    assert found_in(asked("limit", "page", {shown: "here", "total": "all"})) == set()


def test_numbers_that_are_no_pages_and_limits_are_swept_as_neither() -> None:
    def flats(desde: int = 0, **_: Json) -> str:
        found = [{"id": n, "precio": 10 * n} for n in range(1, 20) if 10 * n >= desde]
        return json.dumps({"precio_total": 900, "nombre": "Centro", "pisos": found})

    price = {"type": "integer", "minimum": 0, "default": 0, "description": "precio desde, en euros"}
    assert found_in(audited(flats, {"desde": price})) == set()


@pytest.mark.parametrize("name", ["suchbegriff", "requête", "consulta", "zapytanie", "検索語"])
def test_what_is_searched_for_narrows_a_list_in_any_language(name: str) -> None:
    def blamed(argument: str) -> bool:
        run = audited(
            lambda **_: json.dumps({"total": 40, "rows": ROWS[:10]}), {argument: TEXT}, filled={argument: "x"}
        )
        return bool(hits(truncated_without_continuation, run))

    assert not blamed(name)
    assert blamed("path")
