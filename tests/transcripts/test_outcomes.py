"""How calls end, and which errors are followed by a success."""

import pytest
from transcripts.happenings import Session, came_to, tool

from tool_audit.model import Disconnected, NoReply, Outcome, Refused, TimedOut
from tool_audit.model.indicators import Ending
from tool_audit.transcripts.shapes import shape_of, tells_absence


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        (Refused(code=-32602, message="bad"), Ending.INVALID),
        (Refused(code=-32602, message="Unknown tool: fly"), Ending.UNKNOWN_TOOL),
        (Refused(code=-32601, message="no"), Ending.UNKNOWN_TOOL),
        (Refused(code=-32000, message="boom"), Ending.REFUSED),
        (Refused(code=-32602, message="refused by the guard: required"), Ending.GUARD),
        (TimedOut(limit=30.0), Ending.TIMEOUT),
        (Disconnected(reason="gone"), Ending.ENDED),
        (NoReply(reason="a person declined it"), Ending.DECLINED),
        (NoReply(reason="the log ends before its reply"), Ending.NO_REPLY),
    ],
)
def test_each_way_to_end_has_its_name(outcome: Outcome, ending: Ending):
    assert tool(came_to(Session().call("get", outcome=outcome)), "get").endings == {ending: 1}


@pytest.mark.parametrize(
    ("reply", "ending"),
    [
        ('{"error": "no such note"}', Ending.UNFLAGGED),
        ('{"statusCode": 500, "message": "boom"}', Ending.UNFLAGGED),
        ("Error: connection lost", Ending.UNFLAGGED),
        ('{"notes": [], "errors_fixed": 3}', Ending.SUCCESS),
        ("Nothing failed in the last hour, and that is the whole report.", Ending.SUCCESS),
        ("", Ending.SUCCESS),
    ],
)
def test_a_success_whose_text_is_an_error_is_told_apart(reply: str, ending: Ending):
    assert tool(came_to(Session().call("get", reply=reply)), "get").endings == {ending: 1}


def test_what_somebody_stopped_is_neither_a_success_nor_an_error():
    session = Session().call("get", outcome=NoReply(reason="a person declined it")).call("get").call("get", error="no")
    errors = tool(came_to(session), "get").errors
    assert (errors.count, errors.n) == (1, 2)


def test_an_error_is_recovered_from_where_the_same_tool_succeeds_soon_after():
    session = Session().call("get", {"id": 1}, error="bad id").call("list").call("get", {"id": 2})
    recovered = tool(came_to(session), "get").recovered
    assert (recovered.count, recovered.n) == (1, 1)


def test_a_success_that_comes_too_late_is_no_recovery():
    session = Session().call("get", {"id": 1}, error="bad id")
    for _ in range(4):
        session.call("list")
    session.call("get", {"id": 2})
    assert tool(came_to(session), "get").recovered.count == 0
    assert tool(came_to(session, within=5), "get").recovered.count == 1


def test_a_call_made_at_once_with_the_one_that_failed_is_no_recovery():
    session = Session().call("get", {"id": 1}, error="bad id").call("get", {"id": 2}, at_once=True).says("well")
    recovered = tool(came_to(session), "get").recovered
    assert (recovered.count, recovered.n) == (0, 1)


def test_an_error_behind_which_the_log_ends_says_nothing_about_recovery():
    assert tool(came_to(Session().call("get", error="bad id")), "get").recovered.n == 0
    assert tool(came_to(Session().call("get", error="bad id").says("I give up")), "get").recovered.n == 1


def test_the_success_of_another_session_is_no_recovery():
    broken = Session().call("get", error="bad id").says("hm")
    assert tool(came_to(broken, Session().call("get")), "get").recovered.count == 0


def test_errors_that_differ_in_values_only_have_one_shape():
    session = Session()
    for id_ in (7, 8, 12_345):
        session.call("get", {"id": id_}, error=f"No note '{id_}' in /home/me/notes-{id_}.db at 10:{id_ % 60:02}")
    (shape,) = tool(came_to(session), "get").shapes
    assert (shape.count, shape.shape) == (3, "No note '...' in PATH at N")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("\n\n  Not found: 12\nat line 3", "Not found: N"),
        ("see https://a.example/x?id=1 for help", "see URL for help"),
        ("mail me@x.example", "mail ADDRESS"),
        ("key 3f2a9c1b77de4 is gone", "key ID is gone"),
        ("x" * 200, "..."),
        ("", ""),
        ("12345", ""),
    ],
)
def test_the_shape_of_an_error_holds_no_value(text: str, shape: str):
    assert shape_of(text) == shape


def test_a_value_of_the_call_is_taken_out_of_the_shape():
    assert shape_of("Note groceries was not found", {"name": "groceries"}) == "Note ... was not found"
    assert shape_of("Note groceries was not found", {"where": {"names": ["groceries"]}}) == "Note ... was not found"


def test_many_different_errors_take_no_more_room_than_two_hundred():
    session = Session()
    for word in range(26**2):
        session.call("get", error=f"the {chr(97 + word // 26)}{chr(97 + word % 26)} is broken")
    shapes = tool(came_to(session), "get").shapes
    assert len(shapes) <= 201
    assert sum(shape.count for shape in shapes) == 26**2


def _went_on(session: Session) -> Session:
    for number in range(4):
        session.call("list", {"page": number})
    return session


@pytest.mark.parametrize(
    "error",
    [
        "User 'u7' not found",
        "No user with id u7 exists.",
        '{"code": "NOT_FOUND"}',
        "status 404",
        "The note already exists",
    ],
)
def test_that_a_thing_is_not_there_is_an_answer_where_the_model_goes_on_without_trying_again(error: str):
    assert tool(came_to(_went_on(Session().call("get", {"id": "u7"}, error=error))), "get").recovered.n == 0


def test_that_a_thing_is_not_there_was_no_answer_where_the_model_tries_again_and_never_gets_it():
    session = Session().call("get", {"id": "u7"}, error="u7 not found").call("get", {"id": "7"}, error="7 not found")
    recovered = tool(came_to(_went_on(session)), "get").recovered
    assert (recovered.count, recovered.n) == (0, 1)


def test_an_error_that_says_what_was_wrong_counts_though_the_model_gives_up():
    recovered = tool(came_to(_went_on(Session().call("get", {"id": "u7"}, error="Invalid input"))), "get").recovered
    assert (recovered.count, recovered.n) == (0, 1)


@pytest.mark.parametrize(
    "text", ["note not found", "노트를 찾을 수 없습니다", "Notiz nicht gefunden", "the tag already exists"]
)
def test_an_error_that_says_what_is_there_is_no_fault_of_the_call(text: str):
    assert tells_absence(text)
    assert not tells_absence("query must be a string")
