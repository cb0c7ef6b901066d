"""Calls with an argument that no schema has: which tools take them without a word. One cause, one finding a server."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tool_audit.model import ABSENT, Call, Hit, Json, ServerRun, ToolRun, canonical
from tool_audit.rules._listing import counted, named
from tool_audit.rules._same import same
from tool_audit.rules._sizes import measured, shown
from tool_audit.rules._variations import added, variations
from tool_audit.schema import arguments_of, resolve

_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Accepted:
    """A tool, the unknown argument (`where`: the object argument that it was put in), and the calls that show it."""

    run: ToolRun
    name: str
    where: str
    calls: tuple[Call, ...]
    telling: str


def accepted_hits(server: ServerRun, *, closed: bool) -> Iterator[Hit]:
    """Yield one hit for all tools that took an unknown argument; `closed`: those whose schema forbids it."""
    found: dict[str, _Accepted] = {}
    asked: set[str] = set()
    for run in server.tools:
        for one, tried, is_closed in _tried(run):
            if is_closed is closed:
                asked.add(run.name)
                if tried and (one.telling or run.name not in found):
                    found[run.name] = one
    if not found:
        return
    worst = sorted(found.values(), key=lambda one: not one.telling)
    first = worst[0]
    inside = f" inside {first.where}" if first.where else ""
    forbids = ", though additionalProperties is false" if closed else ""
    of = f"{len(found):,} of {counted(len(asked), 'tool')} that were asked" if len(asked) > 1 else first.run.name
    verb = "takes" if len(found) == 1 and len(asked) == 1 else "take"
    yield Hit(
        message=(
            f"{of} {verb} an argument that the schema does not have{forbids}: {first.run.name} answers"
            f" {first.name}={shown(_value(first))}{inside} with success and the same reply as without.{first.telling}"
            + (f" The tools: {named(list(found))}." if len(found) > 1 else "")
        ),
        tools=tuple(found),
        calls=tuple(call for one in worst[:_SHOWN] for call in one.calls),
        advice="Refuse unknown arguments with -32602 and name the one that is meant, so that a misspelling is noticed.",
    )


def _tried(run: ToolRun) -> Iterator[tuple[_Accepted, bool, bool]]:
    """Yield for each unknown argument that was sent: what it was, if it was taken, if the schema is closed."""
    default = run.default
    if default is None or measured(default) is None:
        return
    known = {argument.name for argument in arguments_of(run.tool)}
    openness = _openness(run.tool.input_schema)
    if openness is not None and not _patterned(run.tool.input_schema):
        for name, _, call in added(run):
            if call.observation.probe.experiment == "unknown_argument" and name not in known:
                telling = _telling(run, name, call)
                if telling is not None:
                    one = _Accepted(
                        run=run, name=name, where="", calls=(default, call, *telling[1]), telling=telling[0]
                    )
                    yield one, same(run, default, call) is True, openness
    for name, call, without, inner in _nested(run):
        schema = next((a.schema for a in arguments_of(run.tool) if a.name == name), {})
        if "properties" not in schema:
            schema = resolve(schema.get("items"), run.tool.input_schema)
        if (openness := _openness(schema)) is not None:
            one = _Accepted(run=run, name=inner, where=name, calls=(without, call), telling="")
            yield one, same(run, without, call) is True, openness


def _openness(schema: Json) -> bool | None:
    """Return whether an object schema is closed; None where it says that anything may be added."""
    resolved = resolve(schema, schema)
    extra = resolved.get("additionalProperties", resolved.get("unevaluatedProperties", ABSENT))
    return True if extra is False else False if extra is ABSENT else None


def _patterned(schema: Json) -> bool:
    return isinstance(schema, Mapping) and bool(schema.get("patternProperties"))


def _telling(run: ToolRun, name: str, call: Call) -> tuple[str, tuple[Call, ...]] | None:
    """Return what a misspelled argument would have done under its right name; None where it proves nothing."""
    value = call.arguments[name]
    squeezed = _squeezed(name)
    for argument in arguments_of(run.tool):
        if squeezed in (_squeezed(argument.name), _squeezed(argument.name) + _squeezed(argument.name)[-1:]):
            right = next(
                (c for given, c in variations(run, argument.name) if canonical(given) == canonical(value)), None
            )
            if right is None or run.default is None or same(run, run.default, right) is not False:
                return None  # it changes nothing under its right name either
            return f" Spelled {argument.name}, it changes the reply.", (right,)
    return "", ()


def _squeezed(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _nested(run: ToolRun) -> Iterator[tuple[str, Call, Call, str]]:
    """Yield (argument, call, the call without, unknown key) for each call with one key more inside an argument."""
    for call in run.calls:
        name = call.observation.probe.argument
        if call.observation.probe.experiment != "unknown_argument" or name not in call.arguments or name is None:
            continue
        rest = {key: value for key, value in call.arguments.items() if key != name}
        for other in (*run.calls, *([run.default] if run.default is not None else [])):
            if canonical({key: value for key, value in other.arguments.items() if key != name}) != canonical(rest):
                continue
            key = _one_more(other.arguments.get(name, {}), call.arguments[name])
            if key and measured(other) is not None:
                yield name, call, other, key
                break


def _one_more(was: Json, now: Json) -> str:
    """Return the key that an object, or the first entry of a list, has beside all that it had."""
    if isinstance(was, list) and isinstance(now, list) and was and len(was) == len(now):
        return _one_more(was[0], now[0])
    if isinstance(was, Mapping) and isinstance(now, Mapping) and len(now) == len(was) + 1 and was.keys() < now.keys():
        return str(next(iter(now.keys() - was.keys())))
    return ""


def _value(one: _Accepted) -> Json:
    value = one.calls[1].arguments[one.where or one.name]
    for step in (0, one.name) if isinstance(value, list) else (one.name,):
        value = value[step] if one.where else value
    return value
