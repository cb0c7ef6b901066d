import pytest
from builders import call

from tool_audit.refusals.demanded import demanded_of
from tool_audit.refusals.texts import calls_invalid, says_missing, speaks_of

INVALID = [
    "limit must be at most 50",
    "Ungültiger Wert für 'limit': höchstens 50",
    "Der Wert für limit darf nicht größer als 50 sein",
    "Le paramètre limit doit être compris entre 1 et 50",
    "limit : valeur non autorisée",
    "El valor de limit no puede ser mayor que 50",
    "El argumento limit debe estar entre 1 y 50",
    "O valor de 'limit' não é válido: deve estar entre 1 e 50",
    "Il parametro limit non è valido",
    "Параметр limit не может быть больше 50",
    "limit은(는) 50 이하여야 합니다",
    "limit 값이 올바르지 않습니다",
    "limit は 50 以下で指定",
    "参数 limit 不能大于 50",
    "参数limit超出范围",
]


@pytest.mark.parametrize("text", INVALID)
def test_a_refusal_of_a_value_is_understood_in_many_tongues(text: str) -> None:
    assert calls_invalid(call(text, error=True))
    assert speaks_of(text, "limit")
    assert not demanded_of(("limit",), [text])


MISSING = [
    "city is required",
    "Missing required argument: city",
    "Das Feld city fehlt",
    "Le paramètre city est obligatoire",
    "Falta el argumento city",
    "O parâmetro 'city' é obrigatório.",
    "параметр city обязателен",
    "city 파라미터는 필수입니다",
    "city を指定してください",
    "缺少参数 city",
    "'city' ontbreekt",
]


@pytest.mark.parametrize("text", MISSING)
def test_what_is_missing_is_understood_in_many_tongues(text: str) -> None:
    assert says_missing(text)
    assert demanded_of(("city", "town"), [text]) == {"city"}


@pytest.mark.parametrize(
    "text",
    [
        "id: there is no item 7; item not found",
        "'id' 7 nicht gefunden",
        "L'élément id=7 est introuvable",
        "No existe la tarea id 7",
        "id 7 não encontrado",
        "id 7에 해당하는 항목을 찾을 수 없습니다",
        "id 7 が見つかりません",
        "id 7 不存在",
    ],
)
def test_what_does_not_exist_is_no_refusal_of_a_value(text: str) -> None:
    assert not calls_invalid(call(text, error=True))
    assert not demanded_of(("id",), [text])


def test_letters_of_another_script_may_follow_a_name() -> None:
    assert speaks_of("page_size가 너무 큽니다", "page_size")
    assert speaks_of("size不能大于100", "size")
    assert not speaks_of("page_sizes are many", "page_size")
    assert not speaks_of("the size of it all", "size")
