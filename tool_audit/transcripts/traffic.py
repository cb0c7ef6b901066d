"""Logs that the user named -> what happened in them, whatever their formats are, and what was read for that."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from math import inf, isfinite
from typing import Final

from tool_audit.model import Json
from tool_audit.model.indicators import Logs
from tool_audit.model.traffic import Event, Offered, Said, Used
from tool_audit.transcripts.files import Tally, documents, files
from tool_audit.transcripts.pieces import is_telling
from tool_audit.transcripts.reader import Reader, Source, Told
from tool_audit.transcripts.readers import reader_of

_HEAD: Final = 20
"""Documents that a format is recognised by."""
_MOST_NAMES: Final = 1000
_OURS: Final = {
    "sli": "a report of an earlier time: --compare takes it",
    "report": "the report of an audit: --audit takes it",
    "record": "the record of an audit: `tool-audit report` takes it",
}
"""What tool-audit makes itself, by its schema."""


@dataclass(slots=True)
class Account:
    """What was read, and what was not; it is right when the last event was."""

    files: dict[str, int] = field(default_factory=dict)
    """How many of each format."""
    bytes: int = 0
    """As unpacked."""
    lines: int = 0
    broken: int = 0
    """Lines that were passed over: no JSON, too long, or not what their format says."""
    repeated: int = 0
    """Calls that stood in the logs more than once."""
    empty: int = 0
    """Files without a single document."""
    unknown: list[str] = field(default_factory=list)
    """Files of no format that is read; the first thousand of them."""
    notes: list[str] = field(default_factory=list)
    """What else there is to know, such as a file that is damaged."""
    first: float = inf
    last: float = -inf
    """Of all times in the logs, in seconds since 1970."""
    reading: tuple[str, Tally] | None = None
    """The file that is being read, and what was found in it so far."""

    @property
    def so_far(self) -> int:
        """Return the bytes read so far, unpacked."""
        return self.bytes + (self.reading[1].bytes if self.reading is not None else 0)

    def at(self, time: float) -> None:
        """Take note of when something happened."""
        self.first = min(self.first, time)
        self.last = max(self.last, time)

    def add(self, name: str, tally: Tally, reader: Reader | None) -> None:
        """Count one file that was read, or found to be of no known format."""
        if reader is not None:
            self.bytes += tally.bytes
            self.lines += tally.lines
        self.notes.extend(f"{name}: {note}" for note in tally.notes if len(self.notes) < _MOST_NAMES)
        if reader is not None:
            self.broken += tally.broken
            self.files[reader.name] = self.files.get(reader.name, 0) + 1
        elif tally.lines == 0:
            self.empty += 1
        elif len(self.unknown) < _MOST_NAMES:
            self.unknown.append(name)

    def logs(self) -> Logs:
        """Return the account as a report has it."""
        return Logs(
            files=dict(self.files),
            bytes=self.bytes,
            lines=self.lines,
            broken=self.broken,
            unknown=tuple(self.unknown),
            repeated=self.repeated,
            notes=tuple(self.notes),
            first=utc(self.first),
            last=utc(self.last),
        )


def events(named: Iterable[str], account: Account) -> Iterator[Event]:
    """Yield what the logs tell, file by file; a call that comes again, in a copy of its session, is told once.

    `account` is filled in meanwhile. Raises UsageError for a name that stands for nothing which can be read.
    """
    told, calls = Told(), Told()
    for name in files(named, account.notes.append):
        tally, source = Tally(), Source(name=name, told=told)
        account.reading = (name, tally)
        stream = documents(name, tally)
        head = list(islice(stream, _HEAD))
        reader = reader_of(head)
        if reader is not None:
            for event in reader.read(chain(head, stream), source):
                if isinstance(event, Used) and event.id and not calls.is_new(_key(event)):
                    account.repeated += 1
                    continue
                if not isinstance(event, Said | Offered) and event.time is not None:
                    account.at(event.time)
                yield event
            tally.broken += source.broken
        elif ours := _of_ours(head):
            tally.notes.append(f"it is no log but {ours}")
        account.reading = None
        account.add(name, tally, reader)


def _of_ours(head: Sequence[Json]) -> str:
    """Return what of ours a file is that is no log; nothing where it is none."""
    schema = head[0].get("schema") if head and isinstance(head[0], dict) else None
    if not isinstance(schema, str) or not schema.startswith("tool-audit/"):
        return ""
    return _OURS.get(schema.split("/")[1], "a file that tool-audit made")


def utc(time: float) -> str:
    """Return seconds since 1970 as a time of ISO 8601 in UTC; nothing where there is no such time."""
    try:
        return datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds") if isfinite(time) else ""
    except (OverflowError, ValueError, OSError):
        return ""


def _key(used: Used) -> str:
    # an id such as call_1 comes again in any session
    return used.id if is_telling(used.id) else f"{used.session}\n{used.id}"
