"""Audits of the real servers through the command line, each run once and read by many tests."""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from servers import Installed

_LIMIT = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What one run wrote: the JSON report of its server, and the observations of its record."""

    exit_code: int
    stderr: str
    report: dict
    observations: list[dict]
    data_unchanged: bool

    @property
    def server(self) -> dict:
        """The one server of the report."""
        (server,) = self.report["servers"]
        return server

    @property
    def tools(self) -> dict[str, dict]:
        """The tools that have figures."""
        return {tool["name"]: tool for tool in self.server["tools"]}

    def found(self, *, shown: bool = True) -> set[tuple[str, str, str]]:
        """Severity, rule and tool of each finding; only those that a reader is shown, unless asked otherwise."""
        findings = [finding for finding in self.server["findings"] if not shown or finding["state"] == "shown"]
        return {(finding["severity"], finding["rule"], tool) for finding in findings for tool in finding["tools"]}

    def finding(self, rule: str, tool: str) -> dict:
        """The one finding of a rule on a tool."""
        (finding,) = [found for found in self.server["findings"] if found["rule"] == rule and tool in found["tools"]]
        return finding

    def chars(self, tool: str, arguments: dict) -> int:
        """The characters that the report gives for a tool's default, smallest or largest call."""
        figures = [self.tools[tool][size] for size in ("default", "smallest", "largest")]
        (chars,) = {figure["chars"] for figure in figures if figure["arguments"] == arguments}
        return chars

    def called(self) -> set[str]:
        """Names of all tools that were called, whatever for."""
        return {observation["tool"] for observation in self.observations}

    def outcomes(self, tool: str, **arguments: object) -> list[dict]:
        """How the calls with exactly these arguments ended."""
        seen = [one for one in self.observations if one["tool"] == tool and one["arguments"] == arguments]
        return [observation["outcome"] for observation in seen]


def run_audit(folder: Path, target: Sequence[str], options: Sequence[str] = (), data: Path | None = None) -> None:
    """Probe the target; what it wrote is in the folder, complete when result.json is there."""
    folder.mkdir(parents=True, exist_ok=True)
    before = digest(data)
    command = [sys.executable, "-m", "tool_audit", "probe", "--no-config", "--quiet"]
    outputs = [f"--output=json={folder / 'report.json'}", f"--record={folder / 'record'}"]
    started = time.monotonic()
    done = subprocess.run(
        [*command, *outputs, *options, *target],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_LIMIT,
        check=False,
    )
    result = {
        "exit_code": done.returncode,
        "stderr": done.stderr,
        "seconds": round(time.monotonic() - started, 1),
        "data_unchanged": digest(data) == before,
    }
    (folder / "result.json").write_text(json.dumps(result), encoding="utf-8")


def read_audit(folder: Path) -> Audit:
    """Read back what run_audit wrote; fails with what the command said where it wrote no report."""
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert result["exit_code"] in {0, 1}, result["stderr"]
    (record,) = (folder / "record").glob("*.jsonl")
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").split("\n") if line]
    return Audit(
        exit_code=result["exit_code"],
        stderr=result["stderr"],
        report=json.loads((folder / "report.json").read_text(encoding="utf-8")),
        observations=[line["observation"] for line in lines if "observation" in line],
        data_unchanged=result["data_unchanged"],
    )


def over_stdio(server: Installed) -> list[str]:
    """The words that name an installed server on the command line."""
    return [*(f"--env={name}={value}" for name, value in server.env.items()), "--", *server.command]


def digest(folder: Path | None) -> str:
    """A digest of all files that a server's tools could write to, git's own bookkeeping and a server's index aside."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")) if folder is not None else ():
        own = {".code-review-graph", "index"} & set(path.relative_to(folder).parts)
        if path.is_file() and not own:
            total.update(str(path).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
