"""Calls that break the schema of their tool: arguments that it does not have, apart from values that it refuses."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tool_audit.json_schema.validate import Checker
from tool_audit.model import Json, ToolSpec, canonical
from tool_audit.model.indicators import BadArgument
from tool_audit.model.spread import Rate
from tool_audit.schema import resolve
from tool_audit.transcripts.names import ANY, is_name
from tool_audit.transcripts.redact import redacted
from tool_audit.transcripts.seen import Key, Seen

UNDECLARED: Final = "undeclared"
MISSING: Final = "missing"
TOGETHER: Final = "(all together)"
"""In place of a name: what is wrong is not wrong with one argument."""
_MOST_NAMES: Final = 500
"""Of one tool; more are no longer told apart."""
_LONGEST_EXAMPLE: Final = 60


class Schema:
    """What one tool takes."""

    def __init__(self, tool: ToolSpec) -> None:
        root = resolve(tool.input_schema, tool.input_schema)
        declared = root.get("properties")
        self._checker = Checker(tool.input_schema)
        self._names = frozenset(declared) if isinstance(declared, Mapping) else frozenset()
        self._declared = frozenset(_properties(tool.input_schema))
        required = root.get("required")
        self._required = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
        extra = root.get("additionalProperties", root.get("unevaluatedProperties", False))
        combined = any(key in root for key in ("anyOf", "oneOf", "allOf", "if", "patternProperties", "$ref"))
        self._closed = extra is False and not combined
        self.usable = self._checker.usable

    def undeclared(self, names: Mapping[str, Json] | tuple[str, ...]) -> list[str]:
        """Return the arguments that it does not have; none where it says that others may be sent."""
        return [name if is_name(name) else ANY for name in names if name not in self._names] if self._closed else []

    def faults(self, arguments: Mapping[str, Json]) -> list[tuple[str, str]]:
        """Return (argument, what) for each that breaks the schema, arguments that it does not have left out."""
        errors = self._checker.faults(arguments) or []
        return [fault for error in errors for fault in self._told(error)]

    def _told(self, error: Any) -> Iterator[tuple[str, str]]:
        """Yield what may be told of a fault: keys in a map are data, unless the schema has them somewhere."""
        for path, name, what in _faults(error):
            steps = [step if step in self._declared else ANY for step in path]
            steps += [name if name in self._declared or (what == UNDECLARED and is_name(name)) else ANY] if name else []
            yield ".".join(steps) or TOGETHER, what

    def missing(self, names: tuple[str, ...]) -> list[str]:
        """Return what is required and not among these names."""
        return [name for name in self._required if name not in names]


def _faults(error: Any) -> list[tuple[list[str], str, str]]:
    """Return for each fault the path of the object or value, the name that it lacks or has too much, and its kind."""
    path = [step for step in error.absolute_path if isinstance(step, str)]
    if error.validator == "required":
        absent = [name for name in error.validator_value if name not in error.instance]
        return [(path, name, MISSING) for name in absent[:1]]
    if error.validator in ("additionalProperties", "unevaluatedProperties"):
        known = error.schema.get("properties", {})
        extra = [name for name in error.instance if name not in known] if path else []
        return [(path, name, UNDECLARED) for name in extra]
    return [(path, "", str(error.validator))]


def _properties(schema: Json) -> Iterator[str]:
    """Yield the names of all properties that stand anywhere in a schema."""
    stack = [schema]
    while stack:
        node = stack.pop()
        if isinstance(node, Mapping):
            properties = node.get("properties")
            if isinstance(properties, Mapping):
                yield from properties
            required = node.get("required")
            if isinstance(required, list):
                yield from (name for name in required if isinstance(name, str))
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)


@dataclass(slots=True)
class ToolArguments:
    """One tool whose schema is known."""

    schema: Schema
    calls: int = 0
    invalid: int = 0
    bad: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def rate(self) -> Rate:
        """Return the calls that break the schema."""
        return Rate(self.invalid, self.calls)

    def by_argument(self) -> tuple[BadArgument, ...]:
        """Return what was wrong, the most frequent first."""
        return tuple(
            BadArgument(
                name=name,
                declared=what != UNDECLARED,
                what=what,
                count=count,
                example=self.examples.get((name, what), ""),
            )
            for (name, what), count in sorted(self.bad.items(), key=lambda item: (-item[1], item[0]))
        )


class ArgumentChecks:
    """All tools whose schemas are known when they are called. `shows`: whether a value may be shown."""

    def __init__(self, *, shows: bool) -> None:
        self.tools: dict[Key, ToolArguments] = {}
        self._shows = shows

    def offered(self, key: Key, tool: ToolSpec) -> None:
        """Learn of a tool; a later list replaces an earlier one, and what was counted stays."""
        schema = Schema(tool)
        if not schema.usable:
            return
        known = self.tools.get(key)
        if known is None:
            self.tools[key] = ToolArguments(schema)
        else:
            known.schema = schema

    def call(self, call: Seen) -> None:
        """Take one call."""
        tool = self.tools.get(call.key)
        if tool is None or (call.arguments is None and not call.digest):
            return
        tool.calls += 1
        names = tuple(call.names)
        if call.malformed:
            self._count(tool, call, [(TOGETHER, "no JSON object")])
            return
        wrong = [(name, UNDECLARED) for name in tool.schema.undeclared(names)]
        if call.arguments is None:  # of values nothing is known
            wrong += [(name, MISSING) for name in tool.schema.missing(names)]
        else:
            wrong += tool.schema.faults(call.arguments)
        self._count(tool, call, wrong)

    def _count(self, tool: ToolArguments, call: Seen, wrong: list[tuple[str, str]]) -> None:
        tool.invalid += bool(wrong)
        for name, what in dict.fromkeys(wrong):
            key = (name, what) if len(tool.bad) < _MOST_NAMES or (name, what) in tool.bad else ("(others)", what)
            tool.bad[key] += 1
            value = None if call.arguments is None else call.arguments.get(name.partition(".")[0])
            if self._shows and value is not None and key not in tool.examples:
                tool.examples[key] = redacted(canonical(value))[:_LONGEST_EXAMPLE]
