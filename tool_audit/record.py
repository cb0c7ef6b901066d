"""Observations <-> JSON lines: an audit that can be judged again without its server.

The first line is a header with the schema, the second the listing, the third the gate's decisions; then a line for
each observation, and at the end one for what is known only then. Where the server could not be audited, the second says
why, and is the last. Secrets are masked before they get here.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import IO, Final, get_type_hints
from urllib.parse import urlsplit

from tool_audit import __version__
from tool_audit.conforming import conforms
from tool_audit.errors import UsageError
from tool_audit.model import Json, Listing, Noise, NotAudited, Observation, ServerSpec, Survivor, TransportKind
from tool_audit.plan.gate import Decision
from tool_audit.record_lines import (
    decision_in,
    decision_out,
    failure_out,
    listing_in,
    listing_out,
    noise_in,
    noise_out,
    observation_in,
    observation_out,
)
from tool_audit.shelf import Shelf

SCHEMA: Final = "tool-audit/record/1"


@dataclass(slots=True, kw_only=True)
class Recording:
    """One server's audit as it happens, or as it was read back; judged in any state, however early it ended."""

    spec: ServerSpec
    date: str
    listing: Listing | None = None
    decisions: tuple[Decision, ...] = ()
    observations: list[Observation] = field(default_factory=list)
    noise: Noise = field(default_factory=Noise)
    survivor: Survivor | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    complete: bool = False
    failure: NotAudited | None = None
    """Why the server could not be audited; with a listing beside it: why its audit ended early, by a fault of ours."""


class Writer:
    """Writes a recording line by line, so that what was observed is on disk whatever happens next."""

    def __init__(self, file: IO[str]) -> None:
        """Write to this file; where that fails, `notes` says so, and the audit goes on."""
        self._file = file
        self.notes: tuple[str, ...] = ()

    def begin(self, recording: Recording) -> None:
        """Write the header, the listing and the decisions; or the header and the failure."""
        spec = recording.spec
        server = {"name": spec.name, "transport": spec.transport, "command": list(spec.command), "url": spec.url}
        self._line({"schema": SCHEMA, "version": __version__, "date": recording.date, "server": server})
        if recording.failure is not None:
            self._line({"failure": failure_out(recording.failure)})
            return
        self._line({"listing": listing_out(recording.listing) if recording.listing else None})
        self._line({"decisions": [decision_out(decision) for decision in recording.decisions]})

    def observe(self, observation: Observation) -> None:
        """Write one observation."""
        self._line({"observation": observation_out(observation)})

    def end(self, recording: Recording) -> None:
        """Write what is known at the end."""
        self._line(
            {
                "end": {
                    "seconds": recording.seconds,
                    "noise": noise_out(recording.noise),
                    "survivor": recording.survivor,
                    "notes": list(recording.notes),
                    "complete": recording.complete,
                }
            }
        )

    def _line(self, value: Json) -> None:
        # ASCII escapes keep lone surrogates and any line separator intact
        text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
        if self.notes:
            return
        try:
            self._file.write(text + "\n")
            self._file.flush()
        except OSError as error:
            self.notes = (f"the record is cut: it could not be written further: {error.strerror}",)


def read_record(path: Path, shelf: Shelf | None = None) -> Recording:
    """Read a record back, what its replies hold onto the shelf, where there is one, and else into memory.

    Raises UsageError where it is no record. A last line cut in the middle is left out.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return _checked(_read(_lines(file, path), path, shelf))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no record: it is not UTF-8") from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UsageError(
            f"{path} is a damaged record: {type(error).__name__} {error}", hint="record it again"
        ) from error


def _lines(file: Iterable[str], path: Path) -> Iterator[Json]:
    for number, line in enumerate(file, start=1):
        try:
            yield json.loads(line)
        except ValueError as error:
            if number < 3 or line.endswith("\n"):
                raise UsageError(f"{path} is no record: line {number} is not JSON") from error
            return


def _read(lines: Iterator[Json], path: Path, shelf: Shelf | None) -> Recording:
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("schema") != SCHEMA:
        raise UsageError(f"{path} is no record that this version reads", hint=f'its first line should say "{SCHEMA}"')
    server = header["server"]
    spec = ServerSpec(
        name=server["name"],
        transport=TransportKind(server["transport"]),
        command=tuple(server["command"]),
        url=server["url"],
        origin=str(path),
    )
    recording = Recording(spec=spec, date=header["date"])
    for line in lines:
        match line:
            case {"listing": dict() as listing}:
                recording.listing = listing_in(listing)
            case {"failure": dict() as failure}:
                recording.failure = NotAudited(**failure | {"detail": tuple(failure["detail"])})
            case {"decisions": list() as decisions}:
                recording.decisions = tuple(decision_in(decision) for decision in decisions)
            case {"observation": dict() as observation}:
                seen = _conforming(observation_in(observation))
                recording.observations.append(seen if shelf is None else shelf.observation(seen))
            case {"end": dict() as end}:
                recording.seconds, recording.complete = end["seconds"], end["complete"]
                recording.noise, recording.notes = noise_in(end["noise"]), tuple(end["notes"])
                recording.survivor = None if end["survivor"] is None else Survivor(end["survivor"])
            case dict():
                pass  # what a later version adds
            case _:
                raise TypeError("a line that is no object")
    return recording


def _conforming(observation: Observation) -> Observation:
    if not conforms(observation, Observation):
        raise TypeError("in its observations")
    return observation


def _checked(recording: Recording) -> Recording:
    """Return the recording where it is one that we could have written. Raises ValueError, TypeError."""
    for name, hint in get_type_hints(Recording).items():
        # each of the observations was looked at when it was read
        if name != "observations" and not conforms(getattr(recording, name), hint):
            raise TypeError(f"in its {name}")
    listed = {tool.name for tool in recording.listing.tools} if recording.listing is not None else set()
    if unknown := {decision.subject.tool for decision in recording.decisions} - listed:
        raise ValueError(f"it does not list the tool {min(unknown)!r}")
    date.fromisoformat(recording.date)
    urlsplit(recording.spec.url or "")
    return recording
