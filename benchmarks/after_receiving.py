"""What is done with a reply once it is there: measuring, comparing, judging, writing."""

import json
import statistics
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from fresh import fresh, timed
from table import Table, exponent
from texts import REPLIES

STEPS = ("payload", "tokens", "items", "signs", "paths", "encodings", "compare", "rules", "reports")
SIZES = (1.25, 2.5, 5, 10, 20)


def tables(small: bool) -> list[Table]:
    """Return what 20 MB take, step by step, and how each step grows."""
    sizes, runs = ((0.25, 0.5), 1) if small else (SIZES, 3)
    results = {
        (kind, size): _median([fresh("after_receiving", "steps", kind, size) for _ in range(runs)])
        for kind in REPLIES
        for size in sizes
    }
    largest = sizes[-1]
    rows = []
    for kind in REPLIES:
        result = results[kind, largest]
        seconds = [result["steps"][step] for step in STEPS]
        alone = fresh("after_receiving", "parsed", kind, largest)["grown"]
        rows.append((kind, *seconds, sum(seconds), result["grown"] / (largest * 1e6), alone / (largest * 1e6)))
    took = Table(
        title=f"After receiving: {largest} MB, seconds of CPU by step",
        columns=("reply", *STEPS, "all", "memory / reply", "of json.loads"),
        rows=rows,
        note="Goal: all within 3 s. Memory is what comes on top of the reply itself; the last column is what "
        "json.loads of its text takes, and does nothing else.",
    )
    grows = []
    for kind in REPLIES:
        by_step = {step: [results[kind, size]["steps"][step] for size in sizes] for step in STEPS}
        total = [sum(results[kind, size]["steps"].values()) for size in sizes]
        # what takes a few milliseconds says more of the clock than of the step
        fits = [exponent(sizes, seconds) if max(seconds) > 0.05 else None for seconds in by_step.values()]
        grows.append((kind, *fits, exponent(sizes, total)))
    grown = Table(
        title=f"After receiving: how the time grows from {sizes[0]} to {largest} MB",
        columns=("reply", *STEPS, "all"),
        rows=grows,
        note="The exponent b of seconds = a * size^b over all sizes: 1 is linear. Goal: at most 1.1. "
        "Empty: too short to tell.",
    )
    return [took, grown]


def _median(results: list[dict[str, Any]]) -> dict[str, Any]:
    steps = {step: statistics.median(result["steps"][step] for result in results) for step in STEPS}
    return {"steps": steps, "grown": statistics.median(result["grown"] for result in results)}


def parsed(kind: str, mb: float) -> dict[str, Any]:
    """Parse one reply in this process, as far as it is JSON, and do nothing else."""
    text = REPLIES[kind](int(mb * 1e6))
    with timed() as timer:
        try:
            document = json.loads(text)
        except ValueError:
            document = None
    return {"grown": timer.grown, "kind": type(document).__name__}


def steps(kind: str, mb: float) -> dict[str, Any]:
    """Do every step on one reply in this process; seconds by step."""
    from tool_audit.audit import report_of, run_of
    from tool_audit.cli import collect_rarely
    from tool_audit.clients import load_client
    from tool_audit.judge import judge
    from tool_audit.listing import listing_from_json
    from tool_audit.measure import load_counter, measure
    from tool_audit.measure.encodings import encodings
    from tool_audit.measure.items import find_items
    from tool_audit.measure.paths import heaviest_paths
    from tool_audit.measure.payload import payload
    from tool_audit.measure.signs import find_signs
    from tool_audit.measure.volatile import differences
    from tool_audit.model import Observation, Probe, Replied, ServerSpec, Subject, TransportKind
    from tool_audit.plan.gate import decide
    from tool_audit.record import Recording
    from tool_audit.report import RENDERERS
    from tool_audit.rules import catalogue
    from tool_audit.settings import Settings

    collect_rarely()  # as the command line does
    counter = load_counter()
    counter.count("warm " * 1_000_000)  # both engines
    catalogue()  # what is imported or loaded once is no part of a step
    text = REPLIES[kind](int(mb * 1e6))
    outcome = Replied(result={"content": [{"type": "text", "text": text}]})
    took: dict[str, float] = {}

    def step(name: str, work: Callable[[], Any]) -> Any:
        with timed() as timer:
            made = work()
        took[name] = timer.cpu
        return made

    with timed() as whole:
        parts = step("payload", lambda: payload(outcome))
        tokens = step("tokens", lambda: counter.count(parts.text))
        items = step("items", lambda: find_items(parts.document, parts.text, parts.blocks))
        step("signs", lambda: find_signs(parts.document, parts.text, items, parts.structured, parts.blocks))
        written = step("encodings", lambda: encodings(parts.document, parts.text, counter, text_tokens=tokens))
        step("paths", lambda: heaviest_paths(parts.document, written[0].chars if written else None))
        tool = {"name": "list_things", "description": "List things.", "inputSchema": {"type": "object"}}
        listing = listing_from_json({"tools": [tool]}, "large")
        settings = Settings()
        decisions = decide(listing.tools, settings.probing)
        probe = Probe(subject=Subject(tool="list_things"), arguments={}, experiment="default")
        seen = Observation(probe=probe, outcome=outcome, seconds=0.1, bytes=len(text))
        calls = [measure(seen, counter)]
        spec = ServerSpec(name="large", transport=TransportKind.STDIO)
        recording = Recording(spec=spec, date="2026-01-01", listing=listing, decisions=decisions, complete=True)
        run = run_of(recording, calls, settings, load_client("claude-code"), counter)
        step("rules", lambda: judge(run, settings.policy.rules))
        report = report_of([(recording, calls)], (), settings, counter, date(2026, 1, 1))
        step("reports", lambda: [render(report) for render in RENDERERS.values()])
    # the repeat, which differs in its last letter or digit
    place = max(map(text.rfind, "0123456789abcdefghijklmnopqrstuvwxyz"))
    changed = f"{text[:place]}{'7' if text[place] != '7' else '8'}{text[place + 1 :]}"
    other = replace(seen, outcome=Replied(result={"content": [{"type": "text", "text": changed}]}))
    again = measure(other, counter)
    step("compare", lambda: differences(calls[0], again))
    return {"steps": took, "grown": whole.grown}
