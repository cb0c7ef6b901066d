"""Values that belong together: those that one record of a reply holds, or one line of a text."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tool_audit.plan.harvest import Found
from tool_audit.plan.sources import Candidate

_WAYS = 2
_FIXED = ("const", "default", "example", "made up")
"""How the origins of values begin that are right by themselves, or by chance."""


def together(
    choices: Mapping[str, Sequence[Candidate]], found: Sequence[Found], *, apart: Collection[str] = ()
) -> Iterator[Mapping[str, Candidate]]:
    """Yield the best ways to fill in several arguments from one record; none where no record holds two of them.

    `apart`: arguments that take what is looked for. What no record holds is the first choice, and so is all for which
    the schema has an example or a default.
    """
    open_ = {
        name: _open(values)
        for name, values in choices.items()
        if name not in apart and not values[0][1].startswith(_FIXED)
    }
    if len(open_) < 2:
        return
    beside = _beside({text for values in open_.values() for text in values}, found)
    ways: list[tuple[int, int, dict[str, Candidate]]] = []
    for name, values in open_.items():
        for text, (rank, candidate) in values.items():
            for record in beside.get(text, ()):
                met = {other: hit for other in open_ if other != name and (hit := _met(open_[other], record, text))}
                if met:
                    ranks = rank + sum(place for place, _ in met.values())
                    ways.append((-len(met), ranks, {name: candidate, **{n: hit for n, (_, hit) in met.items()}}))
    ways.sort(key=lambda way: way[:2])
    firsts = {name: values[0] for name, values in choices.items()}
    chosen: list[dict[str, Candidate]] = []
    for _, _, way in ways:
        picked = {**firsts, **way}
        if picked not in chosen:
            chosen.append(picked)
        if len(chosen) == _WAYS:
            break
    yield from chosen


def _open(values: Sequence[Candidate]) -> dict[str, tuple[int, Candidate]]:
    texts: dict[str, tuple[int, Candidate]] = {}
    for rank, (value, origin) in enumerate(values):
        if isinstance(value, str | int | float) and not origin.startswith(_FIXED):
            texts.setdefault(str(value), (rank, (value, origin)))
    return texts


def _beside(wanted: set[str], found: Sequence[Found]) -> Mapping[str, Sequence[frozenset[str]]]:
    records: dict[str, list[frozenset[str]]] = {}
    for seen in found:
        text = str(seen.value)
        if text in wanted and not seen.beside.isdisjoint(wanted):
            records.setdefault(text, []).append(seen.beside)
    return records


def _met(values: Mapping[str, tuple[int, Candidate]], record: frozenset[str], but: str) -> tuple[int, Candidate] | None:
    """Return the first of an argument's values that a record holds beside another's."""
    return next((hit for text, hit in values.items() if text != but and text in record), None)
