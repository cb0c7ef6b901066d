"""What the user named -> server specs, saved listings, records; and what of it cannot be used, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tool_audit.errors import UsageError
from tool_audit.model import Json, NotAudited, ServerSpec, TransportKind
from tool_audit.settings import closest
from tool_audit.settings.paths import display, expand, is_folder, is_present
from tool_audit.targets.configuration import read_configuration
from tool_audit.targets.documents import WANTED
from tool_audit.targets.entries import EntryError, url_transport
from tool_audit.targets.found import Found
from tool_audit.targets.given import folder, header_lines, variables
from tool_audit.targets.naming import command_name, url_name
from tool_audit.targets.places import home_folder, project_files, user_files
from tool_audit.targets.saved import is_record, records_in
from tool_audit.targets.variables import Variables


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """All that is to be audited, and what of the named cannot be. Names are unique over specs and listings."""

    specs: tuple[ServerSpec, ...] = ()
    listings: tuple[tuple[str, Json], ...] = ()
    """Name and tools/list result, an object with `tools`."""
    records: tuple[Path, ...] = ()
    failures: tuple[NotAudited, ...] = ()
    notes: tuple[str, ...] = ()


def resolve(
    targets: Sequence[str] = (),
    command: Sequence[str] = (),
    *,
    servers: Sequence[str] = (),
    headers: Sequence[str] = (),
    env: Sequence[str] = (),
    cwd: str | None = None,
    inputs: Mapping[str, str] | None = None,
    from_client: str | None = None,
    environ: Mapping[str, str],
    working_dir: Path,
) -> Resolution:
    """Return what the targets, the command after `--`, `--from` and, without any of them, the folder's files name.

    `servers` are globs of names; `headers` ("K: V", where V may hold `${VAR}`) go to every server with a URL, `env`
    ("K=V", or "K" for the caller's own) and `cwd` to every one that is started. A bad entry of a configuration is a
    failure and the rest go on; a target that is none, or an option that can mean nothing, is a UsageError.
    """
    found = Found(environ=environ, inputs=inputs or {}, working_dir=working_dir)
    for target in targets:
        _add(found, target)
    if from_client is not None:
        _add_client(found, from_client)
    if command:
        _add_command(found, tuple(command))
    if not (targets or command or from_client):
        _add_project(found)
    if servers:
        found.select(servers)
    found.refuse_nothing()
    own = Variables(environ=environ, inputs=inputs or {}, workspace=working_dir, home=home_folder(environ))
    return Resolution(
        specs=_equipped(found, header_lines(headers, own), variables(env, environ), folder(cwd, working_dir)),
        listings=tuple(found.listings),
        records=tuple(found.records),
        failures=tuple(found.failures),
        notes=tuple(found.notes),
    )


def _add(found: Found, target: str) -> None:
    scheme, mark, _ = target.partition("://")
    if mark and scheme.isalnum():
        _add_url(found, target)
        return
    path = expand(target, found.working_dir)
    if is_folder(path):
        _add_folder(found, path, target)
    elif not is_present(path):
        raise _missing(path, target)
    elif is_record(path, target):
        found.records.append(path)
    else:
        read_configuration(found, path, target)


def _add_url(found: Found, url: str) -> None:
    try:
        transport = url_transport(url)
    except EntryError:
        raise UsageError(
            f"{url.partition('?')[0]} is not the URL of a server", hint="write http(s)://HOST[:PORT]/PATH"
        ) from None
    found.add(ServerSpec(name=url_name(url), transport=transport, url=url))


def _add_command(found: Found, command: tuple[str, ...]) -> None:
    if not command[0].strip():
        raise UsageError("the command after -- is empty", hint="write -- COMMAND ARG...")
    found.add(ServerSpec(name=command_name(command), transport=TransportKind.STDIO, command=command))


def _add_folder(found: Found, path: Path, target: str) -> None:
    records = records_in(path, target.rstrip("/"))
    found.records.extend(records)
    if not records and not _add_first(found, project_files(path)):
        raise UsageError(f"the folder {target} holds neither records nor an mcp.json", hint=WANTED)


def _add_client(found: Found, client: str) -> None:
    files, here = user_files(client, found.environ), found.working_dir
    taken = [path for path in files if read_configuration(found, path, str(path), must_hold=False, workspace=here)]
    if not taken:
        names = ", ".join(map(str, files))
        raise UsageError(f"--from {client}: there is no server in {names}", hint="name another file, or -- COMMAND")
    found.notes.append(f"--from {client}: took {', '.join(map(str, taken))}")


def _add_project(found: Found) -> None:
    if not _add_first(found, project_files(found.working_dir)):
        raise UsageError(
            "no target, and no .mcp.json or its kin in this folder",
            hint="name one, in one of these ways; `tool-audit demo` needs none",
            detail=(
                "tool-audit probe -- npx -y @acme/server",
                "tool-audit probe https://mcp.example.com/mcp",
                "tool-audit probe path/to/mcp.json",
            ),
        )


def _add_first(found: Found, files: Sequence[Path]) -> bool:
    """Take the first file that holds servers: the same servers often stand in several."""
    for index, path in enumerate(files):
        name = display(path, found.working_dir)
        if read_configuration(found, path, name, must_hold=False):
            found.notes.append(f"took the servers of {name}")
            rest = (display(each, found.working_dir) for each in files[index + 1 :])
            found.notes.extend(f"{other} was not read: name it to audit it" for other in rest)
            return True
    return False


def _missing(path: Path, target: str) -> UsageError:
    near = closest(path.name, [each.name for each in path.parent.iterdir()]) if is_folder(path.parent) else None
    close = f"; did you mean {near}?" if near else ""
    return UsageError(f"there is no file {target}", hint=f"to start it as a server: -- {target}{close}")


def _equipped(
    found: Found, headers: Mapping[str, str], env: Mapping[str, str], cwd: str | None
) -> tuple[ServerSpec, ...]:
    started = [spec for spec in found.specs if spec.transport is TransportKind.STDIO]
    if headers and len(started) == len(found.specs):
        found.notes.append("--header has no effect: no server here is reached by a URL")
    if (env or cwd) and not started:
        found.notes.append("--env and --cwd have no effect: no server here is started by a command")
    return tuple(
        replace(spec, env={**spec.env, **env}, cwd=cwd or spec.cwd)
        if spec.transport is TransportKind.STDIO
        else replace(spec, headers={**spec.headers, **headers})
        for spec in found.specs
    )
