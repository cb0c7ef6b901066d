"""Our composite action, and workflows that use it, run as GitHub runs them as far as they need it.

`run` steps run in bash; what others wrote (`uses`) is passed over.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
OPERAND = r"inputs\.[\w-]+|steps\.[\w-]+\.outputs\.[\w-]+|(?:github|matrix)\.[\w.]+|'[^']*'"
COMPARISON = re.compile(rf"({OPERAND})(?:\s*(==|!=)\s*({OPERAND}))?")
WHATEVER_FAILED = "!cancelled()"
OURS = ("tool-audit/tool-audit@", "./")


@dataclass
class Job:
    """What a job gives an action, and what the action has done to it."""

    workspace: Path
    temp: Path
    environ: Mapping[str, str]
    path: list[str] = field(default_factory=list)
    log: str = ""
    passed_over: list[str] = field(default_factory=list)
    given: list[Mapping[str, str]] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """The page of the job's summary."""
        file = self.temp / "summary.md"
        return file.read_text(encoding="utf-8") if file.exists() else ""


@dataclass(frozen=True)
class Ran:
    """How an action ended."""

    failed: bool
    outputs: Mapping[str, str]


def read_yaml(text: str):
    """YAML 1.1 as most readers take it; `on` is a word there, and no truth."""
    loaded = yaml.safe_load(text)
    if isinstance(loaded, dict) and True in loaded:
        loaded["on"] = loaded.pop(True)
    return loaded


def run_action(file: Path, given: Mapping[str, str], job: Job) -> Ran:
    """Run the steps until one fails; inputs that the action does not have are refused."""
    action = read_yaml(file.read_text(encoding="utf-8"))
    assert set(given) <= set(action["inputs"]), f"no such input: {set(given) - set(action['inputs'])}"
    values = {f"inputs.{name}": str(given.get(name, one["default"])) for name, one in action["inputs"].items()}
    failed = False
    for step in action["runs"]["steps"]:
        if failed or ("if" in step and not holds(step["if"], values)):
            continue
        if "uses" in step:
            job.passed_over.append(step["uses"])
            continue
        code, outputs = _run_step(step, values, job, file.parent)
        values |= _outputs(step, outputs)
        failed = code != 0
    return Ran(failed, {name: filled_in(output["value"], values) for name, output in action["outputs"].items()})


def run_workflow(file: Path, action: Path, job: Job, about: Mapping[str, str], name: str = "audit") -> bool:
    """Run one job of a workflow; returns whether it failed. `about` is what it may ask of its surroundings."""
    values, failed = dict(about), False
    for step in read_yaml(file.read_text(encoding="utf-8"))["jobs"][name]["steps"]:
        condition = EXPRESSION.sub(r"\1", str(step.get("if", "")))
        if (failed and WHATEVER_FAILED not in condition) or not holds(condition, values):
            continue
        given = {name: filled_in(str(value), values) for name, value in step.get("with", {}).items()}
        step_failed = False
        if step.get("uses", "").startswith(OURS):
            ran = run_action(action, {**given, "install": "false"}, job)
            step_failed, values = ran.failed, values | _outputs(step, ran.outputs)
        elif "uses" in step:
            job.passed_over.append(step["uses"])
            job.given.append(given)
        else:
            code, outputs = _run_step({"shell": "bash", **step}, values, job, action.parent)
            step_failed, values = code != 0, values | _outputs(step, outputs)
        failed = failed or (step_failed and not step.get("continue-on-error"))
    return failed


def _outputs(step, outputs: Mapping[str, str]) -> dict[str, str]:
    return {f"steps.{step.get('id', '')}.outputs.{name}": value for name, value in outputs.items()}


def filled_in(text: str, values: Mapping[str, str]) -> str:
    """The text with its expressions replaced; an output that no step wrote is empty, as it is there."""
    return EXPRESSION.sub(lambda found: _operand(found[1], values), text)


def holds(condition: str, values: Mapping[str, str]) -> bool:
    """Whether a condition of comparisons joined by && is true."""
    parts = []
    for part in condition.split("&&"):
        if part.strip() in {"", WHATEVER_FAILED}:
            continue
        found = COMPARISON.fullmatch(part.strip())
        assert found, f"this is read by nobody here: {condition}"
        left, sign, right = found.groups()
        same = _operand(left, values) == _operand(right, values) if sign else bool(_operand(left, values))
        parts.append(not same if sign == "!=" else same)
    return all(parts)


def _operand(text: str, values: Mapping[str, str]) -> str:
    assert re.fullmatch(OPERAND, text), f"this is read by nobody here: {text}"
    if text.startswith("'"):
        return text[1:-1]
    return values.get(text, "") if text.startswith("steps.") else values[text]


def _run_step(step, values, job: Job, action_folder: Path) -> tuple[int, dict[str, str]]:
    script, output, path = (job.temp / f"step.{kind}" for kind in ("sh", "output", "path"))
    for file, text in ((script, step["run"]), (output, ""), (path, "")):
        file.write_text(text, encoding="utf-8")
    own = {name: filled_in(str(value), values) for name, value in step.get("env", {}).items()}
    files = {
        "GITHUB_OUTPUT": output,
        "GITHUB_PATH": path,
        "GITHUB_STEP_SUMMARY": job.temp / "summary.md",
        "GITHUB_ACTION_PATH": action_folder,
        "RUNNER_TEMP": job.temp,
    }
    environ = {**job.environ, **{name: str(file) for name, file in files.items()}, **own}
    environ["PATH"] = os.pathsep.join([*reversed(job.path), environ["PATH"]])
    assert step["shell"] == "bash"
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=job.workspace / filled_in(step.get("working-directory", "."), values),
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    job.log += done.stdout
    job.path += path.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in output.read_text(encoding="utf-8").splitlines())
    return done.returncode, {name: value for name, _, value in pairs}
