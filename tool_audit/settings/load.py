"""The layers, merged: defaults < file < environment < options; the last layer that says something wins."""

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from tool_audit.errors import UsageError
from tool_audit.model import Json
from tool_audit.settings.arguments import argument_file, make_sendable, single_arguments
from tool_audit.settings.files import find, layer, read
from tool_audit.settings.groups import Limits, Origin, Output, Policy, Probing, Settings
from tool_audit.settings.keys import BY_PATH, BY_VARIABLE, GROUPS, PREFIX, KeyPath, Partial, defaults
from tool_audit.settings.kinds import FORMATS
from tool_audit.settings.nearest import closest, nearest
from tool_audit.settings.paths import display, expand

NOT_SETTINGS: Final = frozenset({f"{PREFIX}CONFIG", f"{PREFIX}CACHE"})
"""Variables of this prefix that mean something else: the settings file, the tests' cache folder."""

NOTHING: Final[Mapping[str, Collection[str]]] = MappingProxyType({})


def load_settings(
    options: Mapping[str, object],
    *,
    cwd: Path,
    environ: Mapping[str, str],
    rule_options: Mapping[str, Mapping[str, object]],
    choices: Mapping[str, Collection[str]] = NOTHING,
) -> tuple[Settings, Mapping[str, Origin]]:
    """Return the settings in force and, for each dotted key, who said its value.

    `options` maps "group.name" to a value, "config" to a file, "no_config" to true, "arg" to texts such as
    "get_x.limit=5"; None, () and [] mean "not given" (so a flag that was not given is None, not false).
    `rule_options` maps each rule id to its options' defaults.
    `choices` maps "probing.experiments", "policy.client" or "policy.tokenizer" to the names that there are.
    A `deny` adds to the layers below it; everything else replaces. UsageError for what is unknown or of a wrong type.
    """
    given = {name: value for name, value in options.items() if value not in (None, (), [])}
    merged = defaults() | _rule_defaults(rule_options)
    for partial in (_file(given, cwd, environ), _environment(environ, cwd), _options(given, cwd)):
        _merge(merged, partial, cwd)
    _check_rules(merged, rule_options)
    _check_names(merged, choices)
    make_sendable(merged)
    return _settings(merged, rule_options), {_dotted(path): origin for path, origin in merged.items()}


def _rule_defaults(rule_options: Mapping[str, Mapping[str, object]]) -> Partial:
    return {
        ("rules", rule, option): Origin(layer="default", where="the default", value=value)
        for rule, options in rule_options.items()
        for option, value in options.items()
    }


def _file(given: Mapping[str, object], cwd: Path, environ: Mapping[str, str]) -> Partial:
    named = given.get("config") or environ.get(f"{PREFIX}CONFIG")
    if given.get("no_config"):
        if "config" in given:
            raise UsageError("--config and --no-config contradict each other", hint="pass one of them")
        return {}
    source = read(expand(str(named), cwd), cwd) if named else find(cwd)
    return layer(source) if source else {}


def _environment(environ: Mapping[str, str], cwd: Path) -> Partial:
    partial: Partial = {}
    for name, text in sorted(environ.items()):
        if not name.startswith(PREFIX) or name in NOT_SETTINGS or not text:
            continue
        key = BY_VARIABLE.get(name)
        if key is None:
            raise UsageError(f"the environment variable {name} is no setting", hint=nearest(name, BY_VARIABLE))
        value = key.read(key.kind.text(text), name, cwd)
        partial[key.path] = Origin(layer="environment", where=name, value=value)
    return partial


def _options(given: Mapping[str, object], cwd: Path) -> Partial:
    partial: Partial = {}
    for name, value in given.items():
        if name in {"config", "no_config", "arg"}:
            continue
        key = BY_PATH.get(tuple(name.split(".")))
        if key is None:
            raise UsageError(f"there is no setting {name}", hint=nearest(name, map(_dotted, BY_PATH)))
        where = f"--{key.option}"
        partial[key.path] = Origin(layer="option", where=where, value=key.read(value, where, cwd))
    return partial | single_arguments(_tuple(given.get("arg")), cwd)


