"""What arguments with names in other languages choose, and those that only look like it."""

# ruff: noqa: RUF001 - other scripts have characters that look like ours

import pytest
from builders import tool

from tool_audit.experiments.broad import searches
from tool_audit.model import Json, SweepKind
from tool_audit.schema import Argument, arguments_of, undeclared_arguments


def only(name: str, schema: Json, *, required: bool = False) -> Argument:
    (argument,) = arguments_of(tool(properties={name: schema}, required=[name] if required else []))
    return argument


def number(description: str = "", **more: Json) -> Json:
    return {"type": "integer", "description": description, **more}


@pytest.mark.parametrize(
    "name",
    """
    límite maxErgebnisse max_resultados limite_maximo anzahl anzahl_treffer trefferzahl nombre_de_resultats por_página
    resultados_por_pagina par_page per_pagina pro_seite seitengröße seitengroesse tamaño_de_página taille_page
    liczba_wyników na_stronie rozmiar_strony limiet aantal paginagrootte sayfa_boyutu kayıt_sayısı лимит
    количество_результатов на_странице размер_страницы 上限 件数 最大件数 每页数量 页大小 개수 최대_개수 페이지당
    wieviele cuántos combien quantos ile hoeveel сколько
    """.split(),
)
def test_a_number_of_items_is_known_in_other_languages(name: str) -> None:
    assert only(name, number()).kind is SweepKind.COUNT
    assert not only(name, number()).pages


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rozmiar", "towarów na stronie"),
        ("größe", "Treffer pro Seite"),
        ("tamaño", "cuántos resultados"),
        ("ergebnisse", "Anzahl der Ergebnisse"),
        ("cantidad", "cantidad de resultados"),
        ("combien", ""),
        ("wunsch", "Wie viele Treffer geliefert werden"),
        ("porcja", "liczba wyników w odpowiedzi"),
        ("taille", "nombre de résultats à renvoyer"),
        ("数量", "結果の件数"),
    ],
)
def test_a_description_in_another_language_tells_that_a_number_bounds_the_list(name: str, text: str) -> None:
    assert only(name, number(text)).kind is SweepKind.COUNT


@pytest.mark.parametrize(
    ("name", "schema", "required"),
    [
        ("cantidad", number("importe en euros"), True),
        ("cantidad", number(), True),
        ("menge", number("Wie viel umgerechnet wird"), True),
        ("numero", number("número de la factura"), True),
        ("numero_factura", number(), False),
        ("número_de_teléfono", number(), False),
        ("rozmiar", number("rozmiar buta"), False),
        ("größe", number("Körpergröße in cm"), False),
        ("nombre", {"type": "string", "description": "nombre del cliente"}, False),
        ("pagina", {"type": "string", "description": "título de la página"}, False),
        ("filas", number(), False),
        ("hoja", number("número de la hoja"), False),
        ("limite_de_velocidad", number(), False),
        ("límite_inferior", number(), False),
        ("max_minutos", number(), False),
        ("max_jours", number(), False),
        ("maximo", number("precio más alto"), False),
        ("titelseite", number(), False),
        ("gesamtpreis", number(), False),
        ("total", number(), False),
    ],
)
def test_what_only_looks_like_a_number_of_items_is_none(name: str, schema: Json, required: bool) -> None:
    assert only(name, schema, required=required).kind is None


@pytest.mark.parametrize(
    "name",
    """
    seite seitennummer página numero_pagina page_numéro paginanummer strona numer_strony sida sayfa sayfa_numarası
    страница номер_страницы ページ 页码 페이지 페이지번호 ab desde od vanaf från versatz décalage desplazamiento
    przesunięcie смещение オフセット 偏移量 오프셋 überspringen saltar inicio
    """.split(),
)
def test_a_page_and_a_place_to_go_on_from_are_known_in_other_languages(name: str) -> None:
    assert only(name, number(default=1, minimum=1)).pages
    assert only(name, number(default=1, minimum=1)).kind is None
    assert not only(name, {"type": "string"}).pages


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("ab", {"type": "string", "description": "Datum, erster Tag"}),
        ("ab", number("Jahr", minimum=1)),
        ("ab", number()),
        ("desde", number("precio mínimo en euros", minimum=0)),
        ("desde", number("hora de inicio", minimum=0, maximum=23)),
        ("desde", {"type": "string", "format": "date"}),
        ("von", number("Monat", minimum=1, maximum=12)),
        ("seite", {"type": "string", "enum": ["links", "rechts"]}),
        ("pagina", {"type": "string", "default": "Inicio"}),
        ("strona", {"type": "string", "description": "adres strony"}),
        ("seite", number("Länge einer Seite in cm")),
        ("inicio", {"type": "string"}),
        ("pagina_id", number(minimum=1)),
        ("titelseite", number(minimum=1)),
    ],
)
def test_what_only_looks_like_a_page_does_not_page(name: str, schema: Json) -> None:
    assert not only(name, schema).pages


@pytest.mark.parametrize(
    ("name", "schema", "kind"),
    [
        ("formato", {"type": "string", "enum": ["json", "csv"]}, SweepKind.FORMAT),
        ("ausgabeformat", {"type": "string", "enum": ["json", "markdown"]}, SweepKind.FORMAT),
        ("ausführlich", {"type": "boolean"}, SweepKind.DETAIL),
        ("mit_details", {"type": "boolean"}, SweepKind.DETAIL),
        ("incluir_texto", {"type": "boolean"}, SweepKind.DETAIL),
        ("wahl", {"type": "string", "enum": ["kurz", "ausführlich"]}, SweepKind.DETAIL),
        ("nivel", {"type": "string", "enum": ["breve", "completo"]}, SweepKind.DETAIL),
        ("estado", {"type": "string", "enum": ["completo", "pendiente"]}, None),
        ("con_descuento", {"type": "boolean"}, None),
        ("mit_hund", {"type": "boolean"}, None),
        ("formato_del_papel", {"type": "string", "enum": ["a4", "a5"]}, None),
    ],
)
def test_detail_and_format_are_known_in_other_languages(name: str, schema: Json, kind: SweepKind | None) -> None:
    assert only(name, schema).kind is kind


def test_prose_in_another_language_names_no_arguments() -> None:
    spoken = "Lista los libros. Página: la primera es 1. Seite: die erste ist 1. (límite: 50)"
    assert undeclared_arguments(tool(description=spoken, properties={"x": {"type": "string"}})) == ()
    assert undeclared_arguments(tool(description="Lists books. anzahl: how many of them.")) == ("anzahl",)


@pytest.mark.parametrize(
    "name", "suchbegriff requête requete consulta búsqueda ricerca zapytanie запрос 検索語 검색어".split()
)
def test_what_is_searched_for_is_known_in_other_languages(name: str) -> None:
    assert searches(only(name, {"type": "string"}))
    assert not searches(only(name, {"type": "string", "enum": ["a", "b"]}))
    assert not searches(only(name, {"type": "integer"}))


@pytest.mark.parametrize("name", "vind cerca ort ciudad kunde nummer seite".split())
def test_what_only_looks_like_a_search_is_none(name: str) -> None:
    assert not searches(only(name, {"type": "string"}))
