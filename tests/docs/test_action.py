"""action.yml: what it names exists, it is safe to feed, and its steps do what a workflow wants of them."""

import json
import re
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from docs.composite import COMPARISON, EXPRESSION, Job, read_yaml, run_action, run_workflow
from docs.places import FIXTURES, ROOT, environment

FILE = ROOT / "action.yml"
TEXT = FILE.read_text(encoding="utf-8")
ACTION = read_yaml(TEXT)
STEPS = ACTION["runs"]["steps"]
pytestmark = pytest.mark.timeout(200)
HERE = {"install": "false"}
"""The checkout's own command is on the PATH already."""


def texts(part):
    """Every text in a part of the file, and every condition as an expression."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from texts(f"${{{{ {value} }}}}" if key == "if" else value)
    elif isinstance(part, list):
        for value in part:
            yield from texts(value)


def named(area):
    """What expressions anywhere name in `inputs` or `steps`."""
    found = " ".join(expression for text in texts(ACTION) for expression in EXPRESSION.findall(text))
    return set(re.findall(rf"\b{area}\.([\w.-]+)", found))


def test_it_is_a_composite_action_whose_parts_are_described():
    assert ACTION["runs"]["using"] == "composite"
    assert all(one["description"] and isinstance(one["default"], str) for one in ACTION["inputs"].values())
    assert all(one["description"] and one["value"] for one in ACTION["outputs"].values())


def test_every_input_is_used_and_every_input_that_is_used_exists():
    assert named("inputs") == set(ACTION["inputs"])


def test_every_step_that_an_expression_names_stands_before_it():
    ids = [step["id"] for step in STEPS]
    assert len(set(ids)) == len(ids)
    assert {name.split(".")[0] for name in named("steps")} <= set(ids)
    for place, step in enumerate(STEPS):
        used = re.findall(r"steps\.([\w-]+)", " ".join(texts(step)))
        assert set(used) <= set(ids[:place])


def test_every_condition_is_one_that_is_read_here():
    conditions = [step["if"] for step in STEPS if "if" in step]
    assert all(COMPARISON.fullmatch(part.strip()) for condition in conditions for part in condition.split("&&"))


def test_every_script_names_its_shell_and_no_expression_is_put_into_one():
    scripts = [step for step in STEPS if "run" in step]
    assert len(scripts) == 2
    assert {step["shell"] for step in scripts} == {"bash"}
    assert not [step["id"] for step in scripts if "${{" in step["run"]]


def test_every_variable_of_a_script_is_given_to_it_or_made_in_it():
    given = {"GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_ACTION_PATH", "RUNNER_TEMP"}
    for step in (step for step in STEPS if "run" in step):
        used = set(re.findall(r"\$\{?([A-Z][A-Z_]+)", step["run"]))
        assert used <= given | set(step["env"])
        assert set(step["env"]) <= used


def test_what_others_wrote_is_pinned_by_its_commit_with_the_version_beside_it():
    lines = re.findall(r"^\s*(?:- )?uses: (.*)$", TEXT, re.MULTILINE)
    assert lines
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line) for line in lines)


@pytest.fixture
def job(tmp_path):
    """A job whose checkout has a server that costs too much, and one that is clean."""
    workspace, temp = tmp_path / "a checkout", tmp_path / "temp"
    workspace.mkdir()
    temp.mkdir()
    for name in ("clean.py", "checked.py", "stdio_server.py"):
        shutil.copy(FIXTURES / name, workspace)
    bank = {"command": sys.executable, "args": ["-m", "tool_audit.demo.server"], "env": {"PYTHONPATH": str(ROOT)}}
    (workspace / ".mcp.json").write_text(json.dumps({"mcpServers": {"bank": bank}}, indent=2))
    return Job(workspace, temp, environment(tmp_path))


def test_with_no_inputs_it_audits_the_checkouts_configuration_and_fails_where_a_finding_counts(job):
    ran = run_action(FILE, HERE, job)
    assert ran.failed, job.log
    assert ran.outputs["exit-code"] == "1"
    assert re.search(r"^::error file=\.mcp\.json,line=3,title=default-is-maximum", job.log, re.MULTILINE)
    assert 'send   list_mental_models {"detail": "metadata"}' in job.log
    assert job.summary.startswith("# tool-audit report")
    sarif = json.loads(Path(ran.outputs["sarif"]).read_text(encoding="utf-8"))
    assert sarif["runs"][0]["results"]
    assert json.loads(Path(ran.outputs["json"]).read_text(encoding="utf-8"))["verdict"]["exit_code"] == 1
    assert ET.parse(ran.outputs["junit"]).getroot().get("failures") != "0"
    assert Path(ran.outputs["markdown"]).read_text(encoding="utf-8") == job.summary
    assert (ran.outputs["comment"], job.passed_over) == ("", [])


def test_a_command_is_started_as_its_words_say_and_a_clean_server_passes(job):
    (job.workspace / "a folder").mkdir()
    shutil.move(job.workspace / "clean.py", job.workspace / "a folder" / "my clean.py")
    inputs = {"command": "python3 'a folder/my clean.py'", "args": "--env 'PYTHONPATH=.' --max-calls 5"}
    ran = run_action(FILE, {**HERE, **inputs}, job)
    assert not ran.failed, job.log
    assert ran.outputs["exit-code"] == "0"


def test_nothing_that_an_input_holds_is_run_by_the_shell(job):
    evil = "x$(touch pwned)`touch pwned`; touch pwned && touch 'pwned'"
    names = ("target", "command", "config", "fail-on", "baseline", "client", "compare-with", "args", "report-folder")
    ran = run_action(FILE, {**HERE, **dict.fromkeys(names, evil)}, job)
    assert ran.outputs["exit-code"] == "2", job.log
    assert not list(job.workspace.rglob("pwned"))
    assert Path(ran.outputs["json"]).parent == job.workspace / evil


def test_our_own_workflow_runs_it_as_the_job_says(job):
    shutil.copytree(FIXTURES, job.workspace / "fixtures", ignore=shutil.ignore_patterns("__pycache__"))
    workflow = ROOT / ".github" / "workflows" / "ci.yml"
    assert not run_workflow(workflow, FILE, job, {}, "action"), job.log
    assert job.log.count("tool-audit 0") == 2


def test_an_option_in_the_place_of_a_target_is_refused(job):
    ran = run_action(FILE, {**HERE, "target": ".mcp.json\n--allow-writes"}, job)
    assert ran.failed
    assert "::error title=tool-audit::target: --allow-writes is an option" in job.log


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"args": "--env 'A"}, "args: ValueError: No closing quotation"),
        ({"command": 'python3 "server.py'}, "command: ValueError: No closing quotation"),
        ({"report-folder": "out\nexit-code=0"}, "report-folder: it is one folder"),
        ({"target": " --allow-writes "}, "target: --allow-writes is an option"),
    ],
)
def test_an_input_that_cannot_be_read_is_told_and_is_a_mistake_of_usage(given, told, job):
    ran = run_action(FILE, {**HERE, **given}, job)
    assert (ran.failed, ran.outputs["exit-code"]) == (True, "2"), job.log
    assert f"::error title=tool-audit::{told}" in job.log
    assert "Traceback" not in job.log


def test_white_space_around_a_target_or_a_client_means_nothing(job):
    given = {"target": "\n  .mcp.json  \n\n", "client": " codex \n", "args": "--experiment default", "fail-on": "never"}
    ran = run_action(FILE, {**HERE, **given}, job)
    assert not ran.failed, job.log
    assert json.loads(Path(ran.outputs["json"]).read_text(encoding="utf-8"))["client"] == "codex"


def test_a_module_of_the_checkout_takes_no_part_in_reading_inputs(job):
    (job.workspace / "shlex.py").write_text("raise SystemExit('pwned')", encoding="utf-8")
    run_action(FILE, {**HERE, "args": "--env 'A"}, job)
    assert "args: ValueError: No closing quotation" in job.log


def test_two_audits_in_one_job_keep_their_reports_apart(job):
    few = {**HERE, "args": "--experiment default", "fail-on": "never"}
    first = run_action(FILE, few, job)
    second = run_action(FILE, {**few, "client": "codex"}, job)
    clients = [json.loads(Path(ran.outputs["json"]).read_text(encoding="utf-8"))["client"] for ran in (first, second)]
    assert clients == ["claude-code", "codex"]


def test_an_earlier_report_in_the_folder_of_reports_is_compared_before_it_is_written_over(job):
    given = {**HERE, "report-folder": "out", "args": "--experiment default", "fail-on": "never"}
    run_action(FILE, given, job)
    report = job.workspace / "out" / "audit.json"
    earlier = json.loads(report.read_text(encoding="utf-8"))
    earlier["servers"][0]["findings"].clear()
    report.write_text(json.dumps(earlier), encoding="utf-8")
    ran = run_action(FILE, {**given, "compare-with": "out/audit.json"}, job)
    assert "### New" in Path(ran.outputs["comment"]).read_text(encoding="utf-8"), job.log


def test_reports_and_comments_of_an_earlier_run_are_not_taken_for_this_ones(job):
    given = {**HERE, "report-folder": "out", "args": "--experiment default"}
    run_action(FILE, given, job)
    (job.workspace / "earlier.json").write_text("{", encoding="utf-8")
    ran = run_action(FILE, {**given, "compare-with": "earlier.json"}, job)
    assert ran.outputs["comment"] == "", job.log
    run_action(FILE, {**given, "client": "nobody"}, job)
    assert not (job.workspace / "out" / "audit.json").exists()


def test_a_baseline_and_an_earlier_report_are_taken_from_the_working_directory(job):
    few = "--experiment default"
    folder = {**HERE, "working-directory": "sub", "target": "../.mcp.json", "report-folder": "out"}
    (job.workspace / "sub").mkdir()
    first = run_action(FILE, {**folder, "args": f"{few} --baseline known.json --update-baseline"}, job)
    assert first.outputs["exit-code"] == "0", job.log
    (job.workspace / "sub" / "out" / "audit.json").rename(job.workspace / "sub" / "earlier.json")
    second = run_action(FILE, {**folder, "baseline": "known.json", "compare-with": "earlier.json", "args": few}, job)
    assert not second.failed
    assert "0 new, 0 fixed" in Path(second.outputs["comment"]).read_text(encoding="utf-8")


@pytest.mark.real
@pytest.mark.timeout(600)
def test_its_install_step_puts_the_command_alone_on_the_path(job):
    job.environ = {name: value for name, value in job.environ.items() if name != "PYTHONPATH"}
    shutil.rmtree(job.temp.parent / "bin")
    ran = run_action(FILE, {"target": "", "fail-on": "never", "command": f"{sys.executable} clean.py"}, job)
    assert not ran.failed, job.log
    (folder,) = job.path
    assert [file.name for file in (job.temp / "tool-audit" / "bin").iterdir()] == ["tool-audit"]
    assert folder == str(job.temp / "tool-audit" / "bin")
