"""How the parts of a record stand in its lines, and how they are read back from there."""

from collections.abc import Mapping
from typing import Final, get_args

from tool_audit.effects.verbs import Effect
from tool_audit.listing import listing_from_json
from tool_audit.model import (
    ABSENT,
    Again,
    FileChange,
    Form,
    Json,
    Listing,
    Noise,
    NotAudited,
    Observation,
    Outcome,
    Probe,
    Subject,
    TransportKind,
)
from tool_audit.plan.gate import Decision

_OUTCOMES: Final[Mapping[str, type[Outcome]]] = {kind.__name__: kind for kind in get_args(Outcome)}


def failure_out(failure: NotAudited) -> Json:
    """Return the line of a server that could not be audited."""
    return {"name": failure.name, "message": failure.message, "hint": failure.hint, "detail": list(failure.detail)}


def listing_out(listing: Listing) -> Json:
    """Return the line of a listing."""
    return {
        "name": listing.name,
        "version": listing.version,
        "protocol": listing.protocol,
        "transport": listing.transport,
        "instructions": listing.instructions,
        "capabilities": dict(listing.capabilities),
        "pages": listing.pages,
        "repeats": listing.repeats,
        "nameless": list(listing.nameless),
        "notes": list(listing.notes),
        "tools": [tool.raw for tool in listing.tools],
    }


def listing_in(line: Mapping[str, Json]) -> Listing:
    """Read a listing back."""
    read = listing_from_json({"tools": line["tools"]}, line["name"])
    return Listing(
        name=line["name"],
        version=line["version"],
        protocol=line["protocol"],
        transport=TransportKind(line["transport"]),
        instructions=line["instructions"],
        capabilities=line["capabilities"],
        tools=read.tools,
        pages=line["pages"],
        repeats=line["repeats"],
        nameless=tuple(line.get("nameless", [])),
        notes=tuple(line["notes"]),
    )


def decision_out(decision: Decision) -> Json:
    """Return what is written of one decision of the gate."""
    return {
        **_subject_out(decision.subject),
        "called": decision.called,
        "effect": decision.effect,
        "reason": decision.reason,
        "consent": decision.consent,
        "only_absent": decision.only_absent,
    }


def decision_in(line: Mapping[str, Json]) -> Decision:
    """Read a decision back."""
    return Decision(
        subject=_subject_in(line),
        called=line["called"],
        effect=Effect(line["effect"]),
        reason=line["reason"],
        consent=line["consent"],
        only_absent=line.get("only_absent", False),
    )


def _subject_out(subject: Subject) -> dict[str, Json]:
    named = {"tool": subject.tool}
    return named if subject.argument is None else {**named, "action": [subject.argument, subject.member]}


def _subject_in(line: Mapping[str, Json]) -> Subject:
    argument, member = line.get("action", (None, None))
    return Subject(tool=line["tool"], argument=argument, member=member)


def observation_out(observation: Observation) -> Json:
    """Return the line of an observation; what is usual is left out."""
    probe = observation.probe
    line: dict[str, Json] = {
        **_subject_out(probe.subject),
        "arguments": dict(probe.arguments),
        "experiment": probe.experiment,
        "argument": probe.argument,
        "attempt": probe.attempt,
        "origins": dict(probe.origins),
        "seconds": round(observation.seconds, 4),
        "bytes": observation.bytes,
        "secrets": list(observation.secrets),
        "outcome": _outcome_out(observation.outcome),
    }
    if probe.value is not ABSENT:
        line["value"] = probe.value
    if probe.again is not None:
        line["again"] = probe.again
    if probe.form is not Form.OBJECT:
        line["form"] = probe.form
    if observation.files:
        line["files"] = [[change.path, change.what] for change in observation.files]
    return line


def observation_in(line: Mapping[str, Json]) -> Observation:
    """Read an observation back."""
    probe = Probe(
        subject=_subject_in(line),
        arguments=line["arguments"],
        experiment=line["experiment"],
        argument=line["argument"],
        value=line.get("value", ABSENT),
        attempt=line["attempt"],
        origins=line["origins"],
        again=None if line.get("again") is None else Again(line["again"]),
        form=Form(line.get("form", Form.OBJECT)),
    )
    return Observation(
        probe=probe,
        outcome=_outcome_in(line["outcome"]),
        seconds=line["seconds"],
        bytes=line["bytes"],
        secrets=tuple(line["secrets"]),
        files=tuple(FileChange(path=path, what=what) for path, what in line.get("files", ())),
    )


def _outcome_out(outcome: Outcome) -> Json:
    fields = {name: getattr(outcome, name) for name in type(outcome).__dataclass_fields__}
    return {"kind": type(outcome).__name__, **{name: value for name, value in fields.items() if value is not ABSENT}}


def _outcome_in(line: Mapping[str, Json]) -> Outcome:
    fields = {name: value for name, value in line.items() if name != "kind"}
    if "stderr" in fields:
        fields["stderr"] = tuple(fields["stderr"])
    return _OUTCOMES[line["kind"]](**fields)


def noise_out(noise: Noise) -> Json:
    """Return what is written of the noise."""
    return {"lines": list(noise.lines), "at_start": noise.at_start, "later": noise.later}


def noise_in(line: Mapping[str, Json]) -> Noise:
    """Read the noise back."""
    return Noise(lines=tuple(line["lines"]), at_start=line["at_start"], later=line["later"])
