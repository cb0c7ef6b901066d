"""Reports of agents' sessions made by hand: full defaults, override what matters."""

from report.sample import CLIENT, HOSTILE, LINES, finding

from tool_audit.model import Severity, State, Verdict
from tool_audit.model.indicators import (
    BadArgument,
    Chain,
    Choice,
    Context,
    Ending,
    ErrorShape,
    Field,
    Indicators,
    Logs,
    Potential,
    ServerTraffic,
    Shown,
    Stop,
    ToolTraffic,
    TrafficReport,
    Unused,
)
from tool_audit.model.spread import Rate, Spread

NOTHING = Rate(0, 0)


def spread(values):
    """Return the spread of these values."""
    made = Spread()
    for value in values:
        made.add(value)
    return made


def used(name, *, server="files", calls=100, tokens=None, **facts):
    """Return a tool of which nothing but the sizes of its replies is known, unless told otherwise."""
    sizes = range(1, calls + 1) if tokens is None else tokens
    whole = {
        "sessions": 3,
        "tokens": spread(sizes),
        "chars": spread(4 * size for size in sizes),
        "milliseconds": Spread(),
        "share": None,
        "over_warning": NOTHING,
        "over_cap": NOTHING,
        "endings": {Ending.SUCCESS: calls},
        "errors": NOTHING,
        "recovered": NOTHING,
        "shapes": (),
        "invalid": NOTHING,
        "bad_arguments": (),
        "again": NOTHING,
        "again_after_error": 0,
        "loops": 0,
        "longest_loop": 0,
        "parts": NOTHING,
        "followed": NOTHING,
        "stop": None,
        "unreferred": NOTHING,
        "fields": (),
        "declared": None,
        "definition_tokens": None,
        "largest": None,
        "lines": LINES,
    }
    return ToolTraffic(server=server, name=name, calls=calls, **whole | facts)


def server(name, tools, *, chains=(), unused=(), findings=()):
    """Return a server in use."""
    return ServerTraffic(
        name=name, tools=tuple(tools), chains=tuple(chains), unused=tuple(unused), findings=tuple(findings)
    )


def logs(**facts):
    """Return what was read: two files of one format."""
    whole = {
        "files": {"claude-code": 2},
        "bytes": 12_400_000,
        "lines": 31_022,
        "broken": 0,
        "unknown": (),
        "repeated": 0,
        "notes": (),
        "first": "2026-01-02T09:00:00+00:00",
        "last": "2026-01-09T17:30:59+00:00",
    }
    return Logs(**whole | facts)


def traffic(*servers, tokenizer="o200k_base, exact", **facts):
    """Return the report of these servers."""
    own = {name: facts.pop(name) for name in ("potentials", "audited", "notes", "shows_arguments") if name in facts}
    shown = [one for server in servers for one in server.findings if one.state is State.SHOWN]
    whole = {
        "logs": logs(),
        "sessions": 12,
        "tasks": 140,
        "steps": spread([0, 1, 2, 2, 3, 4, 5, 9, 17, 61]),
        "calls": sum(tool.calls for server in servers for tool in server.tools),
        "left_out": 0,
        "context": Context(prompts=70_000, model=130_000, arguments=100_000, replies=700_000),
        "within": 3,
        "looked_at": 500,
    }
    return TrafficReport(
        version="0.1.0",
        date="2026-01-10T03:04:05Z",
        client=CLIENT,
        tokenizer=tokenizer,
        indicators=Indicators(servers=servers, **whole | facts),
        verdict=Verdict(
            exit_code=1 if shown else 0,
            fail_on="error",
            counts={severity: sum(one.severity is severity for one in shown) for severity in Severity},
        ),
        **{"shows_arguments": False} | own,
    )


def full_traffic():
    """Return a report in which everything is told that can be."""
    return traffic(
        _files(),
        _search(),
        server("", [used("Bash", server="", calls=900, tokens=[40] * 600 + [300] * 299 + [61_250], share=0.21)]),
        notes=("[[ignore]] retry-loop on notes/poll (it waits) covers no finding of this run",),
        logs=logs(
            files={"claude-code": 12, "codex": 1, "guard": 1},
            broken=2,
            unknown=("notes.txt", "x.csv"),
            repeated=7,
            notes=("1 call has no reply",),
        ),
        choice=Choice(
            first=Rate(31, 40),
            ever=Rate(38, 40),
            confusion={
                ("files/read_file", "files/read_file"): 31,
                ("files/read_file", "files/list_files"): 8,
                ("x", ""): 1,
            },
            unmatched=2,
        ),
        potentials=(
            Potential(
                server="files", tool="read_file", largest=403_000, default=900, p99=24_000, measured=True, listed=True
            ),
            Potential(
                server="files", tool="list_files", largest=None, default=None, p99=7_100, measured=False, listed=True
            ),
            Potential(
                server="search", tool="find", largest=None, default=None, p99=2_500, measured=False, listed=False
            ),
        ),
        audited=True,
    )


