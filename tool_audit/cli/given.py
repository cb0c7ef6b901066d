"""What was given on the command line -> settings and targets."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

from tool_audit.clients import client_names, limits_of_clients
from tool_audit.errors import UsageError
from tool_audit.experiments import EXPERIMENTS, SCRIPTS
from tool_audit.measure.tokens import ENGINES, TokenCounter, load_counter
from tool_audit.report import RENDERERS
from tool_audit.rules import catalogue
from tool_audit.settings import Origin, Policy, Settings, load_settings
from tool_audit.settings.keys import BY_OPTION
from tool_audit.targets import Resolution, resolve
from tool_audit.targets.shard import Shard, part_of, read_shard


def settings_of(context: typer.Context) -> tuple[Settings, Mapping[str, Origin]]:
    """Return the settings in force for this command, and the origin of each."""
    options: dict[str, object] = {}
    for name, value in context.params.items():
        key = BY_OPTION.get(name.replace("_", "-"))
        if key is not None:
            options[".".join(key.path)] = str(value) if isinstance(value, Path) else _tuple(value)
        elif name in {"config", "no_config", "arg"}:
            options[name] = str(value) if isinstance(value, Path) else _tuple(value)
    settings, origins = load_settings(
        options,
        cwd=_here(),
        environ=os.environ,
        rule_options={rule.id: rule.option_defaults for rule in catalogue().values()},
        choices={
            "probing.experiments": (*EXPERIMENTS, *SCRIPTS),
            "policy.client": client_names(),
            "policy.tokenizer": ENGINES,
            "output.outputs": tuple(RENDERERS),
        },
    )
    limits_of_clients(settings.policy.clients)  # what is wrong there is told before anything is called
    return settings, origins


def counter_of(policy: Policy) -> TokenCounter:
    """Return the counter that the settings name, which loads its vocabulary while something else is done."""
    counter = load_counter(policy.tokenizer)
    counter.load_aside()
    return counter


def targets_of(context: typer.Context) -> Resolution:
    """Return what the targets name; UsageError where that is nothing."""
    params, command = context.params, context.obj or ()
    if command == ("",):
        raise UsageError("there is no command after --", hint="write it there: tool-audit probe -- npx -y @acme/server")
    shard = shard_of(context)
    whole = resolve(
        params.get("targets") or (),
        command,
        servers=params.get("server") or (),
        headers=params.get("header") or (),
        env=params.get("env") or (),
        cwd=params.get("cwd"),
        inputs=_inputs(tuple(params.get("input") or ())),
        from_client=params.get("from_client"),
        environ=os.environ,
        working_dir=_here(),
    )
    return whole if shard is None else part_of(whole, shard)


def shard_of(context: typer.Context) -> Shard | None:
    """Return which part of the servers is asked for, if any; UsageError where that is no part."""
    text = context.params.get("shard")
    return None if text is None else read_shard(text)


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder is gone", hint="change to one that is there") from None


def _inputs(given: Sequence[str]) -> Mapping[str, str]:
    pairs = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--input {name!r} has no value", hint="write --input NAME=VALUE")
        pairs[name] = value
    return pairs


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
