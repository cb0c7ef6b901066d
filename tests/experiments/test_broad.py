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
