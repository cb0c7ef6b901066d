"""A named file that holds servers, or a saved tools/list: read into what has been found."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tool_audit.errors import UsageError
from tool_audit.model import Json
from tool_audit.targets.dialects import input_defaults, servers_in
from tool_audit.targets.documents import WANTED, line_naming, read_document
from tool_audit.targets.entries import EntryError, disabled, spec_of
from tool_audit.targets.found import Found
from tool_audit.targets.places import home_folder
from tool_audit.targets.saved import tools_list
from tool_audit.targets.variables import UnresolvedError, Variables


def read_configuration(
    found: Found, path: Path, name: str, *, must_hold: bool = True, workspace: Path | None = None
) -> bool:
    """Add what the file holds; False where it holds nothing of ours, or UsageError where it `must_hold` it.

    `workspace` is what ${workspaceFolder} stands for, where the file's own place does not say.
    """
    document = read_document(path, name)
    listing = tools_list(document, name)
    if listing is not None:
        found.add_listing(path.stem, listing)
        return True
    servers = servers_in(document, found.working_dir)
    if not servers:
        if must_hold:
            raise _no_servers(document, name, empty=servers is not None)
        return False
    variables = Variables(
        environ=found.environ,
        inputs={**input_defaults(document), **found.inputs},
        workspace=workspace or _workspace(path.absolute()),
        home=home_folder(found.environ),
    )
    for server, entry in servers.items():
        _add_entry(found, server, entry, variables, name, line_naming(path, server))
    return True


def _add_entry(found: Found, server: str, entry: Json, variables: Variables, origin: str, line: int | None) -> None:
    if disabled(entry):
        found.disabled.append(server)
        found.notes.append(f"{server} in {origin} is disabled: not audited")
        return
    try:
        found.add(replace(spec_of(server, entry, variables, origin), line=line or 1))
    except (EntryError, UnresolvedError) as error:
        found.fail(server or "the server", f"{origin}: {error.message}", error.hint)


def _workspace(path: Path) -> Path:
    """Return the project of a configuration: its folder, or the one above .vscode and its kin."""
    folder = path.parent.parent if path.parent.name in {"settings", "mcp"} else path.parent
    return folder.parent if folder.name.startswith(".") else path.parent


def _no_servers(document: Json, name: str, *, empty: bool) -> UsageError:
    if empty:
        return UsageError(f"{name} lists no servers: its list is empty", hint=WANTED)
    if isinstance(document, Mapping):
        keys = ", ".join(map(str, list(document)[:20])) or "none"
        return UsageError(f"{name} holds no servers (keys seen: {keys})", hint='servers stand under "mcpServers"')
    what = "a list without tools" if isinstance(document, list) else f"only {str(document)[:40]!r}"
    return UsageError(f"{name} holds no servers: it is {what}", hint=WANTED)
