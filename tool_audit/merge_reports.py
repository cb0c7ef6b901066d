"""JSON reports of several runs -> one report of all their servers."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tool_audit.errors import ExitCode, UsageError
from tool_audit.model import Fleet, Json, NotAudited, Noted, ServerSummary, Severity, State, TransportKind
from tool_audit.policy import Audited, verdict_on
from tool_audit.saved_json import encoding_of
from tool_audit.saved_report import name_of, noted_in

_COUNTS: Final = frozenset({State.SHOWN})
_LOST: Final = "--shard "
"""How the name begins that stands for the servers of lost parts."""
_MOST_NAMED: Final = 5
_ALIKE: Final[Mapping[str, tuple[Callable[[str], str], str]]] = {
    "client": (str, "are judged for different clients"),
    "tokenizer": (encoding_of, "count tokens in different ways"),
}
"""What they must have in common, or their figures cannot be put together: where -> (what of it, what is told)."""


def merged(reports: Sequence[tuple[str, Mapping[str, Json]]], fail_on: str | None = None) -> dict[str, Json]:
    """Return one report of the same schema; the reports are (where it was read, the report), at least one.

    `fail_on`: None takes that of the reports. UsageError where they cannot be put together: a server that is in two,
    other clients, tokenizers or, with None, other values of --fail-on.
    """
    _, first = reports[0]
    for key, (what, differ) in _ALIKE.items():
        for where, report in reports[1:]:
            if what(report[key]) != what(first[key]):
                told = f"{reports[0][0]} ({first[key]}) and {where} ({report[key]})"
                raise UsageError(f"{told} {differ}", hint="run all parts with the same options")
    _refuse_twice(reports)
    if any(report.get("policy") != first.get("policy") for _, report in reports):
        raise UsageError("the reports are judged by different caps", hint="run all parts with the same settings")
    servers = sorted((server for _, report in reports for server in report["servers"]), key=name_of)
    shards = Counter(shard for _, report in reports for shard in _shards(report))
    missing = _missing(shards)
    failures = [failure for _, report in reports for failure in _own_failures(report)] + _lost(missing)
    interrupted = any(report["verdict"]["exit_code"] == ExitCode.INTERRUPTED for _, report in reports)
    verdict = verdict_on(
        [_audited(server) for server in servers],
        [failure["name"] for failure in failures],
        fail_on or _fail_on(reports),
        interrupted=interrupted,
    )
    return {
        **{key: value for key, value in first.items() if key not in ("shard", "shards")},
        **({"shards": sorted(shards)} if missing else {}),
        "version": max((report["version"] for _, report in reports), key=_as_numbers),
        "date": max(report["date"] for _, report in reports),
        "servers": servers,
        "failures": failures,
        "verdict": {
            "exit_code": verdict.exit_code,
            "fail_on": verdict.fail_on,
            "counts": {severity.value: verdict.counts[severity] for severity in Severity},
            "reason": verdict.reason,
        },
        "notes": list(dict.fromkeys(note for _, report in reports for note in report.get("notes", ()))),
        "gone": [gone for _, report in reports for gone in report.get("gone", ())],
    }


def fleet_of(report: Mapping[str, Json]) -> Fleet:
    """Return what people are shown of a report."""
    found = [noted for server in report["servers"] for noted in _noted(server)]
    verdict = report["verdict"]
    return Fleet(
        version=report["version"],
        client=report["client"],
        tokenizer=report["tokenizer"],
        servers=tuple(_summary(server) for server in report["servers"]),
        failures=tuple(_failure(failure) for failure in report["failures"]),
        findings=tuple(sorted(found, key=lambda one: (-one.severity.gravity, one.rule))),
        verdict=verdict_on(
            [_audited(server) for server in report["servers"]],
            [failure["name"] for failure in report["failures"]],
            verdict["fail_on"],
            interrupted=verdict["exit_code"] == ExitCode.INTERRUPTED,
        ),
    )


def _refuse_twice(reports: Sequence[tuple[str, Mapping[str, Json]]]) -> None:
    seen: dict[str, str] = {}
    for where, report in reports:
        names = {*map(name_of, report["servers"]), *(failure["name"] for failure in report["failures"])}
        for name in sorted(names & seen.keys()):
            raise UsageError(
                f"{name} is in {seen[name]} and in {where}", hint="name each report once, and one for each part"
            )
        seen |= dict.fromkeys(names, where)


def _shards(report: Mapping[str, Json]) -> Sequence[str]:
    """Return the parts that a report is about: none where it is about all servers."""
    merged_of: Sequence[str] = report.get("shards", ())
    return [report["shard"]] if "shard" in report else merged_of


def _own_failures(report: Mapping[str, Json]) -> list[Json]:
    """Return the failures of a report, without those that stand for parts it lacked when it was merged."""
    return [each for each in report["failures"] if "shards" not in report or not each["name"].startswith(_LOST)]


def _missing(shards: Counter[str]) -> list[str]:
    # as often as one part is there, the others have to be: several fleets may be split into as many parts
    fleets: Counter[int] = Counter()
    for shard, times in shards.items():
        count = int(shard.rpartition("/")[2])
        fleets[count] = max(fleets[count], times)
    every = ((f"{number}/{count}", count) for count in sorted(fleets) for number in range(1, count + 1))
    return [shard for shard, count in every if shards[shard] < fleets[count]]


def _lost(missing: Sequence[str]) -> list[Json]:
    """Return a failure where there is no report of a part of the servers: nobody knows what those do."""
    if not missing:
        return []
    named = ", ".join(missing[:_MOST_NAMED]) + (" ..." if len(missing) > _MOST_NAMED else "")
    return [
        {
            "name": f"{_LOST}{named}",
            "message": "there is no report of these servers: they were not audited, or it was lost.",
            "hint": "name the reports of all parts, also of those that found something",
            "detail": [],
        }
    ]


def _fail_on(reports: Sequence[tuple[str, Mapping[str, Json]]]) -> str:
    asked = sorted({str(report["verdict"]["fail_on"]) for _, report in reports})
    if len(asked) > 1:
        raise UsageError(f"the reports were made with --fail-on {' and '.join(asked)}", hint="say which: --fail-on")
    return asked[0]


def _audited(server: Mapping[str, Json]) -> Audited:
    coverage = server["coverage"]
    return Audited(
        name=name_of(server),
        listed=coverage["listed"] > 0,
        exercised=coverage["measured"] > 0 or server["transport"] == TransportKind.LISTING,
        complete=server.get("complete", True),
        severities=tuple(noted.severity for noted in _noted(server)),
    )


def _noted(server: Mapping[str, Json]) -> list[Noted]:
    return [noted for _, noted in noted_in(server, _COUNTS)]


def _summary(server: Mapping[str, Json]) -> ServerSummary:
    severities = [noted.severity for noted in _noted(server)]
    return ServerSummary(
        name=name_of(server),
        tools=server["coverage"]["listed"],
        measured=server["coverage"]["measured"],
        definitions=server["definitions"]["tokens"] or 0,
        largest=max((tool["default"]["chars"] for tool in server["tools"] if tool["default"]), default=None),
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
    )


def _failure(failure: Mapping[str, Json]) -> NotAudited:
    return NotAudited(
        name=failure["name"], message=failure["message"], hint=failure["hint"], detail=tuple(failure["detail"])
    )


def _as_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdigit()]
