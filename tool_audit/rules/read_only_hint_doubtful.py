"""Flags tools that are marked as read-only while their own words say that they write."""

from collections.abc import Iterator
from typing import Final

from tool_audit.effects import Effect, described_effect, verb_of
from tool_audit.effects.foreign import writing_word
from tool_audit.effects.verbs import is_thing
from tool_audit.model import Confidence, Hit, ServerRun, Severity
from tool_audit.rule import server_rule
from tool_audit.rules._listing import counted, named
from tool_audit.vocabulary import singular, words_of

_LOOSE: Final = frozenset("resume pause suspend retry rerun type make new compact optimize activate".split())
"""Verbs that the gate takes for writing, and that leave nothing behind in many tools."""

_MAKING: Final = frozenset("create make write add new".split())
_TOLD: Final = frozenset(
    """
    report summary overview plan outline preview diagram chart plot graph query prompt guidance guide template snippet
    example code regex pattern diff hash uuid password url uri embedding estimate forecast quote checklist
    """.split()
)
"""What is made in order to be handed over, and stored nowhere."""


@server_rule(group="I", severity=Severity.WARNING, confidence=Confidence.SEEN)
def read_only_hint_doubtful(run: ServerRun, _: object) -> Iterator[Hit]:
    """A tool is marked read-only, and both its name and its description say that it writes."""
    doubtful: dict[str, str] = {}
    for tool in run.listing.tools:
        if tool.annotations.get("readOnlyHint") is not True:
            continue
        named_effect, verb = verb_of(tool.name)
        told_effect, told = described_effect(tool.description)
        if named_effect is Effect.UNCLEAR and not verb and (elsewhere := writing_word(words_of(tool.name))):
            named_effect, verb = Effect.WRITES, elsewhere
        says_so = named_effect is Effect.WRITES and told_effect is Effect.WRITES
        if says_so and not is_thing(verb) and not {verb, told} <= _LOOSE and not _only_tells(tool.name, verb):
            doubtful[tool.name] = f'{tool.name} (name "{verb}", description "{told}")'
    if doubtful:
        yield Hit(
            message=(
                f"readOnlyHint is true on {counted(len(doubtful), 'tool')} whose name and description say that it "
                f"writes: {named(list(doubtful.values()))}. Clients call such a tool without asking."
            ),
            tools=tuple(doubtful),
            advice="Set readOnlyHint to false, or name and describe what the tool reads.",
        )


def _only_tells(name: str, verb: str) -> bool:
    """Whether what a tool makes, by its name, is its answer: create_report, make_diagram."""
    return verb in _MAKING and bool(_TOLD & set(singular(words_of(name))))