def _merge(merged: Partial, partial: Partial, cwd: Path) -> None:
    args = partial.pop(("probing", "args"), None)
    if args is not None:
        merged |= argument_file(Path(str(args.value)), display(Path(str(args.value)), cwd))
    for path, origin in partial.items():
        below = merged.get(path)
        if path == ("probing", "deny") and below is not None and below.value:
            # what a project forbids stays forbidden: an option may add to it, never lift it
            both = tuple(dict.fromkeys((*_tuple(below.value), *_tuple(origin.value))))
            merged[path] = Origin(layer=origin.layer, where=f"{below.where} and {origin.where}", value=both)
        else:
            merged[path] = origin


def _check_rules(merged: Partial, rule_options: Mapping[str, Mapping[str, object]]) -> None:
    for path, origin in list(merged.items()):
        match path:
            case ("rules", rule):
                if rule not in rule_options:
                    raise _no_rule(origin, rule, rule_options)
                del merged[path]
            case ("rules", rule, option):
                if option not in rule_options[rule]:
                    hint = nearest(option, rule_options[rule]) or f"{rule} has no options"
                    raise UsageError(f"{origin.where}: the rule has no option {option!r}", hint=hint)
                merged[path] = _like(rule_options[rule][option], origin)
            case ("ignore" | "regrade", _):
                rule = getattr(origin.value, "rule", "")
                if rule not in rule_options:
                    raise _no_rule(origin, rule, rule_options)
            case _:
                pass


def _no_rule(origin: Origin, rule: str, known: Iterable[str]) -> UsageError:
    near = closest(rule, known)
    hint = f"did you mean {near}?" if near else "write one rule's id; `tool-audit rules` lists them"
    return UsageError(f"{origin.where}: there is no rule {rule!r}", hint=hint)


def _like(default: object, origin: Origin) -> Origin:
    """Return the origin with its value as the default's type; UsageError where it is of another."""
    value = origin.value
    if isinstance(default, tuple | list) and isinstance(value, list):
        value = tuple(value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if default is not None and type(value) is not type(default):
        wanted = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
        raise UsageError(f"{origin.where}: {value!r} is not {wanted.get(type(default), 'a list')}")
    return Origin(layer=origin.layer, where=origin.where, value=value)


def _check_names(merged: Partial, choices: Mapping[str, Collection[str]]) -> None:
    own_clients = {path[1] for path in merged if path[0] == "clients"}
    known = {"output.outputs": FORMATS, **choices}
    for key, names in known.items():
        origin = merged[BY_PATH[tuple(key.split("."))].path]
        all_names = {*names, *own_clients} if key == "policy.client" else set(names)
        for name in (origin.value,) if isinstance(origin.value, str) else _tuple(origin.value):
            plain = name[0] if isinstance(name, tuple) else name
            if plain not in all_names:
                what = key.partition(".")[2].rstrip("s").replace("output", "output format")
                raise UsageError(f"{origin.where}: there is no {what} {plain!r}", hint=nearest(plain, all_names))


def _settings(merged: Partial, rules: Collection[str]) -> Settings:
    groups: dict[str, dict[str, Any]] = {group: {} for group in GROUPS}
    nested: dict[str, dict[str, dict[str, Json]]] = {
        "rules": {rule: {} for rule in rules},
        "clients": {},
        "tools": {},
    }
    for path, origin in merged.items():
        match path:
            case ("rules" | "clients" as section, name, field):
                nested[section].setdefault(name, {})[field] = origin.value
            case ("tools", tool, "arguments", argument):
                nested["tools"].setdefault(tool, {})[argument] = origin.value
            case (group, name) if group in groups:
                groups[group][name] = origin.value
            case _:
                pass
    if groups["output"]["quiet"] and groups["output"]["verbose"]:
        raise UsageError("quiet and verbose contradict each other", hint="set one of them")
    return Settings(
        probing=Probing(**groups["probing"], args=nested["tools"]),
        limits=Limits(**groups["limits"]),
        policy=Policy(
            **groups["policy"],
            rules=nested["rules"],
            clients=nested["clients"],
            overrides=_values(merged, lambda path: path[0] == "tools" and path[2:] == ("caps",)),
            ignores=_values(merged, lambda path: path[0] == "ignore"),
            regrades=_values(merged, lambda path: path[0] == "regrade"),
        ),
        output=Output(**groups["output"]),
    )


def _values(merged: Partial, chosen: Callable[[KeyPath], bool]) -> tuple[Any, ...]:
    return tuple(origin.value for path, origin in merged.items() if chosen(path))


def _tuple(value: object) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else ()


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(part if part.replace("-", "").replace("_", "").isalnum() else f'"{part}"' for part in path)
