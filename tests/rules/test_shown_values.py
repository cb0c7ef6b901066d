"""How values are put in words."""

from tool_audit.rules._sizes import assignments, shown


def test_values_are_shown_in_the_characters_that_they_have():
    assert shown({"nazwa": "Śruba 11"}) == '{"nazwa":"Śruba 11"}'
    assert shown(["결제", "a"]) == '["결제","a"]'
    assert shown("Śruba") == "Śruba"
    assert assignments([("filtr", {"q": "łódź"})]) == 'filtr={"q":"łódź"}'


def test_control_characters_stay_written_out_in_json():
    assert shown({"a": "x\x1b[31m\n"}) == '{"a":"x\\u001b[31m\\n"}'
