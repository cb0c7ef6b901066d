"""Other broad questions to a search, where nothing bounds it or its limit is not heeded, to see if each is as full."""

from collections import Counter
from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.experiments import ceiling
from tool_audit.experiments.situation import Situation
from tool_audit.model import Items, Probe
from tool_audit.schema import Argument
from tool_audit.strangers import reaches_somebody
from tool_audit.vocabulary import SEARCHED_ELSEWHERE, english_words, words_of

_MOST = 3
_FEWEST_ITEMS = 5
_SEARCHED = SEARCHED_ELSEWHERE | frozenset(
    "query q search keyword keywords term terms text phrase question pattern needle name prefix".split()
)
_FINDING = frozenset("search find lookup query match discover".split())
_POINTING = frozenset(
    "id ids path file folder dir directory date key code sql expression command script version".split()
)
_WORDS = lazy_re.compile(r"[^\W\d_]{2,20}")
_SAMPLE = 200
_MOSTLY = 0.6


def probes(situation: Situation) -> Iterator[Probe]:
    """Yield the base with other search texts: examples, then words of its items; where a limit stopped, with that."""
    base = situation.base
    if base is None:
        return
    yield from ceiling.probes(situation)
    limits = list(situation.bounding)
    stopped = [(limit, found) for limit in limits if (found := ceiling.at_a_ceiling(situation, limit))]
    fullest = stopped[0][1].call if stopped else base
    items = fullest.measurement.items if fullest.measurement is not None else None
    searched = next((argument for argument in situation.free if _asks(situation, argument)), None)
    if searched is None or items is None or items.count < _FEWEST_ITEMS or (limits and not stopped):
        return
    texts = [text for text in _texts(searched, items) if text != base.arguments.get(searched.name)]
    for text in texts[:_MOST]:
        if stopped:
            limit, found = stopped[0]
            yield situation.vary_both((limit, found.value), (searched, text), "broad")
        else:
            yield situation.vary(searched, text, "broad")


def _asks(situation: Situation, argument: Argument) -> bool:
    """Whether an argument says what to look for: by its name, or as the one text that a search must be given."""
    if searches(argument):
        return True
    needed = [other for other in situation.arguments if other.required and "string" in other.types]
    if needed != [argument] or argument.closed_set or {"format", "pattern"} & argument.schema.keys():
        return False
    words = set(words_of(argument.name))
    finds = bool(_FINDING & set(english_words(situation.tool.name))) and not words & _POINTING
    return finds and not reaches_somebody(argument, situation.tool)


def searches(argument: Argument) -> bool:
    """Return whether an argument takes a text that is looked for."""
    text = not argument.closed_set and (not argument.types or "string" in argument.types)
    return text and "format" not in argument.schema and bool(_SEARCHED & set(words_of(argument.name)))


def _texts(argument: Argument, items: Items) -> list[str]:
    """Return texts that many items should match: the schema's own examples, the commonest words, a single letter."""
    examples = argument.schema.get("examples")
    given = [text for text in examples if isinstance(text, str)] if isinstance(examples, list) else []
    counted: Counter[str] = Counter()
    records = items.records[:_SAMPLE]
    for record in records:
        values = record.values() if isinstance(record, dict) else [record]
        words = {word.lower() for value in values if isinstance(value, str) for word in _WORDS.findall(value)}
        counted.update(sorted(words))
    several = [(word, times) for word, times in counted.most_common() if times > 1]
    telling = [word for word, times in several if times <= _MOSTLY * len(records)]  # what all have tells none apart
    common = [*telling, *(word for word, _ in several)][:2]
    return list(dict.fromkeys([*given, *common, "a", "e", "the"]))
