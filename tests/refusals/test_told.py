"""The facts of the table of errors: how each kind of mistake was answered, and what the answer says."""

from builders import call, refused, tool, tool_run

from tool_audit.model import Answer, Disconnected, Mistake, TimedOut
from tool_audit.refusals.retry import advises_on_retry, may_pass
from tool_audit.refusals.told import wrong_calls

SPEC = tool("list_boats", {"limit": {"type": "integer", "maximum": 50}, "port": {"type": "string"}}, required=["port"])


def told(*calls):
    return wrong_calls([tool_run(call("1\n2", arguments={"port": "Kiel"}), spec=SPEC, calls=calls)])


def test_each_layer_that_can_refuse_is_told_apart():
    many = {"port": "Kiel", "limit": "many"}
    answers = {
        Answer.SCHEMA: refused("limit must be an integer", arguments=many),
        Answer.PROTOCOL: refused("limit must be an integer", code=-32603, arguments=many),
        Answer.TOOL: call("limit must be an integer", error=True, arguments=many),
        Answer.UNFLAGGED: call("Error: limit must be an integer", arguments=many),
        Answer.ACCEPTED: call("1\n2", arguments=many),
        Answer.CRASHED: call(outcome=Disconnected(reason="gone"), arguments=many),
        Answer.UNANSWERED: call(outcome=TimedOut(limit=1.0), arguments=many),
    }
    assert {answer: told(made)[0].answer for answer, made in answers.items()} == {answer: answer for answer in answers}


def test_a_check_in_front_of_the_tool_counts_as_the_schema_layer():
    text = "MCP error -32602: Input validation error: Invalid arguments for tool list_boats: limit"
    (one,) = told(call(text, error=True, arguments={"port": "Kiel", "limit": "many"}))
    assert one.answer is Answer.SCHEMA


def test_an_error_says_whether_it_names_and_mends():
    (one,) = told(call("limit is wrong", error=True, arguments={"port": "Kiel", "limit": 51}))
    assert (one.mistake, one.argument) == (Mistake.OUT_OF_RANGE, "limit")
    assert (one.names_argument, one.says_what_to_send, one.chars) == (True, False, 14)


def test_another_tool_that_gives_what_is_accepted_mends_an_error():
    spec = tool("get_ship", {"kind": {"type": "string", "enum": ["a", "b"]}})
    error = call("kind zzz is unknown; list_kinds gives them", arguments={"kind": "zzz"}, tool="get_ship", error=True)
    run = tool_run(call("fine", tool="get_ship"), spec=spec, calls=[error])
    (alone,) = wrong_calls([run])
    (beside,) = wrong_calls([run, tool_run(call("fine", tool="list_kinds"), spec=tool("list_kinds"))])
    assert (alone.says_what_to_send, beside.says_what_to_send) == (False, True)


def test_an_unknown_id_has_no_form_that_an_error_could_tell():
    spec = tool("get_boat", {"boat_id": {"type": "string"}}, required=["boat_id"])
    for text, mended in (("no boat 12345", None), ("no boat 12345: use list_boats", True)):
        failed = call(text, tool="get_boat", error=True, arguments={"boat_id": "12345"})
        run = tool_run(call("fine", tool="get_boat", arguments={"boat_id": "b-1"}), spec=spec, calls=[failed])
        (one,) = wrong_calls([run])
        assert (one.mistake, one.names_argument, one.says_what_to_send) == (Mistake.NO_SUCH_ID, True, mended)


def test_where_there_is_no_error_nothing_is_said_of_it():
    (one,) = told(call("1\n2", arguments={"port": "Kiel", "limit": 51}))
    assert (one.names_argument, one.says_what_to_send, one.chars) == (None, None, 3)


def test_of_several_calls_with_one_kind_of_mistake_the_worst_is_kept():
    good = refused("limit must be 50 at most", arguments={"port": "Kiel", "limit": 51})
    bad = call("1\n2", arguments={"port": "Kiel", "limit": 500})
    assert [one.call for one in told(good, bad)] == [bad]
    lacks = refused("port is required", arguments={})
    assert [one.mistake for one in told(good, lacks)] == [Mistake.OUT_OF_RANGE, Mistake.MISSING]


def test_the_data_of_a_protocol_error_are_a_part_of_it():
    made = refused("Invalid params", arguments={"port": "Kiel", "limit": 51})
    outcome = type(made.observation.outcome)(code=-32602, message="Invalid params", data={"limit": "at most 50: limit"})
    (one,) = told(call(outcome=outcome, arguments={"port": "Kiel", "limit": 51}))
    assert one.names_argument
    assert one.says_what_to_send


def test_what_may_pass_and_what_advises_on_it():
    for text in ("429 Too Many Requests", "connect ETIMEDOUT", "Zeitüberschreitung", "リクエストが多すぎます"):
        assert may_pass(text)
        assert not advises_on_retry(text)
    for text in ("Rate limit: retry in 30 s", "busy, try again later", "überlastet, bitte später erneut", "请稍后重试"):
        assert advises_on_retry(text)
    assert not may_pass("limit must be 1 to 50")
