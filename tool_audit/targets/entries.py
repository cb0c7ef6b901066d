"""One entry of a client's configuration -> how to reach that server, or why not."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tool_audit.model import Json, ServerSpec, TransportKind
from tool_audit.settings import nearest
from tool_audit.settings.paths import expand, is_present
from tool_audit.targets.naming import command_name, url_name
from tool_audit.targets.variables import Variables

_TYPES: Final = {
    "stdio": TransportKind.STDIO,
    "local": TransportKind.STDIO,
    "http": TransportKind.HTTP,
    "streamable-http": TransportKind.HTTP,
    "streamable_http": TransportKind.HTTP,
    "streamablehttp": TransportKind.HTTP,
    "remote": TransportKind.HTTP,
    "sse": TransportKind.SSE,
}


class EntryError(Exception):
    """The entry cannot be meant: `message` says what is wrong with it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def disabled(entry: Json) -> bool:
    """Whether the client would not start this server."""
    return isinstance(entry, Mapping) and (entry.get("disabled") is True or entry.get("enabled") is False)


def spec_of(name: str, entry: Json, variables: Variables, origin: str) -> ServerSpec:
    """Return how to reach the server; EntryError, or `variables.UnresolvedError`, where the entry does not say."""
    if not isinstance(entry, Mapping):
        raise EntryError(f"it is {_kind(entry)}, not an object", 'write {"command": ..., "args": [...]}')
    transport = _transport(entry)
    if transport is TransportKind.STDIO:
        command = _command(entry, variables)
        return ServerSpec(
            name=name or command_name(command),
            transport=transport,
            command=command,
            env=_environment(entry, variables),
            cwd=_folder(entry, variables),
            filled_in=variables.told_by(entry),
            origin=origin,
        )
    url = variables.expand(_url(entry))
    spoken = url_transport(url)
    return ServerSpec(
        name=name or url_name(url),
        transport=transport or spoken,
        url=url,
        headers=_headers(entry, variables),
        filled_in=variables.told_by(entry),
        origin=origin,
    )


def url_transport(url: str) -> TransportKind:
    """Return what a URL speaks as far as it says; EntryError where it is no URL of a server."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise EntryError("its URL is not http(s)://HOST[:PORT]/PATH", "check the URL")
    return TransportKind.SSE if parts.path.rstrip("/").endswith("/sse") else TransportKind.HTTP


def _transport(entry: Mapping[str, Json]) -> TransportKind | None:
    """Return what the entry says, in a word or by having a command; None where only its URL can tell."""
    said = next((entry[key] for key in ("type", "transport", "transportType") if isinstance(entry.get(key), str)), None)
    if said is not None:
        transport = _TYPES.get(said.lower())
        if transport is None:
            raise EntryError(f"its type {said!r} is not known", nearest(said, _TYPES))
        return transport
    return TransportKind.STDIO if entry.get("command") else None


def _url(entry: Mapping[str, Json]) -> str:
    for key in ("url", "httpUrl", "serverUrl"):
        if isinstance(entry.get(key), str) and entry[key]:
            return str(entry[key])
    seen = ", ".join(map(str, entry)) or "none"
    raise EntryError(f"it has neither a command nor a url (keys seen: {seen})", "give it one of them")


def _command(entry: Mapping[str, Json], variables: Variables) -> tuple[str, ...]:
    command, args = entry.get("command"), entry.get("args")
    inner: Json = command
    if isinstance(inner, Mapping):  # zed once had {"path", "args", "env"}
        command, args = inner.get("path"), inner.get("args", args)
    args = [] if args is None else _words(args)
    if isinstance(command, str) and not args and not is_present(Path(command)):
        command = _words(command)
    words = command if isinstance(command, list) else [command]
    if not words or not isinstance(words[0], str) or not words[0].strip():
        raise EntryError("it has no command", 'write "command": "PROGRAM"')
    if not isinstance(args, list):
        raise EntryError(f"its args are {_kind(args)}, not a list", 'write "args": ["...", "..."]')
    return tuple(variables.expand(_plain(word, "args")) for word in [*words, *args])


def _words(text: Json) -> Json:
    try:
        return shlex.split(text) if isinstance(text, str) else text
    except ValueError:
        raise EntryError(f"its command {text!r} leaves a quotation open", "write the words as a list") from None


def _environment(entry: Mapping[str, Json], variables: Variables) -> Mapping[str, str]:
    inner = entry.get("command")
    env = dict(_env_file(entry, variables))
    env |= _texts(inner.get("env") if isinstance(inner, Mapping) else None, "env", variables)
    for key in ("environment", "env"):
        env |= _texts(entry.get(key), key, variables)
    handed_on = entry.get("env_vars")  # codex: names
    for name in handed_on if isinstance(handed_on, list) else ():
        if isinstance(name, str) and name in variables.environ:
            env[name] = variables.environ[name]
    return env


def _env_file(entry: Mapping[str, Json], variables: Variables) -> Mapping[str, str]:
    named = entry.get("envFile")
    if not isinstance(named, str):
        return {}
    file = variables.workspace / variables.expand(named)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError):
        raise EntryError(f"its envFile {file} cannot be read", "check the path") from None
    pairs = (line.strip().removeprefix("export ").partition("=") for line in lines if not line.lstrip().startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, equals, value in pairs if equals}


def _headers(entry: Mapping[str, Json], variables: Variables) -> Mapping[str, str]:
    headers: dict[str, str] = {}
    for key in ("requestInit", "headers", "http_headers"):
        given = entry.get(key)
        if key == "requestInit":  # what some clients hand to fetch
            given = given.get("headers") if isinstance(given, Mapping) else None
        headers |= _texts(given, key, variables)
    indirect = dict(_texts(entry.get("env_http_headers"), "env_http_headers", variables))
    headers |= {header: variables.expand(f"${{{name}}}") for header, name in indirect.items()}
    if isinstance(entry.get("bearer_token_env_var"), str):
        headers["Authorization"] = "Bearer " + variables.expand(f"${{{entry['bearer_token_env_var']}}}")
    return headers


def _folder(entry: Mapping[str, Json], variables: Variables) -> str | None:
    cwd = entry.get("cwd")
    if cwd is None:
        return None
    if not isinstance(cwd, str):
        raise EntryError(f"its cwd is {_kind(cwd)}, not a text", 'write "cwd": "FOLDER"')
    return str(expand(variables.expand(cwd), variables.workspace))


def _texts(given: Json, key: str, variables: Variables) -> Mapping[str, str]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise EntryError(f"its {key} is {_kind(given)}, not an object", f'write "{key}": {{"NAME": "value"}}')
    return {
        str(name): variables.expand(_plain(value, f"{key}.{name}"))
        for name, value in given.items()
        if value is not None  # VS Code: null unsets it
    }


def _plain(value: Json, where: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    raise EntryError(f"its {where} holds {_kind(value)}, not a text", "write a text")


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
