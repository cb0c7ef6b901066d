"""Which arguments agents get wrong again and again."""

from transcripts.happenings import Session, findings_on, rules_found, spec

SEARCH = spec("search", {"query": {"type": "string"}, "limit": {"type": "integer"}}, required=["query"])


def test_an_argument_that_agents_make_up_again_and_again_is_named():
    session = Session().task()
    for number in range(30):
        session.call("search", {"query": str(number)} | ({"max_results": 5} if number % 5 == 0 else {}))
    (finding,) = findings_on(session, tools={"notes": [SEARCH]})
    assert (finding.rule, finding.argument, finding.tools) == ("ambiguous-argument-in-use", "max_results", ("search",))
    assert "6 of 30 (20 %; 95 % interval 10 to 37 %) calls send max_results" in finding.message


def test_an_argument_that_was_wrong_once_is_no_finding():
    session = Session().task()
    for number in range(30):
        session.call("search", {"query": str(number)} | ({"max_results": 5} if number == 5 else {}))
    assert rules_found(session, tools={"notes": [SEARCH]}) == set()


def test_without_a_schema_what_the_server_refuses_is_told_without_a_name():
    session = Session().task()
    for number in range(30):
        error = None if number % 3 else "Input validation error: 'limit' is a required property"
        session.call("search", {"query": str(number)}, f"fine {number}", error=error)
    assert "ambiguous-argument-in-use" in rules_found(session)


def test_values_in_the_place_of_names_are_told_without_them():
    session = Session().task()
    for number in range(30):
        session.call("search", {"query": str(number)} | ({f"ann{number}@x.example": 5} if number % 5 == 0 else {}))
    (finding,) = findings_on(session, tools={"notes": [SEARCH]})
    assert "6 of 30 (20 %; 95 % interval 10 to 37 %) calls send arguments whose names look like data" in finding.message
