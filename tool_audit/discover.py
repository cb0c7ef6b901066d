"""What a live server lists: every page of its tools/list, as far as its cursors lead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tool_audit.errors import NotAuditedError
from tool_audit.listing import Reading
from tool_audit.model import (
    Disconnected,
    Listing,
    NoReply,
    Refused,
    Replied,
    TimedOut,
    TooLarge,
    ToolFailed,
)

if TYPE_CHECKING:
    from tool_audit.connect.connection import Connection, Reply

_MOST_PAGES: Final = 1_000
_METHOD_NOT_FOUND: Final = -32601


async def discover(connection: Connection) -> Listing:
    """List the server's tools, following its cursors; raises NotAuditedError where it gives no list at all."""
    reading = Reading()
    cursor: str | None = None
    while True:
        reply = await connection.list_tools_page(cursor)
        if not isinstance(reply.outcome, Replied):
            if reading.pages == 0:
                if _has_no_tools(connection, reply):
                    break
                raise _no_list(connection, reply)
            reading.note(f"page {reading.pages + 1} of tools/list did not come: {_why(reply)}")
            break
        new = reading.add_page(reply.outcome.result)
        cursor = reading.next_cursor(reply.outcome.result)
        if cursor is None:
            break
        if not new:
            reading.repeats = True
            reading.note(f"page {reading.pages} of tools/list brings no new tools but names a next page; not followed")
            break
        if reading.pages >= _MOST_PAGES:
            reading.repeats = True
            reading.note(f"tools/list has over {_MOST_PAGES:,} pages; the rest was not read")
            break
    return _listing(connection, reading)


def _listing(connection: Connection, reading: Reading) -> Listing:
    said = connection.identity
    remarks = (f"{text} ({count} times)" if count > 1 else text for text, count in connection.remarks.items())
    return Listing(
        name=said.name or connection.spec.name,
        version=said.version,
        protocol=said.protocol,
        transport=connection.transport,
        instructions=said.instructions,
        capabilities=said.capabilities,
        tools=tuple(reading.tools),
        pages=max(reading.pages, 1),
        repeats=reading.repeats,
        nameless=tuple(reading.nameless),
        notes=(*reading.notes, *remarks),
    )


def _has_no_tools(connection: Connection, reply: Reply) -> bool:
    """Return whether it never claimed to have tools, and says that it knows no tools/list."""
    refused = isinstance(reply.outcome, Refused) and reply.outcome.code == _METHOD_NOT_FOUND
    return refused and "tools" not in connection.identity.capabilities


def _no_list(connection: Connection, reply: Reply) -> NotAuditedError:
    stderr = reply.outcome.stderr if isinstance(reply.outcome, Disconnected) else connection.stderr_tail
    return NotAuditedError(
        f"{connection.spec.name} did not list its tools: {_why(reply)}.",
        hint="without the list there is nothing to audit; what it logged may say more.",
        detail=("last lines of its stderr:", *(f"  {line}" for line in stderr)) if stderr else (),
    )


def _why(reply: Reply) -> str:
    match reply.outcome:
        case Refused(code=code, message=message):
            return f"it refused tools/list: {message or 'no message'} ({code})"
        case TimedOut(limit=limit):
            return f"no answer to tools/list within {limit:g} s"
        case TooLarge(limit=limit):
            return f"the list is over {limit / 2**20:g} MiB"
        case Disconnected(reason=reason) | NoReply(reason=reason):
            return reason
        case ToolFailed():
            return "it answered tools/list as if a tool had failed"
        case _:
            return "it answered"
