"""What of a real server is measured, and that none of its data is touched."""

import pytest

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]

WRITERS = {
    "code-review-graph-2.3.7": "apply_refactor_tool build_or_update_graph_tool embed_graph_tool generate_wiki_tool "
    "run_postprocess_tool",
    "code-review-graph-2.3.9": "apply_refactor_tool build_or_update_graph_tool embed_graph_tool generate_wiki_tool "
    "run_postprocess_tool",
    "git": "git_add git_checkout git_commit git_create_branch git_reset",
    "time": "",
    "sqlite": "append_insight create_table write_query",
    "everything": "gzip-file-as-resource simulate-research-query toggle-simulated-logging toggle-subscriber-updates "
    "trigger-long-running-operation",
    "filesystem": "create_directory edit_file move_file write_file",
    "memory": "add_observations create_entities create_relations delete_entities delete_observations delete_relations",
}
LISTED = {
    "code-review-graph-2.3.7": 30,
    "code-review-graph-2.3.9": 30,
    "git": 12,
    "time": 2,
    "sqlite": 6,
    "filesystem": 14,
    "memory": 9,
}
everywhere = pytest.mark.parametrize("name", list(WRITERS))


@everywhere
def test_four_of_five_tools_that_read_are_measured_with_no_argument_written_by_hand(audit_of, name):
    coverage = audit_of(name).server["coverage"]
    readers = coverage["listed"] - len(WRITERS[name].split())

    assert coverage["measured"] >= 0.8 * readers, coverage


@everywhere
def test_no_tool_that_writes_is_called_and_each_is_named_with_its_reason(audit_of, name):
    audit, writers = audit_of(name), set(WRITERS[name].split())
    refused = {tool["tool"]: tool["reason"] for tool in audit.server["coverage"]["refused"]}

    assert not writers & audit.called()
    assert writers <= set(refused)
    assert all(refused.values())


@everywhere
def test_what_the_server_keeps_is_the_same_before_and_after(audit_of, name):
    assert audit_of(name).data_unchanged


@pytest.mark.parametrize(("name", "listed"), list(LISTED.items()))
def test_every_listed_tool_is_measured_refused_or_said_to_be_unmeasured(audit_of, name, listed):
    coverage = audit_of(name).server["coverage"]

    assert coverage["listed"] == listed
    assert coverage["measured"] + len(coverage["refused"]) + len(coverage["unmeasured"]) == listed


def test_the_smallest_servers_are_measured_whole(audit_of):
    for name in ("git", "time", "sqlite", "memory"):
        assert audit_of(name).server["coverage"]["unmeasured"] == [], name
