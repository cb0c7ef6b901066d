"""Round trips per task, and tools that always follow each other."""

from transcripts.happenings import Session, came_to


def test_round_trips_are_the_answers_of_the_model_that_call_a_tool():
    session = Session().task().call("a").call("b", at_once=True).call("c").says("done").task().says("no tool needed")
    indicators = came_to(session)
    assert (indicators.tasks, indicators.steps.at(50), indicators.steps.largest) == (2, 0, 2)


def test_calls_of_a_log_that_tells_no_tasks_make_none():
    indicators = came_to(Session().call("a").call("b"))
    assert (indicators.tasks, indicators.steps.n, indicators.calls) == (0, 0, 2)


def _chains(*sessions: Session) -> list[tuple[str, ...]]:
    return [chain.tools for server in came_to(*sessions).servers for chain in server.chains]


def test_tools_that_always_come_in_one_order_are_a_chain_and_only_the_longest_is_told():
    sessions = [Session().task().call("find").call("get", {}, "x" * 90).call("rate").says("ok") for _ in range(6)]
    (chain,) = [chain for server in came_to(*sessions).servers for chain in server.chains]
    assert chain.tools == ("find", "get", "rate")
    assert (chain.count, chain.follows.n, chain.sessions) == (6, 6, 6)
    assert chain.tokens > 0


def test_tools_that_follow_each_other_half_the_time_are_no_chain():
    sessions = [Session().task().call("find").call("get" if number % 2 else "rate") for number in range(20)]
    assert _chains(*sessions) == []


def test_the_same_tool_again_is_no_chain():
    assert _chains(*[Session().task().call("page").call("page") for _ in range(9)]) == []


def test_calls_made_at_once_follow_nothing():
    assert _chains(*[Session().task().call("find").call("get", at_once=True) for _ in range(9)]) == []


def test_tools_of_two_servers_are_no_chain():
    assert _chains(*[Session().task().call("find").call("get", server="other") for _ in range(9)]) == []


def test_a_chain_does_not_reach_from_one_task_into_the_next():
    assert _chains(*[Session().task().call("find").task().call("get") for _ in range(9)]) == []


def test_a_tool_that_comes_behind_every_other_one_makes_no_chain():
    sessions = [Session().task() for _ in range(10)]
    for number, session in enumerate(sessions):
        for other in ("read", "rate", "list"):
            session.call(other, {"n": number}).call("search", {"q": f"{number} {other}"})
    assert _chains(*sessions) == []


def test_a_longer_chain_that_came_now_and_then_does_not_hide_the_one_within_it():
    sessions = [Session().task() for _ in range(30)]
    for number, session in enumerate(sessions):
        if number < 6:
            session.call("open", {"n": number})
        session.call("find", {"n": number}).call("get", {"n": number}).says("so")
    assert ("find", "get") in _chains(*sessions)
