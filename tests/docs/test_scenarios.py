"""What a page shows step by step is done step by step, in a folder that begins empty."""

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs.composite import Job, run_workflow
from docs.pages import PAGES, Step, steps_of
from docs.places import FIXTURES, ROOT, environment, put_program

SCENARIOS = {
    f"{page.stem}: {name}": [step for step in steps_of(page) if step.scenario == name]
    for page in PAGES
    for name in dict.fromkeys(step.scenario for step in steps_of(page) if step.scenario and not step.file)
}
PUSH = {"github.event_name": "push", "github.token": "none"}


@dataclass
class Reader:
    """Somebody who follows a page: a folder, and what the last step wrote."""

    folder: Path
    environ: Mapping[str, str]
    said: str = ""
    workflow: Path | None = None
    jobs: int = 0

    def do(self, step: Step) -> None:
        """Do what a block shows."""
        if step.file:
            path = self.folder / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.body, encoding="utf-8")
            if ".github/workflows" in step.file:
                self.workflow = path
        elif step.says:
            self.look_for(step.body)
        elif step.checkout:
            self.check_out()
        elif step.job:
            self.run_job(step.exit)
        else:
            self.run(step.run or step.body, step.exit)

    def check_out(self) -> None:
        """Put a copy of the program and of the tests of rules there, and run that one from here on."""
        left_out = shutil.ignore_patterns("__pycache__", "test_*")
        shutil.copytree(ROOT / "tool_audit", self.folder / "tool_audit", ignore=left_out)
        shutil.copytree(ROOT / "tests", self.folder / "tests", ignore=left_out)
        shutil.copy(ROOT / "tests" / "test_architecture.py", self.folder / "tests")
        shutil.copytree(ROOT / "tests" / "rules", self.folder / "tests" / "rules", dirs_exist_ok=True)
        shutil.copy(ROOT / "pyproject.toml", self.folder)
        self.environ = {**self.environ, "PYTHONPATH": str(self.folder)}

    def look_for(self, text: str) -> None:
        """The lines must stand in what was said last, in this order, however they are spaced."""
        rest = iter([" ".join(line.split()) for line in self.said.splitlines()])
        for line in text.splitlines():
            wanted = " ".join(line.split())
            if wanted not in {"", "..."}:
                assert wanted in rest, f"nothing said {wanted!r} (there):\n{self.said}"

    def run_job(self, code: int) -> None:
        """Push: the workflow runs on what is in the folder."""
        temp = self.folder.parent / f"job-{self.jobs}"
        temp.mkdir()
        self.jobs += 1
        job = Job(self.folder, temp, self.environ)
        failed = run_workflow(self.workflow, ROOT / "action.yml", job, PUSH)
        self.said = job.log
        assert int(failed) == code, job.log

    def run(self, script: str, code: int) -> None:
        """Run a script in the shell."""
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-euo", "pipefail", "-c", script],
            cwd=self.folder,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        self.said = done.stdout
        assert done.returncode == code, f"{script}\n{done.stdout}"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("steps", SCENARIOS.values(), ids=SCENARIOS)
def test_a_reader_who_follows_the_page_sees_what_it_says(steps, tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    reader = Reader(folder, environment(tmp_path))
    put_program(tmp_path / "bin", "npx", "python3", str(FIXTURES / "clean.py"))
    put_program(tmp_path / "bin", "pip", "true")  # all that pages install is there
    for step in steps:
        reader.do(step)


def test_the_tutorial_goes_from_a_failing_job_to_a_passing_one():
    jobs = [step.exit for step in SCENARIOS["ci: tutorial"] if step.job]
    assert jobs[0] == 1
    assert jobs[1:] == [0] * len(jobs[1:])
    assert len(jobs) > 2
