"""`tool-audit sli`: the same measures on what agents really did, read off the logs of their sessions."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Annotated, Final

import typer

from tool_audit.cli import options as o
from tool_audit.cli.asked_outputs import asked_outputs
from tool_audit.cli.console import looks, note
from tool_audit.cli.given import counter_of, settings_of
from tool_audit.cli.status_line import StatusLine
from tool_audit.cli.write import write_out
from tool_audit.clients import lines_for, load_client
from tool_audit.compare_traffic import compare_traffic
from tool_audit.errors import ExitCode, UsageError
from tool_audit.listing import listing_from_json
from tool_audit.model import Json, ToolSpec
from tool_audit.model.indicators import TrafficReport
from tool_audit.model.shifts import Direction, Shifts
from tool_audit.model.traffic import Event
from tool_audit.report.figures import counted
from tool_audit.report.openmetrics import render_openmetrics
from tool_audit.report.sli_changes import render_shifts_markdown, render_shifts_terminal
from tool_audit.report.sli_json import render_sli_json, sli_document
from tool_audit.report.sli_markdown import render_sli_markdown
from tool_audit.report.sli_terminal import render_sli_terminal
from tool_audit.saved_report import read_report
from tool_audit.saved_sli import read_sli
from tool_audit.settings import Settings
from tool_audit.settings.paths import display
from tool_audit.transcripts.assess import assess, for_server
from tool_audit.transcripts.expected import read_labels
from tool_audit.transcripts.families import Asked
from tool_audit.transcripts.gather import gather
from tool_audit.transcripts.traffic import Account, events

_FORMATS: Final = ("terminal", "markdown", "json", "openmetrics")
_TOLD_EACH: Final = 2_000
"""Events."""
_AGO: Final = re.compile(r"(\d{1,5})([hdw])")
_UNITS: Final = {"h": 3_600, "d": 86_400, "w": 604_800}
"""Seconds."""
_LIST_HINT: Final = "save the reply to tools/list there; SERVER=FILE says whose it is"
_WHICH: Final = "Which calls"
_BESIDE: Final = "What stands beside the logs"
_HOW: Final = "What is counted"

Logs = Annotated[
    list[str],
    typer.Argument(
        metavar="LOG",
        help="Logs, or folders of them, also as .gz and .zst; - is standard input. Sessions of Claude Code and Codex, "
        "the guard's log, MCP traffic as JSON lines, message logs of OpenAI and Anthropic, OpenTelemetry spans; each "
        "is recognised by what is in it.",
        show_default=False,
    ),
]
Server = Annotated[list[str] | None, typer.Option(metavar="GLOB", help="Only these servers.", rich_help_panel=_WHICH)]
Tool = Annotated[
    list[str] | None, typer.Option("--tool", metavar="GLOB", help="Only these tools.", rich_help_panel=_WHICH)
]
Since = Annotated[
    str | None,
    typer.Option(metavar="DATE", help="From this day or time on, in UTC; 7d: seven days ago.", rich_help_panel=_WHICH),
]
Until = Annotated[
    str | None, typer.Option(metavar="DATE", help="Before this day or time, in UTC.", rich_help_panel=_WHICH)
]
Tools = Annotated[
    list[str] | None,
    typer.Option(
        metavar="[SERVER=]FILE",
        help="A saved tools/list: to hold arguments to it, and to see what is never used.",
        rich_help_panel=_BESIDE,
    ),
]
Expect = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Which tool each task should have used.", rich_help_panel=_BESIDE),
]
Audit = Annotated[
    Path | None,
    typer.Option(
        metavar="REPORT", help="A JSON report of `probe`: what could happen, beside what does.", rich_help_panel=_BESIDE
    ),
]
Compare = Annotated[
    Path | None,
    typer.Option(
        metavar="OLD",
        help="An earlier --output json: what became better or worse, beyond noise.",
        rich_help_panel=_BESIDE,
    ),
]
Within = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=1,
        help="Answers of the model within which a success counts as a recovery, and a call for more as a further page.",
        rich_help_panel=_HOW,
    ),
]
NoTokens = Annotated[
    bool,
    typer.Option("--no-tokens", metavar="", help="Count characters only: faster.", rich_help_panel=_HOW),
]
ShowArguments = Annotated[
    bool,
    typer.Option(
        "--show-arguments",
        metavar="",
        help="Show arguments in place of their hashes; what looks like a secret stays masked.",
        rich_help_panel=_HOW,
    ),
]
Client = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="The program whose caps count (claude-code).", rich_help_panel="What counts"),
]
FailOnWorse = Annotated[
    bool,
    typer.Option(
        "--fail-on-worse",
        metavar="",
        help="Exit with 1 where --compare finds a figure that is worse.",
        rich_help_panel="What counts",
    ),
]
Outputs = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        metavar="FORMAT[=FILE]",
        help="terminal, markdown, json or openmetrics; several at once.",
        rich_help_panel="What is written",
    ),
]


def sli(
    context: typer.Context,
    logs: Logs,
    server: Server = None,
    only_tools: Tool = None,
    since: Since = None,
    until: Until = None,
    tools: Tools = None,
    expect: Expect = None,
    audit: Audit = None,
    compare: Compare = None,
    within: Within = 3,
    no_tokens: NoTokens = False,
    show_arguments: ShowArguments = False,
    client: Client = None,
    tokenizer: o.Tokenizer = None,
    fail_on: o.FailOn = None,
    show_indicated: o.ShowIndicated = None,
    fail_on_worse: FailOnWorse = False,
    outputs: Outputs = None,
    quiet: o.Quiet = None,
    verbose: o.Verbose = None,
    config: o.Config = None,
    no_config: o.NoConfig = None,
) -> None:
    """Read indicators of tools in use off the logs of agents' sessions; nothing is called, nothing sent.

    Exit codes: 0 no finding at or over --fail-on, 1 findings (or worse, where asked), 2 usage, 3 the logs hold no call.
    """
    settings, _ = settings_of(context)
    wanted = asked_outputs(outputs or ["terminal"], _FORMATS, "indicators", f"one of {', '.join(_FORMATS)}")
    asked = Asked(
        within=within,
        servers=tuple(server or ()),
        names=tuple(only_tools or ()),
        since=_time(since, "--since"),
        until=_time(until, "--until"),
        shows_arguments=show_arguments,
        labels=read_labels(expect) if expect is not None else (),
        tools=_listed(tools or ()),
    )
    audited = read_report(audit) if audit is not None else None
    old = read_sli(compare) if compare is not None else None
    if fail_on_worse and old is None:
        raise UsageError("--fail-on-worse has nothing to compare with", hint="name it: --compare OLD")
    report = _read(logs, asked, settings, audited, counts_tokens=not no_tokens)
    shifts = None if old is None else compare_traffic(old, sli_document(report))
    for format_, file in wanted:
        screen = file is None
        text = _rendered(report, shifts, format_, screen=screen, verbose=settings.output.verbose)
        write_out(text, format_, file, private=show_arguments)  # else it holds figures, which a collector is to read
        if file is not None and not settings.output.quiet:
            note(f"{format_} report: {display(file, Path.cwd())}")
    worse = fail_on_worse and shifts is not None and shifts.of(Direction.WORSE)
    raise typer.Exit(ExitCode.FINDINGS if worse else report.verdict.exit_code)


def _read(
    logs: Sequence[str], asked: Asked, settings: Settings, audited: Mapping[str, Json] | None, *, counts_tokens: bool
) -> TrafficReport:
    policy = settings.policy
    counter = counter_of(policy) if counts_tokens else None
    profile = load_client(policy.client[0], policy.clients)
    account = Account()
    indicators = gather(
        _told(events(logs, account), account, quiet=settings.output.quiet),
        asked,
        counter,
        lambda server, spec: lines_for(profile, spec, for_server(policy.overrides, server)),
        account.logs,
    )
    return assess(
        indicators,
        policy,
        "" if counter is None else counter.name,
        datetime.now(UTC).date(),
        audit=audited,
        shows_arguments=asked.shows_arguments,
    )


def _told(happened: Iterable[Event], account: Account, *, quiet: bool) -> Iterator[Event]:
    """Pass on what happened, and say on a terminal how far the reading is."""
    line = StatusLine(sys.stderr, quiet=quiet)
    try:
        for number, event in enumerate(happened):
            if number % _TOLD_EACH == 0 and account.reading is not None:
                files = sum(account.files.values())
                far = f"{account.so_far / 1e6:,.0f} MB" + (f" of {counted(files + 1, 'file')}" if files else "")
                line.say(f"reading {account.reading[0]}", far)
            yield event
    finally:
        line.clear()


def _rendered(report: TrafficReport, shifts: Shifts | None, format_: str, *, screen: bool, verbose: bool) -> str:
    match format_:
        case "terminal":
            look = looks(screen=screen)
            text = render_sli_terminal(report, **look, verbose=verbose)
            return text if shifts is None else f"{text}\n{render_shifts_terminal(shifts, **look, verbose=verbose)}"
        case "markdown":
            text = render_sli_markdown(report)
            return text if shifts is None else f"{text}\n{render_shifts_markdown(shifts)}"
        case "json":
            return render_sli_json(report, shifts)
        case _:
            return render_openmetrics(report)


def _listed(given: Sequence[str]) -> Mapping[str, Sequence[ToolSpec]]:
    """Return the tools of saved lists by server; "" for those of a file that was given without one."""
    found: dict[str, list[ToolSpec]] = {}
    for text in given:
        server, equals, path = text.partition("=")
        if not equals:
            server, path = "", text
        try:
            saved = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise UsageError(f"the list of tools {path} cannot be read: {error.strerror}", hint=_LIST_HINT) from None
        except (ValueError, RecursionError):
            raise UsageError(f"{path} is no JSON", hint=_LIST_HINT) from None
        found.setdefault(server, []).extend(listing_from_json(saved, path).tools)
    return found


def _time(text: str | None, option: str) -> float | None:
    if text is None:
        return None
    if ago := _AGO.fullmatch(text):
        return time() - int(ago[1]) * _UNITS[ago[2]]
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise UsageError(
            f"{option} {text!r} is no date", hint="2026-11-30, 2026-11-30T14:00, or 7d for seven days ago"
        ) from None
