"""Whether an error names what was wrong, and tells what would be right."""

import pytest
from builders import call, tool, tool_run

from tool_audit.refusals.forms import says_what_to_send
from tool_audit.refusals.mistakes import wrong_in
from tool_audit.refusals.naming import names_argument, names_value

SPEC = tool(
    "find_boats",
    {
        "max_results": {"type": "integer", "minimum": 1, "maximum": 50},
        "kind": {"enum": ["sail", "motor"]},
        "since": {"type": "string", "format": "date"},
        "code": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "user": {"type": "object", "properties": {"age": {"type": "integer"}}},
        "port": {"type": "string"},
        "note": {"type": "string", "maxLength": 500},
    },
    required=["port"],
)


def wrong(**arguments):
    sent = call("x", tool="find_boats", arguments=arguments)
    return wrong_in(tool_run(call("x", arguments={"port": "Kiel"}), spec=SPEC, calls=[sent]), sent)


MANY, TOO_MANY = wrong(port="a", max_results="many"), wrong(port="a", max_results=51)
MEMBER, DATE = wrong(port="a", kind="rowing"), wrong(port="a", since="2026-13-45")
PATTERN, LONG = wrong(port="a", code="#"), wrong(port="a", note="n" * 501)
LACKS, KEY, INNER = wrong(), wrong(port="a", tool_audit_unknown="x"), wrong(port="a", user={"agee": 3})


@pytest.mark.parametrize(
    "text",
    [
        "max_results: no",
        "maxResults is wrong",
        "max-results is wrong",
        "Max results are wrong",
        "/max_results: no",
        "'MAX_RESULTS'",
        '{"path": ["max_results"]}',
    ],
)
def test_an_argument_is_named_in_any_common_spelling(text):
    assert names_argument(text, MANY)


def test_an_inner_key_is_named_by_its_path_or_by_itself():
    assert names_argument("user.agee is unknown", INNER)
    assert names_argument("unknown key `agee`", INNER)
    assert not names_argument("user is wrong", INNER)


@pytest.mark.parametrize("text", ["", "results", "the maximum of results", "max_results_total"])
def test_a_part_of_a_name_names_nothing(text):
    assert not names_argument(text, MANY)


def test_a_value_is_named_as_it_was_sent():
    assert names_value("no such kind: rowing", MEMBER)
    assert names_value("got 51", TOO_MANY)
    assert not names_value("got 510", TOO_MANY)
    assert not names_value("anything", LACKS)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (MANY, "max_results: Input should be a valid integer"),
        (MANY, "Invalid input: expected number, received string at max_results"),
        (MANY, "max_results muss eine ganze Zahl sein"),
        (MANY, "max_results は整数"),
        (MANY, 'invalid type: string "many", wants u64'),
        (TOO_MANY, "max_results is over 50"),
        (TOO_MANY, "max_results: 1..50"),
        (TOO_MANY, "max_results must be smaller"),
        (MEMBER, "kind: sail or motor"),
        (MEMBER, "kind 'rowing' is not one of the kinds"),
        (DATE, "since: YYYY-MM-DD"),
        (DATE, "Invalid isoformat string: '2026-13-45'"),
        (DATE, "month must be in 1..12"),
        (DATE, "since: 2026-13-45, should look like 2026-03-10"),
        (PATTERN, "code does not match ^[A-Z]{3}$"),
        (PATTERN, "code: three capitals, e.g. KEL"),
        (LONG, "note has over 500 characters"),
        (LACKS, "port is required"),
        (KEY, "unknown argument tool_audit_unknown"),
    ],
)
def test_members_bounds_types_formats_and_examples_tell_what_to_send(wrong, text):
    assert says_what_to_send(text, wrong)


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (MANY, "max_results is invalid: many"),
        (TOO_MANY, "max_results is invalid: 51"),
        (TOO_MANY, "max_results 51 is out of range"),
        (MEMBER, "Invalid kind: rowing"),
        (wrong(port="a", kind="use"), "Invalid kind: use"),
        (DATE, "Invalid date: 2026-13-45"),
        (PATTERN, "code: invalid"),
        (LONG, "note is too long"),
        (LACKS, "something is required"),
    ],
)
def test_the_name_and_the_value_alone_do_not(wrong, text):
    assert not says_what_to_send(text, wrong)
