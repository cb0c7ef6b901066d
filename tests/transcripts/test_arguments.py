"""Calls that break the schema of their tool."""

from transcripts.happenings import Session, came_to, spec, tool

from tool_audit.model import Form
from tool_audit.model.traffic import Names, Offered

SEARCH = spec(
    "search",
    {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 50}, "sort": {"enum": ["new", "old"]}},
    required=["query"],
)


def _told(*sessions: Session, tools=(SEARCH,), **asked: object):
    found = tool(came_to(*sessions, tools={"notes": tools}, **asked), "search")
    return found.invalid, {(bad.name, bad.what): bad.count for bad in found.bad_arguments}


def test_names_that_the_schema_does_not_have_are_told_apart_from_bad_values():
    session = Session().call("search", {"query": "x", "max_results": 5}).call("search", {"query": "x", "limit": 500})
    session.call("search", {"limit": "ten", "sort": "best"}).call("search", {"query": "fine"})
    invalid, bad = _told(session)
    assert (invalid.count, invalid.n) == (3, 4)
    assert bad == {
        ("max_results", "undeclared"): 1,
        ("limit", "maximum"): 1,
        ("query", "missing"): 1,
        ("limit", "type"): 1,
        ("sort", "enum"): 1,
    }


def test_only_names_that_are_not_declared_are_called_so():
    session = Session().call("search", {"query": "x", "max_results": 5, "limit": 500})
    found = tool(came_to(session, tools={"notes": [SEARCH]}), "search")
    assert {(bad.name, bad.declared) for bad in found.bad_arguments} == {("max_results", False), ("limit", True)}


def test_a_schema_that_takes_other_arguments_has_none_that_are_made_up():
    lax = spec("search", {"query": {"type": "string"}}, additionalProperties=True)
    invalid, bad = _told(Session().call("search", {"query": "x", "anything": 5}), tools=[lax])
    assert (invalid.count, bad) == (0, {})


def test_keys_inside_an_object_argument_are_named_with_it():
    inner = {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False}
    tools = [spec("search", {"filter": inner})]
    _, bad = _told(Session().call("search", {"filter": {"a": "x", "b": 1}}), tools=tools)
    assert bad == {("filter.b", "undeclared"): 1, ("filter.a", "type"): 1}


def test_a_list_in_the_log_is_known_to_the_calls_behind_it():
    session = Session()
    before = session.call("search", {"limit": 1}).events.pop()
    offered = Offered(session=session.name, server="notes", tools=(SEARCH,))
    after = Session().call("search", {"limit": 1})
    assert tool(came_to(after, also=[before, offered]), "search").invalid.n == 1


def test_a_list_of_no_named_server_holds_for_a_tool_of_that_name_on_any():
    session = Session().call("search", {"max": 1})
    found = tool(came_to(session, tools={"": [SEARCH]}), "search")
    assert (found.invalid.count, found.declared) == (1, True)


def test_of_arguments_without_values_their_names_are_held_to_the_schema():
    session = Session().call("search", names=Names(names=("max_results",), digest="d"))
    invalid, bad = _told(session)
    assert (invalid.count, bad) == (1, {("max_results", "undeclared"): 1, ("query", "missing"): 1})


def test_without_a_schema_nothing_is_said():
    found = tool(came_to(Session().call("search", {"anything": 1})), "search")
    assert (found.invalid.n, found.bad_arguments, found.declared) == (0, (), None)


def test_a_schema_that_is_none_is_no_reason_to_blame_a_call():
    broken = spec("search", {"query": {"type": "nonsense"}})
    assert _told(Session().call("search", {"query": 1}), tools=[broken])[0].n == 0


def test_an_example_of_a_bad_value_is_shown_only_where_that_is_asked_for():
    session = Session().call("search", {"query": "x", "sort": "best"})
    hidden = tool(came_to(session, tools={"notes": [SEARCH]}), "search").bad_arguments[0]
    shown = tool(came_to(session, tools={"notes": [SEARCH]}, shows_arguments=True), "search").bad_arguments[0]
    assert (hidden.example, shown.example) == ("", '"best"')


def test_arguments_that_are_no_object_are_one_fault_and_not_all_that_is_missing():
    session = Session().call("search", {}, form=Form.TEXT)
    invalid, bad = _told(session)
    assert (invalid.count, bad) == (1, {("(all together)", "no JSON object"): 1})
