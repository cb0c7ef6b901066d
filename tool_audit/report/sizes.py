"""One measured tool in figures: its default, smallest and largest reply, and how many times they differ."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tool_audit.model import ABSENT, Call, Encoding, Json, Measurement, ServerRun, Status, ToolRun
from tool_audit.report.calls import distinct

NOT_TO_COPY: Final = frozenset({"paging", "broad", "unknown_argument", "filter", "bad_input", "described", "writes"})
"""Experiments whose calls nobody is advised to make: a last page or a refused value is small, and no alternative."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sized:
    """A call that was answered, and its measurement."""

    call: Call
    measurement: Measurement

    @property
    def items(self) -> int | None:
        """How many items the reply lists; None where it has no list."""
        return None if self.measurement.items is None else self.measurement.items.count


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSizes:
    """A tool that answered at least once, and the replies that frame what it costs."""

    run: ToolRun
    default: Sized | None
    smallest: Sized
    largest: Sized

    @property
    def default_chars(self) -> int:
        """What tools are ordered by; -1 where the default call was never answered."""
        return -1 if self.default is None else self.default.measurement.chars

    @property
    def ratio(self) -> float | None:
        """How many times larger the default reply is than the smallest, or None where that cannot be said."""
        smallest = self.smallest.measurement.chars
        return None if self.default is None or smallest == 0 else round(self.default_chars / smallest, 1)

    @property
    def smaller(self) -> Sized | None:
        """The smallest reply where it is smaller than the default one."""
        if self.default is None or self.smallest.measurement.chars >= self.default_chars:
            return None
        return self.smallest if self.smallest.call.arguments != self.default.call.arguments else None


def sized(call: Call | None) -> Sized | None:
    """Return the call with its measurement, or None where it has none."""
    return None if call is None or call.measurement is None else Sized(call=call, measurement=call.measurement)


def tool_sizes(run: ServerRun) -> tuple[ToolSizes, ...]:
    """Return the measured tools, the largest default reply first."""
    measured = [sizes for tool in run.tools if (sizes := _sizes_of(tool)) is not None]
    return tuple(sorted(measured, key=lambda sizes: (-sizes.default_chars, sizes.run.name)))


def encoding(measurement: Measurement, name: str) -> Encoding | None:
    """Return the reply written another way, where that was done and could be."""
    found = next((encoding for encoding in measurement.encodings if encoding.name == name), None)
    return None if found is None or found.chars is None else found


def compact_saving(measurement: Measurement) -> float:
    """Return the share of characters that compact UTF-8 JSON saves; 0 where it saves none or was not tried."""
    compact = encoding(measurement, "compact")
    if compact is None or compact.chars is None or measurement.chars == 0:
        return 0.0
    return max(0.0, (measurement.chars - compact.chars) / measurement.chars)


def call_count(run: ServerRun) -> int:
    """Return how many calls were made, shared ones counted once."""
    return len(distinct(run.calls))


def varied_count(run: ServerRun) -> int:
    """Return how many arguments of the tools were sent with more than one value, or with one that was not left out."""
    return len({(tool.name, name) for tool in run.tools for name in _varied(tool)})


def _varied(tool: ToolRun) -> set[str]:
    schema = tool.tool.input_schema
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    declared = set(properties) if isinstance(properties, Mapping) else set()
    return declared & {call.observation.probe.argument for call in tool.calls}


def _sizes_of(run: ToolRun) -> ToolSizes | None:
    if run.status is not Status.MEASURED:
        return None
    replies = _all_sized(run.replies)
    default = sized(run.default)
    if default is None and not replies:
        return None
    everything = replies or ((default,) if default is not None else ())
    return ToolSizes(
        run=run,
        default=default,
        smallest=min(_worth_copying(run, everything, default), key=_by_size),
        largest=max(everything, key=lambda reply: reply.measurement.chars),
    )


def _all_sized(calls: Iterable[Call]) -> tuple[Sized, ...]:
    return tuple(reply for call in calls if (reply := sized(call)) is not None and not reply.measurement.reads_failed)


def _worth_copying(run: ToolRun, replies: tuple[Sized, ...], default: Sized | None) -> tuple[Sized, ...]:
    """Return the replies to calls that can be advised: settings; only where none of them is smaller, a part, too."""
    proper = [reply for reply in replies if _is_to_copy(run, reply, default)]
    settings = tuple(reply for reply in proper if _experiment(reply) not in NOT_TO_COPY)
    if default is None:
        return settings or replies
    if any(reply.measurement.chars < default.measurement.chars for reply in settings):
        return settings
    parts = (reply for reply in proper if _chooses_a_part(run.tool.input_schema, reply, default))
    return (*settings, *parts) or (default,)


def _is_empty(reply: Sized, default: Sized | None) -> bool:
    """Whether a reply has nothing of what the default has."""
    if default is None:
        return False
    no_items, no_text = reply.items == 0, reply.measurement.chars == 0
    return (bool(default.items) and no_items) or (default.measurement.chars > 0 and no_text)


def _is_to_copy(run: ToolRun, reply: Sized, default: Sized | None) -> bool:
    """Whether anybody could be advised to make this call: it is proper, asks for something, and there is something."""
    probe, schema = reply.call.observation.probe, run.tool.input_schema
    required = schema.get("required") if isinstance(schema, Mapping) else None
    names = required if isinstance(required, list) else ()
    if any(isinstance(name, str) and name not in probe.arguments for name in names):
        return False
    if _experiment(reply) == "default" and default is not None and probe.arguments != default.call.arguments:
        return False  # values that were tried before better ones were known
    asks_for_none = isinstance(probe.value, int | float) and not isinstance(probe.value, bool) and probe.value <= 0
    return not asks_for_none and not _is_empty(reply, default)


def _experiment(reply: Sized) -> str:
    return reply.call.observation.probe.experiment.replace("-", "_")


def _chooses_a_part(schema: Json, reply: Sized, default: Sized) -> bool:
    """Whether a call is the default and a member of one enum, which left some items out, and not all of them."""
    if default.items is None or not 0 < (reply.items or 0) < default.items:
        return False
    usual, sent = default.call.arguments, reply.call.arguments
    more = [name for name in sent if name not in usual]
    if len(more) != 1 or any(sent.get(name, ABSENT) != value for name, value in usual.items()):
        return False
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    declared = properties.get(more[0]) if isinstance(properties, Mapping) else None
    members = declared.get("enum") if isinstance(declared, Mapping) else None
    return isinstance(members, list | tuple) and sent[more[0]] in members


def _by_size(reply: Sized) -> tuple[int, int]:
    return (reply.measurement.chars, len(reply.call.arguments))
