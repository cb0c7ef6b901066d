"""The files that docs/ci.md shows for GitHub, GitLab, any other shell and pre-commit do what the page says."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from docs.composite import Job, read_yaml, run_workflow
from docs.pages import steps_of
from docs.places import ROOT, environment, put_program
from docs.test_hooks import HOOKS

pytestmark = pytest.mark.timeout(200)
PAGE = ROOT / "docs" / "ci.md"
FILES = {step.scenario: step for step in steps_of(PAGE) if step.file}
SERVER = next(step for step in steps_of(PAGE) if step.file == "server.py")
CONFIGURATION = next(step for step in steps_of(PAGE) if step.file == ".mcp.json")
PULL_REQUEST = {"github.event_name": "pull_request", "github.token": "none", "github.event.pull_request.number": "7"}
PUSH = {"github.event_name": "push", "github.token": "none", "github.event.pull_request.number": ""}
PINNED = re.compile(r"uses: [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


@pytest.fixture
def job(tmp_path):
    """A checkout with the page's server, and nothing that reaches out."""
    folder, temp = tmp_path / "checkout", tmp_path / "temp"
    temp.mkdir()
    for step in (SERVER, CONFIGURATION):
        (folder / step.file).parent.mkdir(parents=True, exist_ok=True)
        (folder / step.file).write_text(step.body, encoding="utf-8")
    environ = {**environment(tmp_path), "GITHUB_REPOSITORY": "me/mine", "SAID": str(tmp_path / "gh.txt")}
    put_program(tmp_path / "bin", "pip", "true")
    gh = tmp_path / "bin" / "gh"
    gh.write_text(
        '#!/bin/sh\necho "$@" >> "$SAID"\nif [ "$1" = run ] && [ -n "$GH_FAILS" ]; then exit 1; fi\necho 42\n'
    )
    gh.chmod(0o755)
    return Job(folder, temp, environ)


def written(name, job):
    """Write the file that the page shows under this name."""
    file = job.workspace / FILES[name].file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(FILES[name].body, encoding="utf-8")
    return file


def asked_of_gh(job):
    file = Path(job.environ["SAID"])
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def test_what_others_wrote_is_pinned_and_permissions_are_few():
    for name in ("github", "tutorial", "parts"):
        workflow = next(s for s in steps_of(PAGE) if s.scenario == name and ".github/workflows" in s.file).body
        used = [line for line in workflow.splitlines() if "uses:" in line and "tool-audit/tool-audit@" not in line]
        assert used
        assert all(PINNED.search(line) for line in used)
        assert "permissions:" in workflow
        assert "pull_request_target" not in read_yaml(workflow)["on"]
    assert read_yaml(FILES["github"].body)["permissions"] == {}


def test_the_workflow_on_the_main_branch_fails_and_still_hands_its_reports_on(job):
    assert run_workflow(written("github", job), ROOT / "action.yml", job, PUSH)
    assert "ERROR  default-is-maximum   list_notes" in job.log
    assert job.summary.startswith("# tool-audit report")
    assert [name.partition("@")[0] for name in job.passed_over] == [
        "actions/checkout",
        "github/codeql-action/upload-sarif",
        "actions/upload-artifact",
    ]
    _, upload, keep = job.given
    assert json.loads(Path(upload["sarif_file"]).read_text(encoding="utf-8"))["runs"][0]["results"]
    assert Path(keep["path"]).name == "audit.json"
    assert asked_of_gh(job) == []


def test_the_workflow_on_a_pull_request_comments_what_differs_from_the_main_branch(job):
    earlier = job.workspace / "main-report" / "audit.json"
    earlier.parent.mkdir()
    words = ["tool-audit", "probe", ".mcp.json", "--quiet", "--fail-on", "never", "--output", f"json={earlier}"]
    subprocess.run(["/usr/bin/env", *words], cwd=job.workspace, env=job.environ, check=True, timeout=50)
    assert run_workflow(written("github", job), ROOT / "action.yml", job, PULL_REQUEST)
    *fetched, comment = asked_of_gh(job)
    assert [line.split()[:2] for line in fetched] == [["run", "list"], ["run", "download"]]
    assert fetched[1].startswith("run download 42 ")
    assert comment.startswith("pr comment 7 --repo me/mine --edit-last --create-if-none --body-file ")
    assert "0 new, 0 fixed" in Path(comment.split()[-1]).read_text(encoding="utf-8")


def test_the_first_pull_request_has_nothing_to_compare_with_and_no_comment(job):
    job.environ = {**job.environ, "GH_FAILS": "1"}
    assert run_workflow(written("github", job), ROOT / "action.yml", job, PULL_REQUEST)
    assert [line.split()[0] for line in asked_of_gh(job)] == ["run"]


def test_jobs_side_by_side_audit_every_server_once_and_the_last_one_decides(job):
    (server,) = json.loads(CONFIGURATION.body)["mcpServers"].values()
    servers = dict.fromkeys(("east", "north", "south", "west"), server)
    (job.workspace / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    workflow = written("parts", job)
    for part in "123":
        assert not run_workflow(workflow, ROOT / "action.yml", job, {"matrix.part": part}), job.log
        kept = job.workspace / "parts" / job.given[-1]["name"]
        kept.mkdir(parents=True)
        shutil.move(job.given[-1]["path"], kept)
    assert run_workflow(workflow, ROOT / "action.yml", job, {}, "verdict")
    merged = json.loads((job.workspace / "audit.json").read_text(encoding="utf-8"))
    assert sorted(each["configured_name"] for each in merged["servers"]) == sorted(servers)
    (job.workspace / "parts" / "part-2" / "audit.json").unlink()
    assert run_workflow(workflow, ROOT / "action.yml", job, {}, "verdict")
    assert "not audited: --shard 2/3" in job.log


def test_the_job_for_gitlab_fails_with_a_report_of_tests(job):
    made = read_yaml(FILES["gitlab"].body)["tool-audit"]
    script = "\n".join(made["script"])
    with pytest.raises(subprocess.CalledProcessError, match="exit status 1"):
        subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=job.workspace, env=job.environ, check=True)
    suite = ET.parse(job.workspace / made["artifacts"]["reports"]["junit"]).getroot()
    assert int(suite.get("failures")) >= 1
    assert all((job.workspace / path).exists() for path in made["artifacts"]["paths"])


@pytest.mark.parametrize(
    ("configuration", "code", "said"),
    [
        (None, 1, "findings: see audit.md"),
        ('{"mcpServers": {"gone": {"command": "no-such-program"}}}', 3, "a server was not audited"),
        ("[]", 2, "tool-audit itself could not run: 2"),
    ],
)
def test_the_script_for_any_shell_tells_how_it_ended(job, configuration, code, said):
    if configuration is not None:
        (job.workspace / ".mcp.json").write_text(configuration)
    done = subprocess.run(
        ["bash", str(written("shell", job))],
        cwd=job.workspace,
        env=job.environ,
        stdout=subprocess.PIPE,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == code, done.stdout
    assert said in done.stdout


def test_the_hooks_that_the_page_shows_exist():
    (repository,) = read_yaml(FILES["pre-commit"].body)["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == set(HOOKS)
    assert repository["repo"].endswith("/tool-audit/tool-audit")
