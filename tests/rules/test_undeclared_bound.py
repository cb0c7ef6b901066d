import pytest
from builders import hits, server_run, tool

from tool_audit.rules.undeclared_bound import undeclared_bound

NUMBER = {"type": "integer"}


def found(*tools):
    return hits(undeclared_bound, server_run(tools=tools))


def test_a_limit_without_default_and_maximum_is_found():
    [hit] = found(tool("list_items", {"limit": NUMBER}))
    assert hit.tools == ("list_items",)
    assert hit.argument == "limit"
    assert "limit (no default and no maximum)" in hit.message


@pytest.mark.parametrize(
    ("schema", "lacks"),
    [
        (NUMBER | {"default": 10}, "no maximum"),
        (NUMBER | {"maximum": 100}, "no default"),
        ({"anyOf": [NUMBER, {"type": "null"}], "default": None}, "no default and no maximum"),
    ],
)
def test_what_is_missing_is_said(schema, lacks):
    [hit] = found(tool("list_items", {"limit": schema}))
    assert f"limit ({lacks})" in hit.message


def test_a_limit_with_default_and_maximum_is_left_alone():
    assert found(tool("list_items", {"limit": NUMBER | {"default": 10, "maximum": 100}})) == []
    assert found(tool("list_items", {"limit": NUMBER | {"default": 10, "exclusiveMaximum": 101}})) == []


def test_a_closed_set_is_a_bound():
    assert found(tool("list_items", {"limit": {"type": "integer", "enum": [10, 50], "default": 10}})) == []


def test_a_required_limit_needs_no_default():
    limit = {"limit": NUMBER | {"maximum": 50}}
    assert found(tool("list_items", limit, required=["limit"])) == []
    assert len(found(tool("list_items", {"limit": NUMBER}, required=["limit"]))) == 1


def test_a_limit_in_an_object_of_options_counts_as_well():
    options = {"type": "object", "properties": {"limit": NUMBER, "title": {"type": "string"}}}
    [hit] = found(tool("search", {"options": options}))
    assert "options.limit (no default and no maximum)" in hit.message


def test_one_finding_a_tool_names_all_its_arguments():
    tools = [tool("search", {"top_k": NUMBER, "max_tokens": NUMBER, "query": {"type": "string"}}), tool("list_all")]
    [hit] = found(*tools)
    assert "top_k" in hit.message
    assert "max_tokens" in hit.message
    assert hit.argument is None


def test_numbers_that_bound_nothing_are_left_alone():
    free = dict.fromkeys(["issue_id", "timeout_seconds", "offset", "page", "year", "min_score"], NUMBER)
    assert found(tool("search", free)) == []


def test_a_required_number_that_the_tool_works_on_is_left_alone():
    assert found(tool("get_issue", {"number": NUMBER}, required=["number"])) == []
    assert found(tool("fibonacci", {"n": NUMBER}, required=["n"])) == []


def test_what_a_writing_tool_stores_is_left_alone():
    assert found(tool("update_quota", {"max_items": NUMBER})) == []
    assert found(tool("tune", {"limit": NUMBER}, annotations={"readOnlyHint": False})) == []


def test_part_of_one_file_is_left_alone():
    lines = {"path": {"type": "string"}, "head": NUMBER, "tail": NUMBER}
    assert found(tool("read_file", lines, required=["path"])) == []


def test_how_much_is_done_per_round_is_no_bound():
    rounds = {"type": "integer", "default": 100, "description": "Number of keys to scan per iteration."}
    assert found(tool("scan_all_keys", {"batch_size": rounds})) == []
    assert len(found(tool("list_keys", {"batch_size": rounds | {"description": "How many keys to return."}}))) == 1
