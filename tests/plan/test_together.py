import pytest
from builders import call, tool

from tool_audit.model import Call, Json, Subject, ToolSpec
from tool_audit.plan.harvest import harvest
from tool_audit.plan.sources import Sources
from tool_audit.plan.values import fillings
from tool_audit.schema import arguments_of

TEXT: Json = {"type": "string"}


def first(spec: ToolSpec, *calls: Call) -> dict[str, Json]:
    sources = Sources(found=harvest(calls))
    return dict(fillings(Subject(tool=spec.name), spec, arguments_of(spec), sources, {})[0].arguments)


def listing(document: Json, name: str, arguments: dict[str, Json] | None = None) -> Call:
    return call(None, structured=document, tool=name, arguments=arguments or {})


REPOS = listing({"repos": [{"repo": "org/one"}, {"repo": "org/two"}, {"repo": "org/six"}]}, "list_repos")
LINES = tool("read_lines", {"repo": TEXT, "file": TEXT}, required=["repo", "file"])


def test_values_of_one_record_are_sent_together() -> None:
    hits = listing({"hits": [{"repo": "org/six", "file": "src/a.py"}]}, "search_code")
    assert first(LINES, REPOS, hits) == {"repo": "org/six", "file": "src/a.py"}


@pytest.mark.parametrize(
    "line", ["org/six:src/a.py:12: def handle", "- org/six:src/a.py:12: def handle", "org/six: src/a.py:12"]
)
def test_values_of_one_line_are_sent_together(line: str) -> None:
    hits = call(f"1 hit\n{line}", tool="search_code")
    assert first(LINES, REPOS, hits) == {"repo": "org/six", "file": "src/a.py"}


def test_what_was_told_of_what_was_sent_belongs_to_it() -> None:
    databases = listing({"databases": [{"name": "main"}, {"name": "logs"}]}, "list_databases")
    tables = listing({"tables": [{"name": "orders"}]}, "list_tables", {"database_name": "logs"})
    spec = tool("describe_table", {"database_name": TEXT, "table_name": TEXT}, required=["database_name", "table_name"])
    assert first(spec, databases, tables) == {"database_name": "logs", "table_name": "orders"}


def test_what_holds_a_record_belongs_to_it() -> None:
    boards = listing({"boards": [{"id": "b1"}, {"id": "b2", "cards": [{"id": "c7"}]}]}, "list_boards")
    spec = tool("get_card", {"board_id": TEXT, "card_id": TEXT}, required=["board_id", "card_id"])
    assert first(spec, boards) == {"board_id": "b2", "card_id": "c7"}


def test_a_value_that_is_made_up_belongs_to_no_record() -> None:
    boards = listing({"boards": [{"id": "b1", "size": 9}, {"id": "b2", "size": 1}]}, "list_boards")
    spec = tool("get_part", {"board_id": TEXT, "start": {"type": "integer"}}, required=["board_id", "start"])
    assert first(spec, boards) == {"board_id": "b1", "start": 1}


def test_an_example_of_the_schema_stays_though_a_record_holds_another_value() -> None:
    hits = listing({"hits": [{"repo": "org/six", "file": "src/a.py"}]}, "search_code")
    spec = tool("read_lines", {"repo": {**TEXT, "default": "org/one"}, "file": TEXT}, required=["repo", "file"])
    assert first(spec, hits)["repo"] == "org/one"


def test_a_pair_of_records_without_anything_in_common_is_paired_by_rank() -> None:
    users, teams = listing({"users": [{"id": "u1"}]}, "list_users"), listing({"teams": [{"id": "t1"}]}, "list_teams")
    spec = tool("get_role", {"user_id": TEXT, "team_id": TEXT}, required=["user_id", "team_id"])
    assert first(spec, users, teams) == {"user_id": "u1", "team_id": "t1"}


def test_one_value_is_not_sent_twice_because_its_record_holds_it() -> None:
    stops = listing({"trips": [{"from": "Bern", "to": "Thun"}]}, "list_trips")
    spec = tool("get_trip", {"from": TEXT, "to": {"type": "string", "enum": ["Bern", "Thun"]}}, required=["from", "to"])
    assert first(spec, stops) == {"from": "Bern", "to": "Thun"}
