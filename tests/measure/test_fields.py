import pytest
from builders import call

from tool_audit.measure.fields import columns, field_name, holding, scalars


def fields(text: str) -> dict[str, list[object]]:
    measured = call(text).measurement
    assert measured is not None
    return {name: [value for _, value in column] for name, column in columns(measured).items()}


@pytest.mark.parametrize("name", ["line_ids", "line_id", "line-id", "LineId"])
def test_a_field_has_one_name_in_every_style(name: str) -> None:
    assert field_name(name) == "lineid"


def test_a_name_in_another_script_is_kept() -> None:
    assert field_name("상태") == "상태"


@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "Ito", "age": 31, "on": true}, {"name": "Bo", "age": 9, "on": false}]',
        "| name | age | on |\n|---|---|---|\n| Ito | 31 | true |\n| Bo | 9 | false |",
        "<all><one><name>Ito</name><age>31</age><on>true</on></one><one><name>Bo</name><age>9</age><on>false</on></one></all>",
        "- name: Ito, age: 31, on: true\n- name: Bo, age: 9, on: false",
    ],
)
def test_the_fields_of_every_form_are_read(text: str) -> None:
    found = fields(text)
    assert (found["name"], found["age"], found["on"]) == (["Ito", "Bo"], [31, 9], [True, False])


def test_what_is_inside_an_item_is_its_own_and_lists_stand_as_they_are() -> None:
    found = fields('[{"id": 1, "by": {"name": "Ito"}, "tags": ["a", "b"]}, {"id": 2, "parts": [{"no": 7}, {"no": 8}]}]')
    assert found == {"id": [1, 2], "name": ["Ito"], "tag": [["a", "b"]], "no": [7, 8]}


def test_a_number_with_a_leading_zero_is_a_text() -> None:
    assert fields('[{"code": "007"}, {"code": "12"}]') == {"code": ["007", 12]}


def test_values_and_who_has_them() -> None:
    column = [(0, "Open"), (1, ["open", "late"]), (2, True), (3, 1)]
    assert scalars(column) == ("Open", "open", "late", True, 1)
    assert holding(column, "OPEN") == {0, 1}
    assert (holding(column, True), holding(column, 1)) == ({2}, {3})
