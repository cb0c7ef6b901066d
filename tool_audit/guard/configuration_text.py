"""A client's configuration as text: where the entry of a server stands in it, and what else it says."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from tool_audit.errors import UsageError
from tool_audit.guard.json_spans import JsonText, UnreadableError
from tool_audit.guard.spans import Node
from tool_audit.guard.toml_spans import UnplacedError, table_node
from tool_audit.model import Json
from tool_audit.settings.nearest import nearest
from tool_audit.targets.dialects import servers_in
from tool_audit.targets.documents import document_of, read_document

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""What a file may begin with, and how it goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """A file that was read: its text, and its bytes before that."""

    path: Path
    name: str
    text: str
    mark: bytes
    encoding: str
    document: Json

    @property
    def is_toml(self) -> bool:
        """Whether it is TOML, and JSON otherwise."""
        return self.path.suffix.lower() == ".toml"

    def data(self, text: str) -> bytes:
        """Return a text in the bytes of this file."""
        return self.mark + text.encode(self.encoding)

    def read_again(self, text: str) -> "Configuration":
        """Return what the file would say with another text. Raises UsageError."""
        return replace(self, text=text, document=document_of(text, self.path, self.name))

    def said_of(self, server: str, folder: Path) -> Json:
        """Return the entry of a server. Raises UsageError where there is none."""
        servers = servers_in(self.document, folder)
        if servers is None or server not in servers:
            names = list(servers or ())
            raise UsageError(
                f"{self.name} has no server {server}",
                hint=nearest(server, names),
                detail=(f"servers: {', '.join(names)}",) if names else (),
            )
        if not isinstance(servers[server], Mapping):
            raise UsageError(f"{server} in {self.name} is no object", hint='write {"command": ..., "args": [...]}')
        return servers[server]

    def entry(self, server: str, folder: Path) -> Node:
        """Return where the entry of a server stands. Raises UsageError where there is none."""
        self.said_of(server, folder)
        try:
            if self.is_toml:
                return table_node(self.text, partial(_entry_of, server, folder))
            read = JsonText(self.text)
            if repr(read.root.value) == repr(self.document):  # or else another reader would take it otherwise
                return read.node_of(_entry_of(server, folder, read.root.value))
        except (UnplacedError, UnreadableError, KeyError):
            pass
        raise UsageError(
            f"{self.name} is written in a way that cannot be changed and left as it is", hint="write it by hand"
        )

    def others(self, server: str, folder: Path) -> str:
        """Return what the file says apart from the entry of a server, as a text that is equal for the same."""
        servers = servers_in(self.document, folder) or {}
        entry = dict(servers.get(server, {}))
        servers[server].clear()
        said = repr(self.document)
        servers[server].update(entry)
        return said


def _entry_of(server: str, folder: Path, document: Any) -> Any:
    servers = servers_in(document, folder)
    return None if servers is None else servers[server]


def read_configuration_text(path: Path, name: str) -> tuple[Configuration, bytes]:
    """Return what the file holds, and its bytes. Raises UsageError where it is no configuration."""
    if not path.exists():
        raise UsageError(f"there is no file {name}", hint="name a client's configuration, such as .mcp.json")
    if path.is_dir():
        raise UsageError(f"{name} is a folder", hint="name a client's configuration, such as .mcp.json")
    document = read_document(path, name)
    try:
        data = path.read_bytes()
        mark, encoding = next(((mark, kind) for mark, kind in _MARKS if data.startswith(mark)), (b"", "utf-8"))
        text = data[len(mark) :].decode(encoding)
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{name} was changed while it was read", hint="do it again") from None
    made = Configuration(
        path=path,
        name=name,
        text=text,
        mark=mark,
        encoding=encoding,
        document=document,
    )
    return made, data
