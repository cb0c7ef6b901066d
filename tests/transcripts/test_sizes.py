"""How long replies are, what they take of the context, and how many are over the client's lines."""

from transcripts.happenings import Session, came_to, tool

from tool_audit.measure.tokens import load_counter
from tool_audit.model import Replied, TooLarge
from tool_audit.model.indicators import Ending
from tool_audit.model.traffic import Names, Size


def test_percentiles_are_values_that_were_seen():
    session = Session()
    for words in range(1, 101):
        session.call("list", reply="word " * words)
    counted = tool(came_to(session), "list").tokens
    exact = sorted(load_counter().count("word " * words) for words in range(1, 101))
    assert [counted.at(50), counted.at(90), counted.at(99)] == [exact[49], exact[89], exact[98]]
    assert counted.largest == exact[-1]


def test_the_share_of_a_tool_is_that_of_all_that_filled_the_context():
    session = Session().task("a" * 100).call("list", {}, "b" * 300).says("c" * 100)
    indicators = came_to(session, counter=None)
    context = indicators.context
    count = load_counter().count
    assert (context.prompts, context.model, context.replies) == (count("a" * 100), count("c" * 100), count("b" * 300))
    assert context.arguments == count("{}")
    assert tool(indicators, "list").share == context.replies / context.total


def test_a_reply_over_the_cap_of_the_client_is_counted_and_one_at_it_is_not():
    session = Session().call("list", {}, "x" * 50_001).call("list", {"n": 1}, "x" * 50_000)
    over = tool(came_to(session), "list").over_cap
    assert (over.count, over.n) == (1, 2)


def test_a_reply_that_the_client_kept_from_the_model_is_over_the_cap_and_takes_no_context():
    kept = TooLarge(limit=25_000)
    indicators = came_to(Session().call("list", outcome=kept, size=Size(tokens=40_000)).call("get", reply="short"))
    found = tool(indicators, "list")
    assert (found.over_cap.count, found.tokens.largest) == (1, 40_000)
    assert found.endings == {Ending.TOO_LARGE: 1}
    assert indicators.context.replies == load_counter().count("short")


def test_sizes_that_a_log_tells_without_the_reply_are_taken_from_it():
    session = Session()
    for tokens in (10, 20, 30):
        told = {"size": Size(chars=tokens * 4, tokens=tokens), "names": Names(names=("q",), digest=str(tokens))}
        session.call("search", outcome=Replied(result=None), **told)
    found = tool(came_to(session), "search")
    assert (found.tokens.at(50), found.chars.largest, found.tokens.n) == (20, 120, 3)


def test_the_longest_reply_is_shown_with_a_hash_of_its_arguments_and_with_them_where_that_is_asked_for():
    session = Session().call("get", {"id": "n-1"}, "x").call("get", {"id": "n-2"}, "x" * 500)
    hashed = tool(came_to(session), "get").largest
    shown = tool(came_to(session, shows_arguments=True), "get").largest
    assert "n-2" not in hashed.arguments
    assert shown.arguments == '{"id":"n-2"}'
    assert (shown.session, shown.chars) == (session.name, 500)


def test_what_looks_like_a_secret_is_masked_where_arguments_are_shown():
    secret = "ghp_" + "a1B2" * 9
    session = Session().call("get", {"token": secret, "url": "https://me:hunter22@host/x"}, "x")
    shown = tool(came_to(session, shows_arguments=True), "get").largest.arguments
    assert secret not in shown
    assert "hunter22" not in shown
    assert "host/x" in shown


def test_milliseconds_are_known_where_the_log_has_times():
    found = tool(came_to(Session().call("get")), "get")
    assert (found.milliseconds.n, found.milliseconds.at(50)) == (1, 100)
