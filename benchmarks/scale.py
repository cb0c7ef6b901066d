"""Many servers, many tools, and a record that does not fit into memory."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fresh import fresh, timed
from table import Table

SERVERS = Path(__file__).with_name("servers.py")


def tables(small: bool) -> list[Table]:
    """Return the wall time of fleets, of long listings, and of judging a large record."""
    return [
        _fleets((1, 4) if small else (1, 10, 100)),
        _listings((100,) if small else (100, 1_000, 10_000)),
        _records(small),
    ]


def _fleets(counts: tuple[int, ...]) -> Table:
    rows = []
    for count in counts:
        alone, beside = _fleet(count, 1) if count <= 10 else None, _fleet(count, 4)
        rows.append((count, alone, beside, None if alone is None else alone / beside, beside / count))
    return Table(
        title="Many servers",
        columns=("servers", "one at a time, s", "four at a time, s", "times", "s per server"),
        rows=rows,
        note="Each has two tools and takes 50 ms for a call. `--jobs 1` against `--jobs 4`.",
    )


def _fleet(count: int, jobs: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        entry = {"command": sys.executable, "args": [str(SERVERS), "sleeping", "0.05", "2"]}
        config = Path(folder) / "mcp.json"
        config.write_text(json.dumps({"mcpServers": {f"s{number}": entry for number in range(count)}}))
        command = [
            sys.executable,
            "-m",
            "tool_audit",
            "probe",
            "--no-config",
            "--quiet",
            "--jobs",
            str(jobs),
            str(config),
        ]
        began = time.perf_counter()
        done = subprocess.run([*command, "--output", "json=all.json"], cwd=folder, check=False, capture_output=True)
        seconds = time.perf_counter() - began
        report = json.loads((Path(folder) / "all.json").read_text())
        if len(report["servers"]) != count:
            raise RuntimeError(f"{count} servers gave {len(report['servers'])}: {done.stderr.decode()[-500:]}")
        return seconds


def _listings(counts: tuple[int, ...]) -> Table:
    rows = []
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            tool = {"description": "List things of a kind.", "inputSchema": {"type": "object", "properties": {}}}
            saved = Path(folder) / "tools.json"
            saved.write_text(json.dumps({"tools": [{"name": f"list_kind_{n}", **tool} for n in range(count)]}))
            command = [sys.executable, "-m", "tool_audit", "probe", "--no-config", "--quiet", str(saved)]
            began = time.perf_counter()
            subprocess.run([*command, "--output", "json=all.json"], cwd=folder, check=False, capture_output=True)
            seconds = time.perf_counter() - began
        rows.append((count, seconds, seconds / count * 1_000))
    return Table(
        title="Many tools in one listing",
        columns=("tools", "s", "ms per tool"),
        rows=rows,
        note="A saved tools/list, judged by all rules of definitions.",
    )


def _records(small: bool) -> Table:
    rows = []
    sizes = (
        ((4, "Korean prose"),)
        if small
        else ((64, "Korean prose"), (256, "Korean prose"), (1_024, "Korean prose"), (1_024, "small items"))
    )
    for megabytes, kind in sizes:
        result = fresh("scale", "judged_again", megabytes, kind, timeout=1_800)
        rows.append((f"{megabytes} MB", kind, result["seconds"], result["grown"] / 1e6))
    return Table(
        title="A large record, judged again",
        columns=("record", "replies", "s", "peak memory, MB"),
        rows=rows,
        note="64 tools, replies of 500,000 bytes as JSON text. Goal: memory that does not grow with the record.",
    )


def judged_again(megabytes: int, kind: str) -> dict:
    """Write a record of this size, and make its report."""
    from datetime import date

    from texts import REPLIES

    from tool_audit.audit import report_of
    from tool_audit.listing import listing_from_json
    from tool_audit.measure import load_counter
    from tool_audit.model import Observation, Probe, Replied, ServerSpec, Subject, TransportKind
    from tool_audit.plan.gate import decide
    from tool_audit.record import Recording, Writer, read_record
    from tool_audit.settings import Settings
    from tool_audit.shelf import Shelf

    settings = Settings()
    tools = [{"name": f"list_{n:03}", "inputSchema": {"type": "object"}} for n in range(64)]
    listing = listing_from_json({"tools": tools}, "large")
    spec = ServerSpec(name="large", transport=TransportKind.STDIO)
    recording = Recording(spec=spec, date="2026-01-01", listing=listing, complete=True)
    recording.decisions = decide(listing.tools, settings.probing)
    result = {"content": [{"type": "text", "text": REPLIES[kind](500_000)}]}  # a megabyte with the record's escapes
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.jsonl"
        with path.open("w") as file:
            writer = Writer(file)
            writer.begin(recording)
            for number in range(megabytes):
                subject = Subject(tool=f"list_{number % 64:03}")
                probe = Probe(
                    subject=subject, arguments={"n": number // 64} if number >= 64 else {}, experiment="default"
                )
                writer.observe(Observation(probe=probe, outcome=Replied(result=result), seconds=0.1, bytes=500_000))
            writer.end(recording)
        counter, shelf = load_counter(), Shelf()
        with timed() as timer:
            report_of([(read_record(path, shelf), None)], (), settings, counter, date(2026, 1, 1), shelf=shelf)
    return {"seconds": timer.seconds, "grown": timer.grown}
