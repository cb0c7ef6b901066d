"""What keys in other languages say of a reply's completeness, and what only looks like it."""

# ruff: noqa: RUF001 - other scripts have characters that look like ours

import json

import pytest
from measure.forms import read

from tool_audit.model import ABSENT, Json

ROWS = [{"nr": n, "was": f"thing {n}", "anzahl": n, "total": 3, "weiter": "x"} for n in range(20)]


@pytest.mark.parametrize(
    "extra",
    [
        {"gesamt": 57},
        {"insgesamt": 57},
        {"Gesamtzahl": 57},
        {"anzahl_gesamt": 57},
        {"gesamtAnzahl": 57},
        {"weiter_ab": 21},
        {"nächste_seite": 2},
        {"naechsteSeite": 2},
        {"es_gibt_mehr": True},
        {"mehr_vorhanden": True},
        {"weitere": 37},
        {"gekürzt": True},
        {"abgeschnitten": True},
        {"vollständig": False},
        {"seite": 1, "seiten_gesamt": 3},
        {"letzte_seite": False},
        {"nombre_total": 57},
        {"total_de_resultats": 57},
        {"page_suivante": 2},
        {"il_y_a_plus": True},
        {"tronqué": True},
        {"résultats_restants": 37},
        {"curseur_suivant": "x9"},
        {"siguiente": 21},
        {"hay_más": True},
        {"hay_mas": True},
        {"número_total_de_resultados": 57},
        {"cantidad_total": 57},
        {"truncado": True},
        {"pagina": 1, "paginas": 3},
        {"página": 1, "total_páginas": 3},
        {"totale": 57},
        {"pagina_successiva": 2},
        {"ci_sono_altri": True},
        {"troncato": True},
        {"há_mais": True},
        {"próxima_página": 2},
        {"total_de_itens": 57},
        {"łącznie": 57},
        {"lacznie": 57},
        {"strona": 1, "stron": 3},
        {"strona": 1, "liczba_stron": 3},
        {"jest_więcej": True},
        {"następna_strona": 2},
        {"obcięto": True},
        {"totaal": 57},
        {"volgende_pagina": 2},
        {"heeft_meer": True},
        {"ingekort": True},
        {"toplam": 57},
        {"toplam_kayıt_sayısı": 57},
        {"sonraki_sayfa": 2},
        {"daha_var": True},
        {"totalt": 57},
        {"nästa_sida": 2},
        {"har_fler": True},
        {"всего": 57},
        {"всего_записей": 57},
        {"есть_ещё": True},
        {"следующая_страница": 2},
        {"обрезано": True},
        {"осталось": 37},
        {"总数": 57},
        {"下一页": 2},
        {"还有更多": True},
        {"已截断": True},
        {"総件数": 57},
        {"次のページ": 2},
        {"続きあり": True},
        {"残り件数": 37},
        {"총개수": 57},
        {"전체_개수": 57},
        {"다음_페이지": 2},
        {"더있음": True},
        {"잘림": True},
        {"paginación": {"total": 57}},
        {"metadaten": {"gesamt": 57}},
    ],
    ids=lambda extra: json.dumps(extra, ensure_ascii=False),
)
def test_a_key_in_another_language_says_that_there_is_more(extra: dict[str, Json]) -> None:
    for document in ({**extra, "daten": ROWS}, {"daten": ROWS, **extra}):
        for escaped in (True, False):
            found, items = read(json.dumps(document, ensure_ascii=escaped))
            assert found.says_more
            assert not found.says_complete
            assert items is not None
            assert items.count == 20


@pytest.mark.parametrize(
    "extra",
    [
        {"gesamt": 20},
        {"es_gibt_mehr": False},
        {"weiter_ab": None},
        {"siguiente": None},
        {"hay_más": False},
        {"łącznie": 20},
        {"всего": 20},
        {"総件数": 20},
        {"gekürzt": False},
        {"strona": 3, "stron": 3},
    ],
    ids=lambda extra: json.dumps(extra, ensure_ascii=False),
)
def test_a_key_in_another_language_says_that_this_is_all(extra: dict[str, Json]) -> None:
    found, _ = read(json.dumps({"daten": ROWS, **extra}))
    assert found.says_complete
    assert not found.says_more


