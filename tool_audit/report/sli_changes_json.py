"""What became better or worse between the traffic of two times, as JSON: a part of sli.schema.json."""

from collections.abc import Iterable

from tool_audit.model.shifts import Direction, Period, Shift, Shifts
from tool_audit.report.json import Object


def shifts_object(shifts: Shifts) -> Object:
    """Return all that was compared."""
    return {
        "before": _period_object(shifts.before),
        "after": _period_object(shifts.after),
        "notes": list(shifts.notes),
        "counts": {direction.name.lower(): len(shifts.of(direction)) for direction in Direction},
        "shifts": [_shift_object(shift) for shift in shifts.shifts],
        "added": _named(shifts.added),
        "gone": _named(shifts.gone),
    }


def _period_object(period: Period) -> Object:
    return {
        "date": period.date,
        "first": period.first,
        "last": period.last,
        "sessions": period.sessions,
        "tasks": period.tasks,
        "calls": period.calls,
    }


def _shift_object(shift: Shift) -> Object:
    return {
        "server": shift.server,
        "tool": shift.tool,
        "figure": shift.figure,
        "unit": shift.unit.value,
        "better": "more" if shift.more_is_better else "less",
        "before": shift.before,
        "after": shift.after,
        "n_before": shift.n_before,
        "n_after": shift.n_after,
        "difference": shift.difference,
        "low": shift.low,
        "high": shift.high,
        "chance": shift.chance,
        "direction": shift.direction.name.lower(),
    }


def _named(tools: Iterable[tuple[str, str]]) -> list[Object]:
    return [{"server": server, "tool": tool} for server, tool in tools]
