import json

from builders import LINES, call, tool

from tool_audit.experiments import broad
from tool_audit.experiments.situation import Situation
from tool_audit.model import Json, Subject
from tool_audit.schema import arguments_of

FOUND = json.dumps([{"name": f"Anna {name}"} for name in ("Abel", "Behn", "Cohn", "Egge", "Fehr")])
QUERY: Json = {"type": "string", "examples": ["a", "be"]}


def texts(properties: Json, found: str = FOUND) -> list[Json]:
    spec = tool("search_people", properties)
    base = call(found, tool="search_people", arguments={"query": "a"})
    at = Situation(
        subject=Subject(tool="search_people"),
        tool=spec,
        arguments=arguments_of(spec),
        lines=LINES,
        calls=(base,),
        fillings=(),
    )
    return [probe.value for probe in broad.probes(at)]


def test_other_examples_come_first_then_the_commonest_words_of_the_items() -> None:
    assert texts({"query": QUERY}) == ["be", "anna", "e"]


def test_a_search_that_can_be_bounded_is_not_asked_again() -> None:
    assert texts({"query": QUERY, "limit": {"type": "integer"}}) == []
    assert texts({"query": QUERY, "cursor": {"type": "string"}}) == []


def test_only_a_free_text_that_says_what_to_look_for_is_varied() -> None:
    assert texts({"query": {"enum": ["a", "b"]}}) == []
    assert texts({"city": {"type": "string"}}) == []
    assert texts({"query": {"type": "string", "format": "date"}}) == []


def test_too_few_items_tell_nothing() -> None:
    assert texts({"query": QUERY}, '[{"name": "Anna"}]') == []
    assert texts({"query": QUERY}, "nothing") == []


def test_words_that_all_items_have_are_asked_for_last() -> None:
    names = ("Abel Kim", "Behn Kim", "Cohn Lee", "Egge Lee", "Fehr Sol")
    mails = json.dumps([{"name": f"{name} example"} for name in names])
    assert texts({"query": QUERY}, mails) == ["be", "kim", "lee"]


def test_the_one_text_that_a_search_must_be_given_says_what_to_look_for() -> None:
    needed: Json = {"ingredient": {"type": "string"}}

    def asked(name: str, properties: Json, required: list[str]) -> bool:
        spec = tool(name, properties, required=required)
        base = call(FOUND, tool=name, arguments=dict.fromkeys(required, "a"))
        at = Situation(
            subject=Subject(tool=name),
            tool=spec,
            arguments=arguments_of(spec),
            lines=LINES,
            calls=(base,),
            fillings=(),
        )
        return any(True for _ in broad.probes(at))

    assert asked("find_recipes", needed, ["ingredient"])
    assert not asked("get_recipes", needed, ["ingredient"])
    assert not asked("find_recipes", needed, [])
    assert not asked("find_recipes", {"book_id": {"type": "string"}}, ["book_id"])
    assert not asked("find_pages", {"site": {"type": "string"}}, ["site"])
