"""What must be found on real servers, and what must not."""

import pytest

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]

# where a test says that nothing else is found, it speaks of these: sizes, serialization and names
SIZE_AND_FORM = set(
    "oversized-default oversized-maximum default-is-maximum unbounded-listing no-upper-bound no-size-control "
    "binary-in-text empty-fields dominant-field fixed-wrapper side-payload identifier-noise oversized-definitions "
    "oversized-description oversized-instructions oversized-error unicode-escaped indented-json double-encoded-json "
    "duplicated-structured payload-only-in-structured stringified-object non-finite-number lone-surrogate "
    "terminal-codes html-in-text tool-name-invalid duplicate-tool-name schema-invalid undeclared-bound".split()
)


def test_communities_are_sent_whole_unless_asked_otherwise(audit_of):
    audit = audit_of("code-review-graph-2.3.7")
    tool = "list_communities_tool"

    assert {("error", "oversized-default", tool), ("error", "default-is-maximum", tool)} <= audit.found()
    assert audit.finding("default-is-maximum", tool)["argument"] == "detail_level"
    assert audit.finding("default-is-maximum", tool)["send"][0]["arguments"] == {"detail_level": "minimal"}
    assert audit.finding("oversized-default", tool)["send"][0]["arguments"] == {"detail_level": "minimal"}


def test_the_overview_is_over_the_cap_only_at_its_fullest_detail(audit_of):
    finding = audit_of("code-review-graph-2.3.7").finding("oversized-maximum", "get_architecture_overview_tool")

    assert finding["argument"] == "detail_level"
    assert finding["evidence"][0]["arguments"] == {"detail_level": "standard"}


def test_flows_grow_without_bound_until_the_release_that_mended_it(audit_of):
    before, after = audit_of("code-review-graph-2.3.7"), audit_of("code-review-graph-2.3.9")

    assert ("warning", "no-upper-bound", "list_flows_tool") in before.found()
    assert ("warning", "no-upper-bound", "list_flows_tool") not in after.found(shown=False)


def test_a_negative_limit_is_answered_in_full_until_the_release_that_refuses_it(audit_of):
    before, after = audit_of("code-review-graph-2.3.7"), audit_of("code-review-graph-2.3.9")
    (all_flows,), (refusal,) = (audit.outcomes("list_flows_tool", limit=-1) for audit in (before, after))

    assert before.tools["list_flows_tool"]["largest"]["arguments"] == {"limit": -1}
    assert len(str(all_flows)) > 200_000
    assert len(str(refusal)) < 2_000


def test_replies_that_come_twice_are_found_on_nearly_every_tool(audit_of):
    for version in ("2.3.7", "2.3.9"):
        audit = audit_of(f"code-review-graph-{version}")
        twice = {tool for severity, rule, tool in audit.found() if rule == "duplicated-structured"}
        assert len(twice) >= 0.6 * len(audit.tools)


def test_what_was_mended_is_no_longer_reported(audit_of):
    before, after = (audit_of(f"code-review-graph-{version}") for version in ("2.3.7", "2.3.9"))
    tool = "list_communities_tool"

    assert after.tools[tool]["default"]["chars"] < before.tools[tool]["default"]["chars"] / 4
    assert {"max_results", "detail_level"} <= {name for call in _calls(after, tool) for name in call["arguments"]}
    rules = {rule for _, rule, of in after.found(shown=False) if of == tool}
    assert not rules & {"unbounded-listing", "no-size-control"}
    grown = {of for _, rule, of in before.found() if rule == "oversized-maximum"}
    mended = grown - {of for _, rule, of in after.found(shown=False) if rule == "oversized-maximum"}
    assert {"list_flows_tool", "get_hub_nodes_tool", "get_surprising_connections_tool"} <= mended


def test_a_memory_graph_comes_whole_indented_and_nothing_bounds_it(audit_of):
    found = _about_size(audit_of("memory"))

    assert {rule for _, rule, tool in found if tool == "read_graph"} == {
        "oversized-default",
        "unbounded-listing",
        "indented-json",
        "no-size-control",
        "duplicated-structured",
    }
    assert {tool for severity, _, tool in found if severity == "error"} == {"read_graph"}


def test_a_history_has_no_upper_bound_but_a_modest_default(audit_of):
    found = _about_size(audit_of("git"))

    assert ("warning", "no-upper-bound", "git_log") in found
    assert ("warning", "oversized-maximum", "git_log") in found
    assert {severity for severity, _, _ in found} == {"warning"}
    assert {tool for _, _, tool in found} == {"git_log"}


def test_a_clock_has_no_flaw(audit_of):
    assert _about_size(audit_of("time"), shown=False) == set()


def test_an_image_is_no_flaw(audit_of):
    audit = audit_of("everything")

    assert "get-tiny-image" in audit.tools
    assert _about_size(audit, shown=False) == set()


def test_a_tree_of_files_comes_whole_and_indented(audit_of):
    found = audit_of("filesystem").found()

    assert {("error", "oversized-default", "directory_tree"), ("warning", "indented-json", "directory_tree")} <= found
    assert ("info", "duplicated-structured", "directory_tree") in found
    assert not {tool for severity, _, tool in found if severity == "error"} & {"list_directory", "search_files"}


def test_rows_written_as_python_are_no_json(audit_of):
    found = _about_size(audit_of("sqlite"))

    assert ("error", "stringified-object", "list_tables") in found
    assert {rule for _, rule, _ in found} == {"stringified-object"}


def _about_size(audit, *, shown=True):
    return {finding for finding in audit.found(shown=shown) if finding[1] in SIZE_AND_FORM}


def _calls(audit, tool):
    return [observation for observation in audit.observations if observation["tool"] == tool]


def test_a_clean_server_of_the_fastmcp_framework_has_no_error_and_no_warning(audit_of):
    audit = audit_of("fastmcp")

    assert set(audit.tools) == {"list_lamps", "get_lamp"}
    assert not [found for found in audit.found() if found[0] != "info"]
