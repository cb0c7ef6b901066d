"""A configured server as test items: which there are, what each says, and how often it is audited for them."""

import pytest

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.timeout(200)  # a pytest, two runs of ours and a server, on a machine that others use

TOOLS = ("list_things", "get_large", "get_failure", "delete_things")
BUDGETS = """
def test_a_list_is_small(tool_audit):
    assert tool_audit().tools["list_things"].default.tokens <= 500

def test_the_same_target_by_name(tool_audit):
    assert tool_audit({server!r}).tools["get_large"].default.items is None

def test_a_large_text_is_small(tool_audit):
    assert tool_audit().tools["get_large"].default.tokens <= 500
"""


@pytest.fixture
def configured(project):
    project.configure(*TOOLS)
    project.pytester.makepyfile(test_budgets=BUDGETS.format(server=project.server(*TOOLS)))
    return project


def test_each_tool_and_group_of_rules_passes_fails_or_is_skipped_by_one_audit_for_all_workers(configured):
    ended = configured.run("-v", "-rfs", "-n", "2")
    # whether it was audited, and ten groups of rules on the server and on each tool, of which two were not measured
    ended.assert_outcomes(passed=1 + 10 + 9 + 10 + 2, failed=1 + 1, skipped=10 + 10)
    ended.stdout.fnmatch_lines_random(
        [
            "*PASSED pyproject.toml::odd::audited*",
            "*PASSED pyproject.toml::odd::(server)::definitions*",
            "*FAILED pyproject.toml::odd::get_large::size-of-replies*",
            "error oversized-default: With nothing filled in, the answer is 100,000 characters*",
            "seen: get_large {}: 100,000 chars, * tokens",
            "E*assert * <= 500",
            "E*where * = <get_large {}: 100,000 chars, * tokens>.tokens",
            "SKIPPED [[]10[]] pyproject.toml:2: not called: writes*",
            "SKIPPED [[]10[]] pyproject.toml:2: not measured: *it is not there*",
        ]
    )
    ended.stdout.no_fnmatch_line("*pytest_plugin*")
    assert configured.starts == 2  # to list its tools, and to audit them


def test_collecting_calls_no_tool_and_an_item_is_found_by_its_id(configured):
    ended = configured.run("--collect-only", "-q", "test_budgets.py", "pyproject.toml::odd::get_large::size-of-replies")
    ended.stdout.fnmatch_lines(["test_budgets.py::*", "pyproject.toml::odd::get_large::size-of-replies"])
    ended.stdout.fnmatch_lines(["4 tests collected*"])
    assert (configured.starts, configured.was_called) == (1, False)


def test_tests_that_are_named_start_no_server_and_import_nothing_of_ours(project):
    project.configure(*TOOLS)
    path = project.pytester.makepyfile(
        """
        import sys

        def test_nothing(request):
            assert request.config.pluginmanager.has_plugin("tool-audit")
            loaded = [name for name in sys.modules if name.startswith("tool_audit")]
            assert loaded == ["tool_audit", "tool_audit.pytest_plugin"]
            assert not {"mcp", "rich", "anyio.abc", "jsonschema"} & sys.modules.keys()
        """
    )
    project.run("-p", "no:anyio", str(path)).assert_outcomes(passed=1)
    assert project.starts == 0


def test_without_the_plugin_nothing_is_known_of_it(project):
    project.pytester.makepyfile("def test_fixture(tool_audit): pass")
    ended = project.run("-p", "no:tool-audit")
    ended.assert_outcomes(errors=1)
    ended.stdout.fnmatch_lines(["*fixture 'tool_audit' not found*"])


def test_a_server_that_does_not_start_is_one_failure_with_the_hint_and_other_tests_go_on(project):
    project.pytester.makepyfile("def test_another(): pass")
    ended = project.run("--tool-audit", "python -c 1", "-v")  # and no file configures pytest here
    ended.assert_outcomes(passed=1, failed=1)
    ended.stdout.fnmatch_lines(
        [
            "tool-audit::python::audited FAILED*",
            "*the server did not start*exited with 0*",
            "start it by hand*",
        ]
    )
    ended.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize(
    ("options", "settings", "said"),
    [
        ((), "[tool.tool-audit.probing]\nmax_cals = 3\n", "*has no setting 'max_cals'*"),
        (("-n", "2", "--tool-audit", "python 'x"), "", "*No closing quotation*"),
    ],
    ids=["settings", "quotes"],
)
def test_what_cannot_be_meant_is_an_error_of_usage(project, options, settings, said):
    project.configure("list_things", settings=settings)
    ended = project.run(*options)
    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    ended.stderr.fnmatch_lines([f"ERROR: --tool-audit {said}", "hint: *"])
    ended.stderr.no_fnmatch_line("*Traceback*")
    assert project.starts == 0


CHANGING = """
import sys
from pathlib import Path

sys.path.insert(0, {fixtures!r})
from stdio_server import definition, serve

started = Path("started")
names = ["list_a", "list_c"] if started.exists() else ["list_a", "list_b"]
started.touch()
serve("changing", {{name: (definition("List."), lambda _: "one") for name in names}})
"""


def test_tools_that_come_and_go_between_collecting_and_the_audit_are_told(project):
    (project.folder / "changing.py").write_text(CHANGING.format(fixtures=str(project.fixtures)))
    project.pytester.makeini("[pytest]\ntool_audit_targets = python changing.py")
    ended = project.run("-k", "audited or liveness", "-v")
    ended.assert_outcomes(passed=2, failed=2, deselected=27)
    ended.stdout.fnmatch_lines(
        [
            "tox.ini::changing::list_a::liveness PASSED*",
            "tools that were not listed when tests were collected: list_c",
            "list_b was not listed any more when it was audited",
        ]
    )
