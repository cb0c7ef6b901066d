"""What an experiment is given: one subject, what has been called so far, and where values may come from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tool_audit.bounds import bounding_arguments, everywhere, with_value
from tool_audit.model import ABSENT, Arguments, Call, Json, Lines, Measurement, Probe, Subject, ToolSpec, canonical
from tool_audit.schema import Argument
from tool_audit.strangers import QUERY_WORDS, writes_somewhere
from tool_audit.vocabulary import words_of

GIVEN = "given by the user"
"""The origin of a value that the user gave: it is never varied."""
IF_EMPTY = "where nothing comes without: "
"""How the origin of a value begins that is only sent where a call that leaves it out tells nothing."""
_LINE = 120  # characters: a longer reply tells more than that nothing was found


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """One way to fill in what a call needs: the arguments, and where each value is from."""

    arguments: Arguments
    origins: Mapping[str, str] = field(default_factory=dict)

    @property
    def only_if_empty(self) -> bool:
        """Whether it is of use only where a call without it tells nothing."""
        return any(origin.startswith(IF_EMPTY) for origin in self.origins.values())


@dataclass(frozen=True, kw_only=True)
class Situation:
    """One subject at one moment. `fillings` are ways to make a valid call, the most promising first."""

    subject: Subject
    tool: ToolSpec
    arguments: tuple[Argument, ...]
    lines: Lines
    calls: tuple[Call, ...]
    fillings: tuple[Filling, ...]
    pinned: bool = False
    """The user gave arguments for this tool: no call is made without them."""
    absent: Arguments = field(default_factory=dict)
    """Of a tool that fetches one thing: the argument that says which one, and an identifier that none can have."""

    @cached_property
    def base(self) -> Call | None:
        """The call that sweeps vary: the first with nothing filled in but what is needed that answered well."""
        return base_of(self.calls)

    @cached_property
    def free(self) -> tuple[Argument, ...]:
        """The arguments that a sweep may vary: not the action, not what the user gave, nor what makes a call write."""
        origins = self.base.observation.probe.origins if self.base is not None else {}
        given = {name for name, origin in origins.items() if origin == GIVEN}
        fixed = {self.subject.argument, *given}
        return tuple(a for a in self.arguments if a.name not in fixed and not writes_somewhere(a))

    @cached_property
    def bounding(self) -> tuple[Argument, ...]:
        """The arguments that bound or page the reply and may be varied, those in objects too."""
        return tuple(bounding_arguments(self.free, self.tool))

    @cached_property
    def everywhere(self) -> tuple[Argument, ...]:
        """The arguments that may be varied, and the members of those objects that can be sent with one member alone."""
        base = self.base.arguments if self.base is not None else {}
        needy = {a.name for a in self.free if a.name not in base and a.schema.get("required")}
        found = everywhere(self.free, self.tool)
        return tuple(a for a in found if not a.outer or not (a.outer in needy or writes_somewhere(a)))

    def vary_both(self, one: tuple[Argument, Json], other: tuple[Argument, Json], experiment: str) -> Probe:
        """Return the base call with two arguments changed; the second is what it is about."""
        probe = self.vary(*other, experiment)
        return replace(probe, arguments=with_value(probe.arguments, *one))

    def vary(self, argument: Argument, value: Json, experiment: str) -> Probe:
        """Return the base call with one argument changed."""
        probe = self._base.observation.probe
        return Probe(
            subject=self.subject,
            arguments=with_value(probe.arguments, argument, value),
            experiment=experiment,
            argument=argument.name,
            value=value,
            origins={name: origin for name, origin in probe.origins.items() if name != argument.name},
        )

    def answer(self, argument: Argument, value: Json) -> Call | None:
        """Return the call that `vary` would make, where it was made."""
        return find_call(self.calls, with_value(self._base.arguments, argument, value))

    @property
    def _base(self) -> Call:
        if self.base is None:
            raise ValueError(f"{self.subject.label} has no base to vary")
        return self.base


def find_call(calls: Sequence[Call], arguments: Arguments) -> Call | None:
    """Return the first call with just these arguments (true and 1 are kept apart)."""
    wanted = canonical(arguments)
    return next(
        (call for call in calls if len(call.arguments) == len(arguments) and call.observation.probe.key[1] == wanted),
        None,
    )


def base_of(calls: Sequence[Call]) -> Call | None:
    """Return the first default call that succeeded and does not read like a failure.

    One that lists nothing is taken only where no other way to fill in what is needed lists something.
    """
    good = [
        call
        for call in calls
        if call.observation.probe.experiment == "default"
        and call.succeeded
        and call.measurement
        and not call.measurement.reads_failed
    ]
    return next((call for call in good if not is_bare(call)), good[0] if good else None)


def is_bare(call: Call) -> bool:
    """Return whether a reply tells nothing: an empty list, no text at all, a word to a search that was made up."""
    reply = call.measurement
    if reply is None:
        return False
    empty = reply.items is not None and reply.items.count == 0
    return empty or (not reply.text.strip() and not reply.media_chars) or _found_nothing(call, reply)


def _found_nothing(call: Call, reply: Measurement) -> bool:
    """Whether a search for a made-up text was answered with one short line and no list ("Nobody found.")."""
    made_up = any(
        origin.startswith("made up") and QUERY_WORDS & set(words_of(name))
        for name, origin in call.observation.probe.origins.items()
    )
    text = reply.text.strip()
    return made_up and reply.items is None and reply.document is ABSENT and len(text) <= _LINE and "\n" not in text
