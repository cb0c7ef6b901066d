"""`${VAR}` and its kin in a client's configuration, put in from where they stand for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Json

_REFERENCE: Final = lazy_re.compile(r"\$\{([^{}]+)\}|\{env:([^{}]+)\}")
_BARE: Final = lazy_re.compile(r"\$([A-Za-z_]\w*)")


class UnresolvedError(Exception):
    """A reference stands for nothing: `message` names it, `hint` says how to give it a value."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Variables:
    """What references stand for, for the entries of one file. Values may be secrets and stay out of the repr."""

    environ: Mapping[str, str] = field(repr=False)
    inputs: Mapping[str, str] = field(default_factory=dict, repr=False)
    workspace: Path
    home: Path

    def expand(self, text: str) -> str:
        """Return the text with each reference replaced once; UnresolvedError for one that stands for nothing."""
        bare = _BARE.fullmatch(text)
        if bare is not None:  # only as a whole value, and only where it is set: a password may begin with a dollar
            return self.environ.get(bare[1], text)
        return _REFERENCE.sub(lambda match: self._value(match[1] or f"env:{match[2]}"), text)

    def told_by(self, value: Json) -> Mapping[str, str]:
        """Return name -> value of each variable and input that the texts inside a value refer to: likely secrets."""
        names = {name.removeprefix("env:").removeprefix("input:").partition(":-")[0] for name in _references(value)}
        given = {**self.environ, **self.inputs}
        return {name: given[name] for name in sorted(names) if name in given}

    def _value(self, reference: str) -> str:
        known = {
            "workspaceFolder": str(self.workspace),
            "workspaceRoot": str(self.workspace),
            "workspaceFolderBasename": self.workspace.name,
            "userHome": str(self.home),
            "pathSeparator": "/",
            "/": "/",
        }
        if reference in known:
            return known[reference]
        kind, colon, name = reference.partition(":")
        if colon and not name.startswith("-"):
            match kind:
                case "env":
                    return self._variable(name)
                case "input":
                    return self._input(name)
                case "workspaceFolder":
                    return str(self.workspace)
                case _:
                    raise UnresolvedError(f"${{{reference}}} is not known here", "write its value out")
        return self._variable(reference)

    def _variable(self, reference: str) -> str:
        name, has_default, default = reference.partition(":-")
        value = self.environ.get(name)
        if has_default:
            return value or default
        if value is None:
            raise UnresolvedError(
                f"the environment variable {name} is not set", f"set {name}, or write ${{{name}:-...}} with a default"
            )
        return value

    def _input(self, name: str) -> str:
        if name not in self.inputs:
            raise UnresolvedError(f"it asks for the input {name!r}", f"pass --input {name}=...")
        return self.inputs[name]


def _references(value: Json) -> Iterator[str]:
    """Yield what each reference in the texts inside a value names."""
    still = [value]
    while still:
        match still.pop():
            case str() as text:
                bare = _BARE.fullmatch(text)
                yield from [bare[1]] if bare is not None else []
                yield from (match[1] or match[2] for match in _REFERENCE.finditer(text))
            case dict() as entries:
                still += entries.values()
            case list() as entries:
                still += entries
            case _:
                pass
