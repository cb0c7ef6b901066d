"""Replies, and fields of replies, that nothing refers to later."""

import pytest
from transcripts.happenings import Session, came_to, tool

NOTE = {"id": "note-4711", "title": "Budget review", "checksum": "9f8e7d6c5b4a", "size": 48_213}


def _fields(session: Session) -> dict[str, tuple[int, int]]:
    return {field.path: (field.referred, field.seen) for field in tool(came_to(session), "get").fields}


def test_a_value_that_a_later_call_sends_was_used():
    session = Session().task().call("get", {"n": 1}, NOTE).call("open", {"id": "note-4711"})
    fields = _fields(session)
    assert fields["$.id"] == (1, 1)
    assert fields["$.checksum"] == (0, 1)


def test_a_value_that_the_model_writes_was_used_whatever_its_case():
    assert _fields(Session().call("get", {}, NOTE).says("The BUDGET REVIEW is at 3."))["$.title"] == (1, 1)


def test_a_number_is_looked_for_where_it_is_long_enough_to_be_told_apart():
    reply = {"size": 48_213, "page": 3}
    assert _fields(Session().call("get", {}, reply).says("It has 48213 bytes on page 3.")) == {"$.size": (1, 1)}


def test_fields_of_a_list_are_one_field():
    reply = {"items": [{"id": f"note-{n}", "url": f"https://x.example/{n}abc"} for n in range(100, 120)]}
    assert _fields(Session().call("get", {}, reply).says("see note-111")) == {
        "$.items[].id": (1, 1),
        "$.items[].url": (0, 1),
    }


def test_a_reply_of_which_nothing_is_seen_again_is_counted():
    session = Session().call("get", {}, NOTE).says("I will look elsewhere.").call("get", {"n": 2}, NOTE)
    rate = tool(came_to(session.says("Budget review it is.")), "get").unreferred
    assert (rate.count, rate.n) == (0, 2)
    alone = tool(came_to(Session().call("get", {}, NOTE).says("I will look elsewhere.")), "get").unreferred
    assert (alone.count, alone.n) == (1, 1)


def test_a_reply_behind_which_the_log_ends_is_not_judged():
    assert tool(came_to(Session().call("get", {}, NOTE)), "get").unreferred.n == 0


def test_what_the_call_itself_sent_is_nothing_that_the_reply_told():
    session = Session().call("get", {"id": "note-4711"}, {"id": "note-4711"}).says("note-4711 is there")
    assert tool(came_to(session), "get").unreferred.n == 0


def test_a_call_made_at_once_cannot_refer_to_the_reply_beside_it():
    session = Session().call("get", {}, NOTE).call("open", {"id": "note-4711"}, at_once=True).says("well")
    assert _fields(session)["$.id"] == (0, 1)


@pytest.mark.parametrize("text", ["서울에서 만나요", "Wir treffen uns in 서울."])
def test_a_word_with_an_ending_behind_it_is_recognised(text: str):
    assert _fields(Session().call("get", {}, {"city": "서울"}).says(text))["$.city"] == (1, 1)


def test_words_of_scripts_without_spaces_are_not_looked_for():
    assert _fields(Session().call("get", {}, {"title": "東京都の天気予報"}).says("天気")) == {}


def test_a_long_text_is_used_where_one_of_its_longest_words_is():
    reply = {"body": "A rather long text about photosynthesis, chlorophyll and sunlight. " * 10}
    assert _fields(Session().call("get", {}, reply).says("Plants need chlorophyll."))["$.body"] == (1, 1)


def test_a_session_of_thousands_of_replies_is_settled_along_the_way():
    session = Session().task()
    for number in range(300):
        session.call("get", {"n": number}, {"id": f"note-{number:05}"})
    assert tool(came_to(session), "get").unreferred.count > 50


def test_a_log_without_the_words_of_the_model_does_not_tell_what_it_used():
    session = Session().call("get", {}, NOTE).call("open", {"id": 1})
    assert tool(came_to(session), "get").unreferred.n == 0
    assert tool(came_to(session), "get").fields == ()
