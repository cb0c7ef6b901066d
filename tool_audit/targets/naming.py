"""A readable name for a server that the user named by a command or a URL."""

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final
from urllib.parse import urlsplit

from tool_audit import lazy_re

_LAUNCHERS: Final = frozenset("npx bunx pnpx uvx npm pnpm yarn bun uv pipx deno env node".split())
_CONTAINERS: Final = frozenset(("docker", "podman", "nerdctl"))
_VERBS: Final = frozenset(("run", "exec", "dlx", "x", "tool", "start"))
_TAKES_VALUE: Final = frozenset(
    (
        *("-p", "--package", "--from", "--with", "--with-editable", "--python", "--directory", "--project", "--prefix"),
        *("-e", "--env", "--env-file", "-v", "--volume", "--mount", "--name", "--network", "--net", "-u", "--user"),
        *("-w", "--workdir", "--entrypoint", "-l", "--label", "--platform", "--memory", "-m", "--add-host"),
        *("-r", "--require"),
    )
)
_PYTHON_TAKES_VALUE: Final = frozenset(("-c", "-W", "-X"))
_SCRIPT: Final = lazy_re.compile(r"\.(py|pyz|js|mjs|cjs|ts|mts|sh|exe|cmd|bat|ps1|jar)$")
_VERSION: Final = lazy_re.compile(r"(?<=.)(@[^/@]*|[=<>~!]=.*|\[.*\])$")
_PYTHON: Final = lazy_re.compile(r"(python|pypy|py)[\d.]*w?")


def command_name(command: Sequence[str]) -> str:
    """Return what a command starts: the package, module or script behind npx, uvx, python, docker and their kin."""
    program = _base(command[0])
    python = _PYTHON.fullmatch(program) is not None
    if not (python or program in _LAUNCHERS or program in _CONTAINERS):
        return program
    takes_value = _PYTHON_TAKES_VALUE if python else _TAKES_VALUE
    rest = list(command[1:])
    while rest:
        word = rest.pop(0)
        if python and word == "-m" and rest:
            return rest[0]
        if word in takes_value:
            del rest[:1]
        elif not (word.startswith("-") or word in _VERBS or (program == "env" and "=" in word)):
            return _image(word) if program in _CONTAINERS else command_name([word, *rest])
    return program


def url_name(url: str) -> str:
    """Return a URL's host and port: no path, no query, no password."""
    return urlsplit(url).netloc.rpartition("@")[2] or url


def unique(name: str, taken: Iterable[str]) -> str:
    """Return the name, or the first of name-2, name-3 ... that is not taken."""
    names = set(taken)
    candidate, number = name, 1
    while candidate in names:
        number += 1
        candidate = f"{name}-{number}"
    return candidate


def _base(program: str) -> str:
    if re.fullmatch(r"@[^/]+/[^/]+", program):  # a package of a scope, not a path
        return _VERSION.sub("", program)
    name = PureWindowsPath(program).name if "\\" in program else PurePosixPath(program).name
    return _VERSION.sub("", _SCRIPT.sub("", name)) or program


def _image(word: str) -> str:
    return PurePosixPath(word.partition("@")[0]).name.partition(":")[0] or word