@pytest.mark.parametrize(
    "extra",
    [
        {},
        {"rest": 60},
        {"summe": 129},
        {"gesamtpreis": 129},
        {"precio_total": 129},
        {"total_precio": 129},
        {"montant_total": 129},
        {"合計": 129},
        {"nombre": "Ana"},
        {"pagina": "Inicio"},
        {"seite": "links"},
        {"ab": "2026-01-01"},
        {"desde": "2026-01-01", "hasta": "2026-02-01"},
        {"desde": 1, "limite_de_velocidad": 50},
        {"cantidad": 57},
        {"menge": 57},
        {"folge": 5},
        {"cortado": 3},
        {"recortado": 3},
        {"gekürzt": 3},
        {"meer": "Nordsee"},
        {"disponible": 57},
        {"siguiente": "ver otra herramienta"},
        {"weiter": "mit einem anderen Werkzeug"},
        {"letzte_änderung": 20260101},
        {"mas": "nothing"},
        {"conteúdo": "x", "suite": "unit"},
        {"besitzer": {"gesamt": 99, "weiter_ab": 5, "es_gibt_mehr": True}},
    ],
    ids=lambda extra: json.dumps(extra, ensure_ascii=False),
)
def test_a_key_that_only_looks_like_it_says_nothing(extra: dict[str, Json]) -> None:
    found, _ = read(json.dumps({"daten": ROWS, **extra}))
    assert not found.says_more
    assert not found.says_complete


@pytest.mark.parametrize(
    "key", ["anzahl", "nombre_de_lignes", "liczba_wyników", "aantal", "количество_записей", "件数", "개수", "結果数"]
)
def test_a_count_in_another_language_is_one_of_what_is_here(key: str) -> None:
    found, _ = read(json.dumps({key: 20, "daten": ROWS}))
    assert (found.count, found.total) == (20, None)


@pytest.mark.parametrize("key", ["nombre", "liczba", "число", "sayı", "数"])
def test_a_word_for_any_number_counts_beside_a_total_only(key: str) -> None:
    assert read(json.dumps({key: 12, "diviseurs": [1, 2, 3, 4, 6, 12]}))[0].count is None
    found, _ = read(json.dumps({key: 20, "total": 57, "daten": ROWS}))
    assert (found.count, found.total) == (20, 57)
    assert read(json.dumps({key: "Ana", "total": 57, "daten": ROWS}))[0].count is None


@pytest.mark.parametrize(
    ("list_name", "key"),
    [
        ("werke", "anzahl_werke"),
        ("animales", "numero_de_animales"),
        ("recettes", "nombre_de_recettes"),
        ("towary", "liczba_towary"),
    ],
)
def test_a_list_is_counted_by_its_own_name_in_any_language(list_name: str, key: str) -> None:
    assert read(json.dumps({list_name: ROWS, key: 20}))[0].count == 20
    assert read(json.dumps({list_name: ROWS, f"total_de_{list_name}": 57}))[0].total == 57
    assert read(json.dumps({list_name: ROWS, f"gesamtzahl_{list_name}": 57}))[0].total == 57


def test_where_to_go_on_from_is_known_in_any_language() -> None:
    assert read(json.dumps({"daten": ROWS, "weiter_ab": 21}))[0].next_offset == 21
    assert read(json.dumps({"datos": ROWS, "siguiente_desde": 21}))[0].next_offset == 21
    assert read(json.dumps({"daten": ROWS, "nächste_seite": 2}))[0].next_offset is None
    assert read(json.dumps({"dane": ROWS, "następny_kursor": "x9"}))[0].cursor == "x9"
    assert read(json.dumps({"daten": ROWS, "weiter_ab": None}))[0].cursor is ABSENT


def test_where_a_list_was_cut_is_a_sign_however_deep() -> None:
    assert read(json.dumps({"cards": ROWS, "debug": {"pager": {"cut_at": 20, "of": 34}}}))[0].says_more
    assert not read(json.dumps({"cards": ROWS, "debug": {"pager": {"cut_at": "2026-01-01"}}}))[0].says_more
