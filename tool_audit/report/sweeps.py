"""The sweeps of a tool in the JSON report: what each value of an argument made of the reply."""

from typing import Final

from tool_audit.model import ABSENT, Call, Counted, Json, Lines, Measurement, Sweep, Unit, text_parts
from tool_audit.report.calls import outcome_word

_KEYS: Final = {Unit.BYTES: "text_bytes", Unit.LINES: "lines"}


def held(lines: Lines, measurement: Measurement) -> dict[str, Json]:
    """Return what a cap is held against beside the headline: only where there is such a cap, or such a part."""
    structured = {"structured_chars": measurement.structured_chars} if measurement.structured_chars else {}
    units = [unit for unit, _ in lines.caps if unit in _KEYS]
    if not units:  # else the text is fetched, which may be in a file
        return dict(structured)
    [whole] = text_parts(measurement, Counted.REPLY)
    return {**structured, **{_KEYS[unit]: whole.size(unit) for unit in units}}


def swept(lines: Lines, sweep: Sweep) -> dict[str, Json]:
    """Return one sweep; the default call is among its calls."""
    return {
        "argument": sweep.argument,
        "kind": sweep.kind.value,
        "members": list(sweep.members),
        "calls": [_swept(lines, value, call) for value, call in zip(sweep.values, sweep.calls, strict=True)],
    }


def _swept(lines: Lines, value: Json, call: Call) -> dict[str, Json]:
    measurement = call.measurement
    sent: dict[str, Json] = {"left_out": True} if value is ABSENT else {"sent": value}
    if measurement is None:
        return sent | {"chars": None, "tokens": None, "outcome": outcome_word(call.observation.outcome)}
    return {
        **sent,
        "chars": measurement.chars,
        "tokens": measurement.tokens,
        "outcome": outcome_word(call.observation.outcome),
        **({"reads_failed": True} if measurement.reads_failed else {}),
        **held(lines, measurement),
    }
