"""Calls that differ from another in one bounding argument only and gave more: what the shorter reply left out."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tool_audit.bounds import bounding_arguments, value_in
from tool_audit.measure.compare import missing_from
from tool_audit.model import ABSENT, Call, Json, Measurement, SignKind, SweepKind, ToolRun
from tool_audit.rules._pages import count_of, walks
from tool_audit.rules._sizes import is_number, measured, shown
from tool_audit.rules._variations import set_to
from tool_audit.schema import Argument, arguments_of
from tool_audit.vocabulary import SEARCHED_ELSEWHERE, words_of

_MAKERS = frozenset(
    "generate generator random roll sample simulate fake mock lorem sequence countdown repeat echo draw shuffle".split()
)
_RANKING = frozenset(
    """
    top best worst highest lowest biggest largest leaderboard leaders ranking rankings ranked nearest closest trending
    popular suggest suggestions recommend recommendations recommended primes fibonacci
    """.split()
)
_SEARCHED = SEARCHED_ELSEWHERE | frozenset("query q search keyword keywords question topic phrase".split())
_SHORTEST = 40  # characters: a shorter text that begins another is no part of it
_TOTAL_WORDS = ("total", "insges", "전체", "총", "모두", "共", "总", "總", "全", "合計", "合计", "всего")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fuller:
    """A call that gave all that another gave, and more: `missing` items (`names`: some of them), or `chars` of text."""

    argument: Argument
    value: Json
    call: Call
    items: int = 0
    missing: int = 0
    names: tuple[str, ...] = ()
    chars: int = 0

    @property
    def words(self) -> str:
        """The setting as "limit=100"."""
        return f"{self.argument.name}={number(self.value)}"


def bounding(run: ToolRun) -> list[Argument]:
    """Return the arguments that say how many items or how much text, and those that page."""
    offered = [argument for argument in arguments_of(run.tool) if argument.name != run.subject.argument]
    return list(bounding_arguments(offered, run.tool))


def counting(run: ToolRun) -> list[Argument]:
    """Return the arguments that say how many items."""
    return [argument for argument in bounding(run) if argument.kind is SweepKind.COUNT and not argument.pages]


def bounded_calls(run: ToolRun, argument: Argument) -> list[tuple[float, Call]]:
    """Return (value, call) for each call that set the argument to a number and answered, the smallest value first."""
    found = [
        (value, call)
        for value, call in set_to(run, argument)
        if is_number(value) and (reply := measured(call)) is not None and not reply.reads_failed
    ]
    return sorted(found, key=lambda pair: pair[0])


def makes_items(run: ToolRun) -> bool:
    """Whether a tool makes its items when it is asked: there are as many as are wanted, and none is left out."""
    return bool(_MAKERS & set(words_of(run.tool.name)))


def asks_for_the_best(run: ToolRun) -> bool:
    """Whether a tool gives as many of the best, first or nearest as are asked for: no others were asked for."""
    if _RANKING & set(words_of(run.tool.name)):
        return True
    if any(_SEARCHED & set(words_of(argument.name)) for argument in arguments_of(run.tool)):
        return False  # the "top k" of a search are a page of what it found
    counts = "|".join([*(re.escape(argument.key) for argument in counting(run)), "n", "k", "N", "K"])
    return bool(
        re.search(rf"\b(?:top|first|best|last|latest|next|nearest|most \w+)[ -](?:{counts})\b", run.tool.description)
    )


def fuller(run: ToolRun, than: Call) -> Fuller | None:
    """Return the call that shows most of what another left out, by a count or a budget, else by a further page."""
    if makes_items(run):
        return None
    best: Fuller | None = None
    for argument in bounding(run):
        for value, call in bounded_calls(run, argument) if not argument.pages else ():
            more = more_than(than, argument, value, call)
            if more is not None and (best is None or _rank(more) > _rank(best)):
                best = more
    return best or next(_further_pages(run, than), None)


def _rank(more: Fuller) -> tuple[bool, int, int]:
    return more.value > 0, more.missing, more.chars  # a negative limit proves as much, and reads worse


def more_than(than: Call, argument: Argument, value: Json, call: Call) -> Fuller | None:
    """Return what a call gave beyond all that another gave; None where it does not hold all of it."""
    missing = missing_from(call, than)
    if missing is not None and missing.strictly and count_of(than):
        if count_of(call) <= count_of(than):
            return None
        return Fuller(
            argument=argument,
            value=value,
            call=call,
            items=count_of(call),
            missing=count_of(call) - count_of(than),
            names=missing.examples,
        )
    reply, shorter = measured(call), measured(than)
    if reply is None or shorter is None:
        return None
    listed = reply.items is not None or shorter.items is not None
    if listed and (reply.document is not ABSENT or shorter.document is not ABSENT):
        return None
    chars = _cut_chars(reply, shorter)  # a text may be cut in the midst of an item
    return Fuller(argument=argument, value=value, call=call, chars=chars) if chars else None


def _further_pages(run: ToolRun, than: Call) -> Iterator[Fuller]:
    """Yield the next page of a walk that begins with the shorter reply, where all of it is new."""
    for walk in walks(run):
        if walk.pages[0] is not than or len(walk.pages) < 2 or not walk.lists[0] or not walk.lists[1]:
            continue
        if set(walk.lists[0]) & set(walk.lists[1]):
            continue
        new = walk.lists[1]
        yield Fuller(
            argument=walk.argument,
            value=value_in(walk.pages[1].arguments, walk.argument),
            call=walk.pages[1],
            items=len(walk.lists[0]) + len(new),
            missing=len(new),
            names=new[:3],
        )


def claims_total(reply: Measurement) -> bool:
    """Whether a reply tells a total outright; a text's "Found 10 results" may as well speak of what it shows."""
    return any(
        sign.kind is SignKind.TOTAL
        and (
            sign.where.startswith(("$", "content[", "lines["))
            or any(word in sign.where.lower() for word in _TOTAL_WORDS)
            or sum(part.isdigit() for part in words_of_numbers(sign.where)) > 1
        )
        for sign in reply.signs.all
    )


def words_of_numbers(text: str) -> list[str]:
    """Split a text at all that is no letter and no digit."""
    return "".join(char if char.isalnum() else " " for char in text.replace(",", "")).split()


def _cut_chars(reply: Measurement, shorter: Measurement) -> int:
    """Return how many characters of a text the shorter reply lacks, 0 where it is no part of the other."""
    full, short = _texts(reply), _texts(shorter)
    for name, text in short.items() if full.keys() == short.keys() else ():
        whole, part = full[name].strip(), text.strip()
        if len(part) >= _SHORTEST and len(whole) > len(part) and whole.startswith(part):
            return len(whole) - len(part)
        if len(part) >= _SHORTEST and len(whole) > len(part) and whole.endswith(part):
            return len(whole) - len(part)
    return 0


def _texts(reply: Measurement) -> Mapping[str, str]:
    """Return the texts that a reply hands over: itself, or the strings of its object."""
    document = reply.document
    if document is ABSENT:
        return {"": reply.text}
    if not isinstance(document, Mapping):
        return {}
    return {key: text for key, text in document.items() if isinstance(text, str)}


def number(value: Json) -> str:
    """Write a number with thousands separators, anything else as a person would."""
    return f"{value:,}" if is_number(value) else shown(value)
