"""Options that go to every server: headers, variables, the folder."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tool_audit.errors import UsageError
from tool_audit.settings.paths import expand, is_folder
from tool_audit.targets.variables import UnresolvedError, Variables


def header_lines(headers: Sequence[str], variables: Variables) -> Mapping[str, str]:
    """Return name -> value of each "K: V", `${NAME}` put in; UsageError where one is not written so."""
    pairs = {}
    for header in headers:
        name, colon, value = header.partition(":")
        if not colon or not name.strip() or len(name.split()) != 1 or "\n" in header:
            # what is no name may be a secret
            said = repr(name.strip()) if colon else "without a colon"
            raise UsageError(f"--header {said} is not a header", hint="write --header 'NAME: VALUE'")
        pairs[name.strip()] = _one_line(name.strip(), value, variables)
    return pairs


def _one_line(name: str, value: str, variables: Variables) -> str:
    try:
        expanded = variables.expand(value.strip()).strip()
    except UnresolvedError as error:
        raise UsageError(f"--header {name}: {error.message}", hint=error.hint) from None
    if len(expanded.splitlines()) > 1:
        raise UsageError(f"--header {name}: its value has more than one line", hint="a header is one line")
    return expanded


def variables(env: Sequence[str], environ: Mapping[str, str]) -> Mapping[str, str]:
    """Return each "K=V", and for each "K" the caller's own value; UsageError where there is none."""
    pairs = {}
    for given in env:
        name, equals, value = given.partition("=")
        if not name.strip():
            raise UsageError("--env has no name", hint="write --env NAME=VALUE, or --env NAME to hand on your own")
        if not equals and name not in environ:
            raise UsageError(f"--env {name}: it is not set in your environment", hint=f"write --env {name}=VALUE")
        pairs[name] = value if equals else environ[name]
    return pairs


def folder(cwd: str | None, working_dir: Path) -> str | None:
    """Return the folder that servers are started in; UsageError where it is none."""
    if cwd is None:
        return None
    path = expand(cwd, working_dir)
    if not is_folder(path):
        raise UsageError(f"--cwd {cwd} is not a folder", hint="check the path")
    return str(path)
