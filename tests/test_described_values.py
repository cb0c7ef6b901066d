"""Closed sets that descriptions name in other languages, or that are all that a description says."""

# ruff: noqa: RUF001 - other scripts have characters that look like ours

import pytest
from builders import tool

from tool_audit.described_values import described_values
from tool_audit.model import Json
from tool_audit.schema import arguments_of


@pytest.mark.parametrize(
    ("description", "values"),
    [
        ("Eine von: klein, mittel, groß", ("klein", "mittel", "groß")),
        ("Einer von offen, geschlossen oder verworfen.", ("offen", "geschlossen", "verworfen")),
        ("Mögliche Werte: hell, dunkel", ("hell", "dunkel")),
        ("Sprache: 'de', 'fr' oder 'it'", ("de", "fr", "it")),
        ("Auswahl: „hell“ oder „dunkel“", ("hell", "dunkel")),
        ("L'une de : facile, moyenne, difficile", ("facile", "moyenne", "difficile")),
        ("Valeurs possibles : oui, non ou auto", ("oui", "non", "auto")),
        ("Una de: mamífero, ave, reptil.", ("mamífero", "ave", "reptil")),
        ("Valores permitidos: alta, media o baja", ("alta", "media", "baja")),
        ("Uno tra: chiaro, scuro", ("chiaro", "scuro")),
        ("Um de: aberto, fechado ou adiado", ("aberto", "fechado", "adiado")),
        ("Jedna z: otwarte, zamknięte lub odłożone", ("otwarte", "zamknięte", "odłożone")),
        ("Eén van: open, dicht", ("open", "dicht")),
        ("En av: ljus, mörk", ("ljus", "mörk")),
        ("Один из: открыт, закрыт или отложен", ("открыт", "закрыт", "отложен")),
        ("可选值：全部、未完成、已完成", ("全部", "未完成", "已完成")),
        ("状態は全部、未完了、完了のいずれか", ("全部", "未完了", "完了")),
        ("전체, 진행, 완료 중 하나", ("전체", "진행", "완료")),
        ("Geçerli değerler: açık, kapalı", ("açık", "kapalı")),
    ],
)
def test_a_closed_set_is_read_out_of_a_description_in_another_language(
    description: str, values: tuple[str, ...]
) -> None:
    assert described_values(description) == values


@pytest.mark.parametrize(
    "description",
    [
        "Eine Stadt, z. B. 'Paris' oder 'Berlin'",
        "Einer von beiden",
        "Eine von vielen Städten, Orten oder Dörfern in der Nähe",
        "Una de las ciudades, pueblos o barrios del país",
        "Un ingrédient, par exemple 'sel' ou 'poivre'",
        "Una ciudad como 'Madrid' o 'Sevilla'",
        "Nazwa, np. 'a', 'b' lub 'c'",
        "Город, например «Москва» или «Тула»",
        "都市名（例：東京、大阪、京都のいずれか）",
        "도시 이름, 예: 서울, 부산, 대구 중 하나",
        "Nombre, apellido o correo",
        "Name oder Nummer",
        "Titel, Name oder Nummer des Werks",
        "artist, album or song",
        "Wert: der erste, zweite oder dritte Name",
        "Von den Werten ist einer groß, klein oder leer",
    ],
)
def test_examples_and_prose_in_another_language_are_no_closed_set(description: str) -> None:
    assert described_values(description) == ()
    (argument,) = arguments_of(tool(properties={"x": {"type": "string", "description": description}}))
    assert argument.closed_set == ()


def test_a_bare_list_is_a_closed_set_where_the_argument_is_a_choice_or_the_tool_lists_it_again() -> None:
    def read(name: str, description: str, about: str = "") -> tuple[Json, ...]:
        argument: Json = {"type": "string", "description": description}
        return arguments_of(tool(description=about, properties={name: argument}))[0].closed_set

    assert read("estado", "abierto, cerrado o aplazado") == ("abierto", "cerrado", "aplazado")
    assert read("ticket_status", "open, closed or merged") == ("open", "closed", "merged")
    assert read("produkt", "ice, re oder s", "Abfahrten. Produkt: ice, re oder s.") == ("ice", "re", "s")
    assert read("produkt", "ice, re oder s", "Abfahrten eines Bahnhofs.") == ()
    assert read("q", "artist, album or song", "Search the library.") == ()
    assert read("estado", "el estado o la provincia") == ()
