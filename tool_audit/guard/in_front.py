"""The words of a server's command -> whether the guard stands in front of it, and of what."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Json
from tool_audit.targets.naming import command_name, url_name

_OURS: Final = lazy_re.compile(r"tool[-_]audit(\.exe|\.py)?([@:=<>!~\[].*)?")
"""This program, as a file, a module, a package or an image, which may have a version behind it."""
_OPTIONS: Final = frozenset({"--policy", "--log"})
_HEADER: Final = "--header"
VARIABLE: Final = "GUARD_HEADER_"
"""Begins the name of a variable that holds a header's value: a command line is seen by everybody on a machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The guard's part of a command: from its program to the last of its own options."""

    words: tuple[str, ...]
    behind: tuple[str, ...]
    """What follows: `--` and the command of the server, or headers and the URL."""

    @property
    def starts(self) -> bool:
        """Whether the server is started, and not reached by a URL."""
        return self.behind[:1] == ("--",) and len(self.behind) > 1

    @property
    def url(self) -> str:
        """The URL, empty where there is none that can be told."""
        rest = self.behind[2 * len(self.headers) :]
        return rest[0] if len(rest) == 1 and "://" in rest[0] else ""

    @property
    def headers(self) -> tuple[str, ...]:
        """Each NAME: VALUE."""
        found: list[str] = []
        while self.behind[2 * len(found) : 2 * len(found) + 1] == (_HEADER,) and len(self.behind) > 2 * len(found) + 1:
            found.append(self.behind[2 * len(found) + 1])
        return tuple(found)

    @property
    def server(self) -> str:
        """What a report calls the server, where nobody gave it a name."""
        if self.starts:
            return command_name(self.behind[1:])
        return url_name(self.url) if self.url else ""

    @property
    def policy(self) -> str:
        """The policy's path as it is written, empty where that cannot be told."""
        place = self.words.index("--policy") + 1 if "--policy" in self.words else len(self.words)
        return self.words[place] if place < len(self.words) else ""


def front_of(words: Sequence[str]) -> Front | None:
    """Return the guard's part of a command; None where the guard is not what is started."""
    for place in range(1, len(words) - 1):
        if words[place] == "guard" and words[place + 1] == "run" and _OURS.fullmatch(PurePath(words[place - 1]).name):
            end = place + 2
            while end + 1 < len(words) and words[end] in _OPTIONS:
                end += 2
            return Front(words=tuple(words[:end]), behind=tuple(words[end:]))
    return None


def words_of(entry: Json) -> tuple[str, ...]:
    """Return the command of an entry and its arguments; what is no text in them is left out."""
    said: Mapping[str, Json] = entry if isinstance(entry, Mapping) else {}
    command, args = said.get("command"), said.get("args")
    if isinstance(command, Mapping):
        inner: Mapping[str, Json] = command
        command, args = inner.get("path"), inner.get("args", args)
    words = [*(command if isinstance(command, list) else [command]), *(args if isinstance(args, list) else [])]
    return tuple(str(word) for word in words if isinstance(word, str))


def variables_for(headers: Sequence[str]) -> dict[str, str]:
    """Return header -> the name of the variable that holds its value."""
    names: dict[str, str] = {}
    for header in headers:
        plain = VARIABLE + re.sub(r"\W", "_", header, flags=re.ASCII).upper()
        number = sum(name.startswith(plain) for name in names.values())
        names[header] = f"{plain}_{number + 1}" if plain in names.values() else plain
    return names


def header_words(headers: Mapping[str, str]) -> list[str]:
    """Return the options that hand over headers; each takes its value from a variable, as `guard run` puts it in.

    The sign alone, without braces: what stands in braces some clients replace by themselves, or refuse.
    """
    return [word for header, variable in headers.items() for word in (_HEADER, f"{header}: ${variable}")]
