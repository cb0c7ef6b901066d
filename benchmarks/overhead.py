"""What an audit adds to the time that the server itself takes, and how many calls it saves by sharing them."""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from fresh import fresh
from table import Table

SERVERS = Path(__file__).with_name("servers.py")


def tables(small: bool) -> list[Table]:
    """Return the wall time of whole audits of servers that sleep, and what the calls were for."""
    waits, tools, runs = ((0.0, 0.01), 3, 1) if small else ((0.0, 0.01, 0.1), 30, 3)
    rows = []
    for wait, count in ((0.0, 1), *((wait, tools) for wait in waits)):
        calls, seconds = sorted(_audit(wait, count) for _ in range(runs))[runs // 2]
        plain = sorted(_plain(wait, count, calls) for _ in range(runs))[runs // 2]
        allowed = 1.1 * calls * wait + 1.5
        rows.append(
            (f"{wait * 1000:g} ms", count, calls, calls * wait, plain, seconds, seconds - calls * wait, allowed)
        )
    few, least = rows[0][2], rows[0][5]
    many, most = rows[1][2], rows[1][5]
    each = (most - least) / (many - few)
    wall = Table(
        title="Overhead: a whole audit, from the command to its end",
        columns=(
            "server sleeps",
            "tools",
            "calls",
            "calls x sleep, s",
            "plain client, s",
            "audit, s",
            "difference, s",
            "goal, s",
        ),
        rows=rows,
        note="A server that answers one call at a time. The plain client starts it, makes as many calls and reads the "
        "replies, no more. Goal: 1.1 x calls x sleep + 1.5 s. "
        f"By one tool against {tools} at 0 ms: {each * 1000:.1f} ms for each call, "
        f"and {least - each * few:.1f} s for any audit.",
    )
    shared = fresh("overhead", "sharing", tools)
    calls = Table(
        title="Calls: wanted by the experiments, and made",
        columns=("tools", "wanted", "made", "saved", "per tool"),
        rows=[
            (
                tools,
                shared["wanted"],
                shared["made"],
                f"{1 - shared['made'] / shared['wanted']:.0%}",
                shared["made"] / tools,
            )
        ],
        note="A call that several experiments ask for, or one again in a later round, is made once.",
    )
    return [wall, calls]


def _audit(wait: float, tools: int) -> tuple[int, float]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "tool_audit", "probe", "--no-config", "--quiet", "--fail-on", "never"]
        command += ["--output", f"json={report}", "--", sys.executable, str(SERVERS), "sleeping", str(wait), str(tools)]
        began = time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        seconds = time.perf_counter() - began
        return json.loads(report.read_text())["servers"][0]["coverage"]["calls"], seconds


def _plain(wait: float, tools: int, calls: int) -> float:
    began = time.perf_counter()
    command = [sys.executable, str(SERVERS), "sleeping", str(wait), str(tools)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        for number in range(calls):
            params = {"name": f"list_{number % tools:02}", "arguments": {"limit": 5}}
            request = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
            server.stdin.write(json.dumps(request).encode() + b"\n")
            server.stdin.flush()
            json.loads(server.stdout.readline())
        server.stdin.close()
    return time.perf_counter() - began


def sharing(tools: int) -> dict:
    """Play an audit with replies like those of the server, and count what every experiment asks for."""
    from unittest.mock import patch

    from tool_audit import plan as planning
    from tool_audit.experiments import EXPERIMENTS
    from tool_audit.listing import listing_from_json
    from tool_audit.measure import load_counter, measure
    from tool_audit.model import Observation, Replied, ServerSpec, TransportKind
    from tool_audit.planned import plan_of
    from tool_audit.settings import Settings

    limit = {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}
    offset = {"type": "integer", "minimum": 0, "default": 0}
    schema = {"type": "object", "properties": {"limit": limit, "offset": offset}, "additionalProperties": False}
    entries = [{"name": f"list_{n:02}", "description": "List things.", "inputSchema": schema} for n in range(tools)]
    listing = listing_from_json({"tools": entries}, "played")
    plan = plan_of(listing.tools, ServerSpec(name="played", transport=TransportKind.STDIO), Settings())
    wanted: Counter[tuple[str, object]] = Counter()

    def counting(name, probes):
        def ask(situation):
            for probe in probes(situation):
                wanted[name, probe.key] = 1  # of one experiment, once: that it asks again each round is no call
                yield probe

        return ask

    counter, calls = load_counter(), []
    experiments = {name: counting(name, probes) for name, probes in EXPERIMENTS.items()}
    with patch.object(planning, "EXPERIMENTS", experiments):
        while probes := planning.next_round(plan, calls).probes:
            for probe in probes:
                first, count = probe.arguments.get("offset", 0), probe.arguments.get("limit", 10)
                whole = isinstance(first, int) and isinstance(count, int)
                rows = [{"id": f"t-{n}"} for n in (range(200)[first : first + count] if whole else ())]
                outcome = Replied(result={"content": [{"type": "text", "text": json.dumps(rows)}]})
                calls.append(measure(Observation(probe=probe, outcome=outcome, seconds=0.0), counter))
    return {"wanted": sum(wanted.values()), "made": len(calls)}
