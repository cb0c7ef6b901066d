"""Flags replies that stop exactly where a cap would stop them, where nothing tells whether it did."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Call, Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._fuller import asks_for_the_best, bounded_calls, counting, fuller, makes_items, number
from tool_audit.rules._pages import count_of, walks
from tool_audit.rules._purpose import reads_one_thing
from tool_audit.rules._sizes import measured
from tool_audit.rules.silent_truncation import says_nothing
from tool_audit.stated import stated_default


@dataclass(frozen=True)
class Options:
    counts: tuple[int, ...] = (50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000)
    lengths: tuple[int, ...] = (
        1_000, 1_024, 2_000, 2_048, 4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 16_384, 20_000, 25_000, 30_000, 32_768,
        40_000, 50_000, 65_536, 100_000, 131_072, 200_000, 262_144, 500_000, 524_288, 1_000_000, 1_048_576,
    )  # fmt: skip


@tool_rule(group="B", severity=Severity.INFO, confidence=Confidence.INDICATED, options=Options)
def possible_truncation(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A reply stops exactly where a cap would stop it, and nothing says whether that is all."""
    base, reply = run.default, measured(run.default)
    if base is None or reply is None or _as_asked(run) or not says_nothing(reply) or fuller(run, base) is not None:
        return
    count = count_of(base)
    why = _round_count(run, count, options) if count else ""
    if not count and reply.chars in options.lengths and not reads_one_thing(run.tool, base):
        why = f"The answer has exactly {reply.chars:,} characters"
    if why:
        yield Hit(
            message=f"{why}, and nothing says whether that is all.",
            calls=(base, *_larger(run, count)[:2]),
            advice="State in the reply how many there are in all, or whether more follow.",
        )


def _as_asked(run: ToolRun) -> bool:
    return makes_items(run) or asks_for_the_best(run)


def _round_count(run: ToolRun, count: int, options: Options) -> str:
    if any(len(walk.pages) > 1 for walk in walks(run)):
        return ""  # the next page was asked for, and had nothing new
    larger = _larger(run, count)
    at_default = [argument.name for argument in counting(run) if stated_default(argument) == count]
    if at_default and not larger:
        return f"The answer has exactly as many items as {at_default[0]} lets through by default ({count:,})"
    if count in options.counts:
        stays = f", also where {larger[-1].observation.probe.argument} asks for more" if larger else ""
        return f"The answer has exactly {number(count)} items{stays}"
    return ""


def _larger(run: ToolRun, count: int) -> list[Call]:
    """Return the calls that asked for more items than came by default."""
    return [
        call for argument in counting(run) for value, call in bounded_calls(run, argument) if count and value > count
    ]
