"""Two other auditors of MCP servers and this one, on the same servers, on the same machine, in one run."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planted import CLEAN, PLANTED
from table import Table

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("TOOL_AUDIT_CACHE", Path.home() / ".cache" / "tool-audit" / "servers"))
PEERS: Final = {"mcp-runtime-check": "0.10.1", "mcp-quality": "0.7.0"}
"""Pinned; each in an environment of its own in the cache folder."""

ABOUT: Final = {
    "list_everything": r"bloat|oversi|unbounded|default-is-maximum|chars|tokens",
    "list_recent": r"truncat|silent|left out|\bcut\b",
    "list_pinned": r"ignored|no effect",
    "list_archived": r"clamp|truncat|\bcut\b",
    "list_tags": r"bloat|unbounded|pagination|chars",
    "list_korean": r"escape|encod|unicode|bloat|chars",
    "list_lax": r"unknown|additional|unexpected|undeclared",
    "read_note": r"not.flagged|silent|as a success|iserror",
    "list_traced": r"trace",
}
"""Planted fault -> words by which a finding about the tool is taken to be about the fault, whoever says it."""

GRAPH: Final = {
    "list_communities_tool: 1.4 million characters by default": ("list_communities_tool", ABOUT["list_everything"]),
    "list_flows_tool: limit=-1 lifts the limit": ("list_flows_tool", r"negative|-1|bound|upper"),
    "every reply is sent twice": ("", r"duplicat|twice"),
    "get_affected_flows_tool: cut in silence": ("get_affected_flows_tool", r"truncat|silent|left out"),
}
"""Known faults of code-review-graph 2.3.7: tool, words."""


@dataclass(frozen=True)
class Run:
    """What one auditor did with one server."""

    seconds: float
    calls: Sequence[str]
    findings: Sequence[tuple[str, str]]
    """Tool (empty: the server) and text, for each."""
    notes: Sequence[tuple[str, str]] = ()
    """The same of what is told as a note and counts as no finding."""


def tables(small: bool) -> list[Table]:
    """Return who finds what; `small`: only this auditor on the planted server, for nothing is installed then."""
    planted = [sys.executable, str(HERE / "planted.py")]
    auditors: Mapping[str, Callable[[list[str], Path], Run]] = {"tool-audit": _ours}
    servers = {"planted": planted}
    if not small:
        auditors = {**auditors, "mcp-runtime-check": _runtime_check, "mcp-quality": _quality}
        servers |= {name: _installed(name) for name in ("everything", "code-review-graph-2.3.7")}
    runs: dict[tuple[str, str], Run] = {}
    for server, command in servers.items():
        for auditor, audit in auditors.items():
            with tempfile.TemporaryDirectory() as folder:
                runs[auditor, server] = audit([*command], Path(folder))
    effort = [
        (server, auditor, run.seconds, len(run.calls), len(set(run.calls)), len(run.findings))
        for (auditor, server), run in runs.items()
    ]
    listed = Table(
        title="Peers: what it takes",
        columns=("server", "auditor", "s", "calls", "tools called", "findings"),
        rows=effort,
        note="Every call was counted on its way to the server. mcp-quality runs with `--security --safety "
        "--experimental --response-bloat`: all but its load test, with its hundred servers, and what asks a model.",
    )
    found = [_faults("planted", PLANTED, {tool: (tool, words) for tool, words in ABOUT.items()}, auditors, runs)]
    if not small:
        told = {fault: fault for fault in GRAPH}
        found.append(_faults("code-review-graph-2.3.7", told, GRAPH, auditors, runs))
    return [listed, *found]


def _faults(
    server: str,
    faults: Mapping[str, str],
    words: Mapping[str, tuple[str, str]],
    auditors: Mapping[str, object],
    runs: Mapping[tuple[str, str], Run],
) -> Table:
    rows: list[tuple[str, ...]] = []
    for fault, told in faults.items():
        tool, about = words[fault]
        verdicts = [_verdict(runs[auditor, server], tool, about) for auditor in auditors]
        rows.append((told if told == fault else f"{fault}: {told}", *verdicts))
    if server == "planted":
        for tool in CLEAN:
            alarms = [sum(1 for owner, _ in runs[auditor, server].findings if owner == tool) for auditor in auditors]
            rows.append((f"{tool}: nothing; findings all the same", *map(str, alarms)))
    broken = []
    if server == "planted" and any(row[1] != "found" for row in rows[: len(faults)]):
        broken.append("**tool-audit misses a planted fault.**")
    return Table(
        title=f"Peers: faults of {server}",
        columns=("fault", *auditors),
        rows=rows,
        note="Found: a finding about the tool that says one of the words of the fault, whatever it is called; or a "
        "note, where the auditor has those apart.",
        broken=broken,
    )


def _verdict(run: Run, tool: str, about: str) -> str:
    if _tells(run.findings, tool, about):
        return "found"
    return "as a note" if _tells(run.notes, tool, about) else ""


def _tells(findings: Sequence[tuple[str, str]], tool: str, about: str) -> bool:
    return any((not tool or owner == tool) and re.search(about, text, re.IGNORECASE) for owner, text in findings)


def _counted(command: list[str], folder: Path) -> list[str]:
    return [sys.executable, str(HERE / "counted.py"), str(folder / "calls"), *command]


def _run(command: list[str], folder: Path) -> tuple[float, str]:
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1_200, check=False)
    return time.perf_counter() - began, done.stdout


def _calls(folder: Path) -> list[str]:
    log = folder / "calls"
    return log.read_text(encoding="utf-8").split() if log.exists() else []


def _ours(server: list[str], folder: Path) -> Run:
    options = ["--no-config", "--quiet", "--call-timeout", "60s", "--output", "json"]
    seconds, out = _run(
        [sys.executable, "-m", "tool_audit", "probe", *options, "--", *_counted(server, folder)], folder
    )
    findings: list[tuple[str, str]] = []
    notes: list[tuple[str, str]] = []
    for finding in json.loads(out)["servers"][0]["findings"]:
        if finding["state"] == "shown":
            told = f"{finding['rule']} {finding['message']}"
            (notes if finding["severity"] == "info" else findings).extend(
                (tool, told) for tool in finding["tools"] or [""]
            )
    return Run(seconds, _calls(folder), findings, notes)


def _runtime_check(server: list[str], folder: Path) -> Run:
    command = [
        str(_peer("mcp-runtime-check", "mcp-fuzz")),
        "--json",
        "--timeout",
        "60",
        "--",
        *_counted(server, folder),
    ]
    seconds, out = _run(command, folder)
    findings = []
    for tool in json.loads(out)["tools"]:
        for what in ("crashes", "timeouts", "valid_call_issue", "slow", "bloated", "concurrency_unsafe"):
            told = tool.get(what) or []
            findings += [(tool["name"], f"{what} {text}") for text in (told if isinstance(told, list) else [told])]
    return Run(seconds, _calls(folder), findings)


def _quality(server: list[str], folder: Path) -> Run:
    options = ["run", "--json", "--security", "--safety", "--experimental", "--response-bloat"]
    seconds, out = _run(
        [str(_peer("mcp-quality", "mcp-quality")), *options, " ".join(_counted(server, folder))], folder
    )
    findings = [
        (finding.get("tool") or "", f"{finding['code']} {finding['message']}")
        for family in json.loads(out)["families"].values()
        for finding in family.get("findings", [])
    ]
    return Run(seconds, _calls(folder), findings)


def _peer(package: str, command: str) -> Path:
    folder = CACHE / "peers" / f"{package}-{PEERS[package]}"
    if not (folder / "bin" / command).exists():
        venv.create(folder, with_pip=True, clear=True)
        install = [str(folder / "bin" / "pip"), "install", "--quiet", f"{package}=={PEERS[package]}"]
        subprocess.run(install, check=True, stdout=sys.stderr)
    return folder / "bin" / command


def _installed(name: str) -> list[str]:
    sys.path.insert(0, str(HERE.parent / "tests" / "real"))
    from servers import installed  # the pinned public servers of the tests

    return list(installed(name).command)