def _files():
    read = used(
        "read_file",
        calls=1_204,
        tokens=[150] * 700 + [2_000] * 400 + [9_400] * 80 + [24_000] * 20 + [26_000, 31_411, 31_411, 88_123],
        milliseconds=spread([12] * 1_000 + [4_100] * 200 + [61_000] * 4),
        share=0.482,
        over_warning=Rate(24, 1_204),
        over_cap=Rate(4, 1_204),
        endings={
            Ending.SUCCESS: 1_150,
            Ending.TOOL_ERROR: 40,
            Ending.INVALID: 9,
            Ending.TIMEOUT: 2,
            Ending.DECLINED: 3,
        },
        errors=Rate(51, 1_201),
        recovered=Rate(40, 49),
        shapes=(
            ErrorShape(
                shape="ENOENT: no such file or directory, open '...'",
                ending=Ending.TOOL_ERROR,
                count=38,
                recovered=Rate(36, 38),
            ),
            ErrorShape(shape="something went wrong", ending=Ending.TOOL_ERROR, count=2, recovered=Rate(0, 2)),
        ),
        invalid=Rate(21, 1_204),
        bad_arguments=(
            BadArgument(name="file", declared=False, what="undeclared", count=14, example="a.txt"),
            BadArgument(name="path", declared=True, what="missing", count=4),
            BadArgument(name="head", declared=True, what="type", count=3, example='"10"'),
        ),
        again=Rate(88, 1_204),
        again_after_error=12,
        loops=2,
        longest_loop=9,
        declared=True,
        definition_tokens=210,
        largest=Shown(session="0f3c-77", arguments="3fa9c1", tokens=88_123, chars=350_000),
    )
    listed = used(
        "list_files",
        calls=300,
        tokens=[700] * 200 + [7_100] * 100,
        share=0.11,
        over_warning=Rate(0, 300),
        over_cap=Rate(0, 300),
        errors=Rate(0, 300),
        invalid=Rate(0, 300),
        again=Rate(31, 300),
        parts=Rate(60, 290),
        followed=Rate(6, 60),
        stop=Stop(count=100, at=80, lists=290, questions=31),
        unreferred=Rate(120, 280),
        fields=(
            Field(path="$.files[].checksum", seen=280, referred=0, share=0.31),
            Field(path="$.files[].path", seen=280, referred=270, share=0.2),
        ),
    )
    findings = [
        finding(
            "high-p99-reply",
            ("read_file",),
            "read_file: one reply in a hundred is over 24,000 tokens.",
            advice="Bound what it returns by default.",
        ),
        finding("retry-loop", ("read_file",), "read_file: the same call 9 times.", severity=Severity.WARNING),
        finding("merge-candidate", ("list_files", "read_file"), "They come together.", severity=Severity.INFO),
        finding("merge-candidate", ("list_files",), "Ignored.", state=State.IGNORED, why="wanted"),
    ]
    return server(
        "files",
        [read, listed],
        chains=[
            Chain(
                server="files",
                tools=("list_files", "read_file"),
                count=180,
                follows=Rate(180, 300),
                sessions=11,
                tokens=301_000,
            )
        ],
        unused=[Unused(server="files", name="write_file", definition_tokens=460, sessions=12)],
        findings=findings,
    )


def _search():
    find = used(
        HOSTILE,
        server="search\x1b[2J",
        calls=3,
        tokens=[2_500, 40, 41],
        share=0.004,
        errors=Rate(1, 3),
        recovered=Rate(0, 1),
        shapes=(ErrorShape(shape=HOSTILE, ending=Ending.UNFLAGGED, count=1, recovered=Rate(0, 1)),),
        bad_arguments=(BadArgument(name=HOSTILE, declared=False, what="undeclared", count=1, example=HOSTILE),),
        fields=(Field(path=HOSTILE, seen=3, referred=0, share=0.9),),
        largest=Shown(session=HOSTILE, arguments=HOSTILE, tokens=2_500, chars=9_000),
    )
    return server(
        "search\x1b[2J",
        [find],
        unused=[Unused(server="search\x1b[2J", name=HOSTILE, definition_tokens=None, sessions=3)],
    )
