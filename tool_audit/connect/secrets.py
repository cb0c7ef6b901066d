"""Which of the values that a server was given are secrets."""

import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from tool_audit import lazy_re
from tool_audit.connect.sure import is_sure
from tool_audit.model import ServerSpec

_TELLING: Final = lazy_re.compile(
    r"key|token|secret|passw|passphrase|\bpwd|auth|credential|cookie|session|dsn|signature|\bsig\b|bearer|pin$|private",
    re.IGNORECASE,
)
_SCHEME: Final = lazy_re.compile(r"(?i)^(bearer|basic|token|apikey|digest|negotiate)\s+(\S.*)$")
_OPTION: Final = lazy_re.compile(r"--?([A-Za-z][\w.-]*)")
_ASSIGNED: Final = lazy_re.compile(r"-{0,2}([A-Za-z][\w.-]*)(?:=|:\s+)(\S.*)", re.DOTALL)
_PLAIN_WORD: Final = lazy_re.compile(r"[a-z]+([-_./+][a-z]+)*")
_NUMBER: Final = lazy_re.compile(r"[-+]?\d+([._,:]\d+)*")
_SETTING: Final = lazy_re.compile(r"(?i)\d{1,5}|true|false|none|null")
_PATH: Final = lazy_re.compile(r"(/|~|\./|\.\./|[A-Za-z]:[\\/])")
_LEAST_NAMED: Final = 4
_LEAST_UNNAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Secret:
    """One value, and where it came from ("env API_KEY")."""

    label: str
    value: str
    sure: bool = True
    """False: masked to be safe, but as likely a setting, a name or a word: that it comes back is no leak."""


def secrets_of(spec: ServerSpec) -> tuple[Secret, ...]:
    """Return what in a spec is likely to be secret, longest first."""
    found: dict[str, Secret] = {}
    for label, name, value in _given(spec):
        if _is_secret(name, value):
            known = found.get(value)
            if known is None or (not known.sure and is_sure(name, value)):
                found[value] = Secret(label, value, sure=is_sure(name, value))
    return tuple(found[value] for value in sorted(found, key=lambda v: (-len(v), v)))


def shown_url(url: str) -> str:
    """Return the URL without user, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" if parts.scheme else parts.path


def _given(spec: ServerSpec) -> Iterator[tuple[str, str, str]]:
    """Yield (label, name, value) of all that may be secret."""
    for name, value in spec.env.items():
        yield f"env {name}", name, value
        yield from _within_url(f"env {name}", value)
    for name, value in spec.headers.items():
        yield f"header {name}", name, value
        yield from _within_header(f"header {name}", name, value)
    yield from _within_url("URL", spec.url or "")
    yield from _within_command(spec.command)
    for name, value in spec.filled_in.items():
        yield f"variable {name}", name, value
        yield from _within_url(f"variable {name}", value)


def _within_header(label: str, name: str, value: str) -> Iterator[tuple[str, str, str]]:
    if name.lower() == "cookie":
        for cookie in value.split(";"):
            key, _, one = cookie.strip().partition("=")
            yield label, f"cookie {key}", one
    if scheme := _SCHEME.match(value):
        yield label, "authorization", scheme.group(2)
        if scheme.group(1).lower() == "basic":
            yield from _within_basic(label, scheme.group(2))


def _within_basic(label: str, encoded: str) -> Iterator[tuple[str, str, str]]:
    try:
        pair = b64decode(encoded, validate=True).decode()
    except ValueError:
        return
    yield label, "authorization", pair
    yield label, "password", pair.partition(":")[2]


def _within_command(command: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield what options are given, what variables are set to, headers, and what URLs hold."""
    for before, word in pairwise(command):
        option = _OPTION.fullmatch(before)
        if option is not None and _TELLING.search(option.group(1)) and not _is_aside(word):
            yield f"argument {before}", option.group(1), word
        if (assigned := _ASSIGNED.fullmatch(word)) is not None and _TELLING.search(assigned.group(1)):
            if _is_aside(assigned.group(2)):
                continue
            label = f"argument {assigned.group(1)}"
            yield label, assigned.group(1), assigned.group(2)
            yield from _within_header(label, assigned.group(1), assigned.group(2))
        yield from _within_url("argument", word)


def _within_url(label: str, text: str) -> Iterator[tuple[str, str, str]]:
    try:
        parts = urlsplit(text)
    except ValueError:
        return
    if not parts.scheme or "://" not in text:
        return
    if parts.password:
        yield f"{label} password", "password", unquote(parts.password)
        yield f"{label} password", "password", parts.password
    elif parts.username:
        yield f"{label} user", "token", unquote(parts.username)
    for name, value in parse_qsl(parts.query):
        yield f"{label} query {name}", name, value


def _is_aside(word: str) -> bool:
    """Return whether it is another option, or names the file that a secret is in."""
    return word.startswith("-") or _PATH.match(word) is not None


def _is_secret(name: str, value: str) -> bool:
    if _TELLING.search(name):
        return len(value) >= _LEAST_NAMED and not _SETTING.fullmatch(value)
    return len(value) >= _LEAST_UNNAMED and not _is_public(value)


def _is_public(value: str) -> bool:
    if _NUMBER.fullmatch(value) or _SETTING.fullmatch(value) or _PLAIN_WORD.fullmatch(value) or _PATH.match(value):
        return True
    parts = urlsplit(value) if "://" in value else None
    return parts is not None and not (parts.username or parts.password or parts.query)
