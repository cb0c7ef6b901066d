import json

from builders import hits
from pretend import LIMIT, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.no_way_to_page import no_way_to_page

NAMES = [
    f"{first} {last}" for first in ("Anna", "Berta", "Carla", "Edda") for last in "Abel Behn Cohn Egge Fehr".split()
]
QUERY = {"type": "string", "examples": ["a", "e"]}


def searching(cap, properties=None, **more):
    def answer(query="", **_):
        found = [name for name in NAMES if query.lower() in name.lower()]
        return json.dumps({"contacts": [{"name": name} for name in found[:cap]], **more})

    return audited(answer, {"query": QUERY, **(properties or {})}, filled={"query": "a"}, name="search_contacts")


def test_the_same_full_count_for_two_broad_questions_is_proven():
    (hit,) = hits(no_way_to_page, searching(10))
    assert "return just 10 items each, none returns more" in hit.message
    assert no_way_to_page.severity is Severity.WARNING
    assert no_way_to_page.confidence is Confidence.PROVEN
    assert hit.argument == "query"


def test_a_limit_in_the_schema_is_a_way():
    assert not hits(no_way_to_page, searching(10, {"limit": LIMIT}))


def test_a_total_or_a_flag_in_the_reply_is_a_word():
    assert not hits(no_way_to_page, searching(10, total=16))
    assert not hits(no_way_to_page, searching(10, has_more=True))
    assert not hits(no_way_to_page, searching(10, has_more=False))


def test_counts_that_follow_the_question_show_no_cap():
    assert not hits(no_way_to_page, searching(100))


def test_the_same_items_whatever_is_asked_show_no_cap():
    def answer(query=""):
        return json.dumps([{"name": name} for name in NAMES[:10]])

    run = audited(answer, {"query": QUERY}, filled={"query": "a"}, name="search_contacts")
    assert not hits(no_way_to_page, run)


def test_a_place_that_is_named_is_no_search():
    def answer(city=""):
        return json.dumps([{"day": n, "city": city} for n in range(10)])

    run = audited(answer, {"city": {"type": "string", "examples": ["Rom", "Ulm"]}}, filled={"city": "Rom"})
    assert not hits(no_way_to_page, run)


def test_short_answers_and_the_number_of_calls_are_options():
    assert hits(no_way_to_page, searching(10), items=10)
    assert not hits(no_way_to_page, searching(10), items=11)
    assert not hits(no_way_to_page, searching(10), calls=9)


def test_a_count_that_is_not_round_needs_one_call_more():
    run = searching(7)
    assert hits(no_way_to_page, run, calls=1)
    assert not hits(no_way_to_page, run)
