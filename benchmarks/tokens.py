"""Counting tokens: our engines against tiktoken on the same texts in the same process, equal to the token."""

import time

from fresh import fresh
from table import Table
from texts import PATHOLOGICAL, TOKEN_TEXTS

ENGINES = ("splintr", "toktok", "tiktoken")


def tables(small: bool) -> list[Table]:
    """Return the speed on ordinary texts, and the time for pathological ones."""
    size, runs = (100_000, 1) if small else (4_000_000, 5)
    rows, broken = [], []
    for name in TOKEN_TEXTS:
        result = fresh("tokens", "speeds", name, size, runs)
        speeds_of = [result[engine] for engine in ENGINES]
        rows.append((name, *speeds_of, *(speed / result["tiktoken"] for speed in speeds_of[:2]), result["count"]))
        if not result["equal"]:
            broken.append(f"**{name}: the engines do not count the same.**")
    speed = Table(
        title=f"Tokens: MB/s on {size / 1e6:g} MB of UTF-8",
        columns=("text", *ENGINES, "splintr / tiktoken", "toktok / tiktoken", "tokens"),
        rows=rows,
        note="The best of several runs each, interleaved. The counts are compared in the run, and are equal. We count "
        "with splintr, and what is beyond the first 4 million characters with toktok.",
        broken=broken,
    )
    slow = [
        (name, *(fresh("tokens", "pathological", name, engine)["seconds"] for engine in ENGINES[:2]))
        for name in PATHOLOGICAL
    ]
    runs_of_one = Table(
        title="Tokens: texts that take long",
        columns=("text", *(f"{engine}, s" for engine in ENGINES[:2])),
        rows=slow,
        note="Goal: at most 1.5 s each.",
    )
    return [speed, runs_of_one]


def speeds(name: str, size: int, runs: int) -> dict:
    """Count a text with every engine."""
    from tool_audit.measure import load_counter

    text = TOKEN_TEXTS[name](size)
    megabytes = len(text.encode()) / 1e6
    engines = {engine: load_counter(engine) for engine in ENGINES}
    counts = {engine: counter.count(text) for engine, counter in engines.items()}
    best = dict.fromkeys(engines, float("inf"))
    for _ in range(runs):
        for engine, counter in engines.items():
            began = time.perf_counter()
            counter.count(text)
            best[engine] = min(best[engine], time.perf_counter() - began)
    speed = {engine: megabytes / seconds for engine, seconds in best.items()}
    return {**speed, "count": counts["toktok"], "equal": len(set(counts.values())) == 1}


def pathological(name: str, engine: str) -> dict:
    """Count one text that is hard on a tokenizer."""
    from tool_audit.measure import load_counter

    counter = load_counter(engine)
    counter.load()
    text = PATHOLOGICAL[name]()
    began = time.perf_counter()
    counter.count(text)
    return {"seconds": time.perf_counter() - began}
