"""The log that `tool-audit guard run --log FILE` writes: a line for each call, without any value.

Source: tool_audit/guard/log.py and entry.py, schema tool-audit/guard-log/1.

- There are no sessions in it. All calls of one server are one session until nothing was called for half an hour, the
  next call begins another. Guards of several servers may write one file; two of the same server at once cannot be told
  apart, and are one session. No task is told: how many round trips one takes is not known.
- A line is written when the reply has come; the call began as many milliseconds before. Calls that began before the
  first reply of others had come are one step.
- `Used.names` has the arguments' names and their hash, `Used.size` how long the reply was. The result is null.
- Outcomes: replied and tool-error are themselves. error is a Refused with code 0: the server's is not in the log.
  refused, a call that the guard did not pass on because of its arguments, is a Refused with -32602 whose message begins
  with "refused by the guard" and names the line of the policy. reply-refused is TooLarge: the reply was over the
  ceiling and withheld; `size` is what it had, and limit is 0: the log does not tell it. server-ended is Disconnected.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.model import Disconnected, Json, Outcome, Refused, Replied, TooLarge, ToolFailed
from tool_audit.model.traffic import Event, Names, Size
from tool_audit.transcripts.pieces import Waiting, probe_of, seconds_of, text_in
from tool_audit.transcripts.reader import Reader, Source

SCHEMA: Final = "tool-audit/guard-log/1"
SILENCE: Final = 1800.0
"""Seconds without a call after which the next one is of another session."""
_ROUNDED: Final = 0.002
"""Seconds: times are logged in milliseconds, and so may make two calls overlap that did not."""
_INVALID: Final = -32602


@dataclass(slots=True)
class _Session:
    """What is known of the session of one server."""

    number: int = 1
    latest: float | None = None
    step: int = 0
    first_reply: float | None = None
    """When the first reply of the latest step came."""

    def at(self, began: float | None, ended: float | None) -> None:
        """Go on to a call that began and ended then."""
        if began is not None and self.latest is not None and began - self.latest > SILENCE:
            self.number += 1
            self.step, self.first_reply = 0, None
        if self.step == 0 or began is None or self.first_reply is None or began >= self.first_reply - _ROUNDED:
            self.step += 1
            self.first_reply = ended
        if ended is not None and (self.latest is None or ended > self.latest):
            self.latest = ended


def _recognises(head: Sequence[Json]) -> bool:
    return any(_is_line(document) for document in head)


def _is_line(document: Json) -> bool:
    return isinstance(document, dict) and document.get("schema") == SCHEMA


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    sessions: dict[str, _Session] = {}
    for document in documents:
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            continue
        tool, server = document.get("tool"), document.get("server")
        if not isinstance(tool, str) or not isinstance(server, str):
            if "note" not in document:
                source.skip()
            continue
        outcome = _outcome(document)
        if outcome is None:
            source.skip()
            continue
        ended = seconds_of(document.get("time"))
        taken = _number(document.get("milliseconds"))
        began = ended if ended is None or taken is None else ended - taken / 1000
        session = sessions.setdefault(server, _Session())
        session.at(began, ended)
        yield Waiting(
            session=f"{source.name} {server}#{session.number}",
            server=server,
            step=session.step,
            probe=probe_of(tool, None),
            time=began,
            names=_names(document),
        ).told(outcome, ended, Size(chars=_count(document.get("chars")), tokens=_count(document.get("tokens"))))


def _names(document: dict[str, Json]) -> Names:
    names = document.get("arguments")
    told = tuple(one for one in names if isinstance(one, str)) if isinstance(names, list) else ()
    return Names(names=told, digest=text_in(document, "digest"))


def _outcome(document: dict[str, Json]) -> Outcome | None:
    line = text_in(document, "refused_by") or "its policy"
    match document.get("outcome"):
        case "replied":
            return Replied(result=None)
        case "tool-error":
            return ToolFailed(result=None)
        case "error":
            return Refused(code=0, message="the server answered with an error; the log does not keep it")
        case "refused":
            return Refused(code=_INVALID, message=f"refused by the guard: {line}")
        case "reply-refused":
            return TooLarge(limit=0)
        case "server-ended":
            return Disconnected(reason="the server behind the guard ended")
        case _:
            return None


def _number(value: Json) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
    return float(value) if is_number else None


def _count(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


READER: Final = Reader(
    name="guard-log",
    recognises=_recognises,
    read=_read,
)
