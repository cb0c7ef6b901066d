"""What counts at all, of what happened."""

from happenings import Session, came_to

from tool_audit.model.traffic import Task


def on(day: float, session: Session, words: str) -> Session:
    """Let a task be asked for on a day, with words and a call of that day behind it."""
    session.events.append(Task(session=session.name, text="go", time=day))
    session.says(words)
    return session.call("search", {"query": words}, "found", time=day)


def test_words_count_with_the_days_that_their_session_is_asked_about():
    session = on(2.0, on(1.0, Session(), "long ago " * 100), "of late")
    whole, early, late = (came_to(session, **asked) for asked in ({}, {"until": 2.0}, {"since": 2.0}))
    assert early.context.model > late.context.model > 0
    assert whole.context.model == early.context.model + late.context.model
    assert (early.calls, late.calls, whole.calls) == (1, 1, 2)


def test_a_session_that_had_nothing_but_words_in_the_days_asked_about_is_none():
    sessions = on(1.0, Session(), "long ago"), on(2.0, Session(), "of late")
    assert came_to(*sessions, since=2.0).sessions == 1
    assert came_to(*sessions).sessions == 2
