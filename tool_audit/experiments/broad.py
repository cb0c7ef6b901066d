"""Other broad questions to a search, where nothing bounds it or its limit is not heeded, to see if each is as full."""

import re
from collections import Counter
from collections.abc import Iterator

from tool_audit.experiments import ceiling
from tool_audit.experiments.situation import Situation
from tool_audit.model import Items, Probe
from tool_audit.schema import Argument
from tool_audit.vocabulary import words_of

_MOST = 3
_FEWEST_ITEMS = 5
_SEARCHED = frozenset(
    "query q search keyword keywords term terms text phrase question pattern needle name prefix".split()
)
_WORDS = re.compile(r"[^\W\d_]{2,20}")
_SAMPLE = 200


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the base with other search texts: examples, then words of its items; where a limit stopped, with that."""
    base = situation.base
    items = base.measurement.items if base is not None and base.measurement is not None else None
    if base is None or items is None:
        return
    yield from ceiling.probes(situation)
    limits = list(situation.bounding)
    stopped = [(limit, found[0]) for limit in limits if (found := ceiling.at_a_ceiling(situation, limit))]
    if (limits and not stopped) or items.count < _FEWEST_ITEMS:
        return
    searched = next(filter(searches, situation.free), None)
    if searched is not None:
        texts = [text for text in _texts(searched, items) if text != base.arguments.get(searched.name)]
        for text in texts[:_MOST]:
            if stopped:
                yield situation.vary_both(stopped[0], (searched, text), "broad")
            else:
                yield situation.vary(searched, text, "broad")


def searches(argument: Argument) -> bool:
    """Return whether an argument takes a text that is looked for."""
    text = not argument.closed_set and (not argument.types or "string" in argument.types)
    return text and "format" not in argument.schema and bool(_SEARCHED & set(words_of(argument.name)))


def _texts(argument: Argument, items: Items) -> list[str]:
    """Return texts that many items should match: the schema's own examples, the commonest words, a single letter."""
    examples = argument.schema.get("examples")
    given = [text for text in examples if isinstance(text, str)] if isinstance(examples, list) else []
    counted: Counter[str] = Counter()
    for record in items.records[:_SAMPLE]:
        values = record.values() if isinstance(record, dict) else [record]
        counted.update({word.lower() for value in values if isinstance(value, str) for word in _WORDS.findall(value)})
    common = [word for word, times in counted.most_common(2) if times > 1]
    return list(dict.fromkeys([*given, *common, "a", "e", "the"]))
