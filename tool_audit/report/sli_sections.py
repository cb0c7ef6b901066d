"""What else reports tell of tools in use, section by section: errors, arguments, chains, unused tools, fields."""

from collections.abc import Iterator, Sequence
from typing import Final

from tool_audit.model.indicators import BadArgument, Choice, ToolTraffic, TrafficReport
from tool_audit.report.figures import counted, number
from tool_audit.report.safe import cut
from tool_audit.report.sli_figures import (
    UNKNOWN,
    Detail,
    figure,
    label,
    pairs,
    rate_text,
    servers_of,
    share_text,
    tools_of,
    unit_of,
)
from tool_audit.report.sli_section import TOOL, Heading, Section, left, right
from tool_audit.report.sli_tools import size_sections

LONGEST_SHAPE: Final = 200
_ARROW: Final = " > "
_NO_TOOL: Final = "(no tool)"
_NO_TEXT: Final = "(no text)"
_HARDLY: Final = 0.05
"""The share of replies up to which a field counts as one that hardly anything refers to."""


def sections(report: TrafficReport, detail: Detail) -> tuple[Section, ...]:
    """Return the sections that have something to tell, what costs most first."""
    tools = tools_of(report)
    told = (
        _errors(tools, detail),
        _arguments(tools, report, declared=False),
        _arguments(tools, report, declared=True),
        _loops(tools),
        _chains(report, detail),
        _unused(report),
        _parts(tools, detail),
        _stops(tools),
        _unreferred(tools, detail),
        _fields(tools),
        *_choices(report.indicators.choice),
        *size_sections(report),
    )
    return tuple(section for section in told if section.rows or section.always)


def _errors(tools: Sequence[ToolTraffic], detail: Detail) -> Section:
    shapes = sorted(
        ((name, shape) for name, tool in pairs(tools) for shape in tool.shapes),
        key=lambda entry: (-entry[1].count, entry[0], entry[1].shape),
    )
    rows = tuple(
        (
            name,
            shape.ending.value,
            number(shape.count),
            rate_text(shape.recovered, detail),
            cut(shape.shape, LONGEST_SHAPE) or _NO_TEXT,
        )
        for name, shape in shapes
    )
    headings = (
        TOOL,
        left("kind"),
        right("calls"),
        right("recovered"),
        Heading(title="what it said", code=True, below=True),
    )
    told = "errors that differ only in numbers, quoted words and paths are one"
    return Section(title="Errors", told=told, headings=headings, rows=rows)


def _arguments(tools: Sequence[ToolTraffic], report: TrafficReport, *, declared: bool) -> Section:
    found = sorted(
        ((name, bad) for name, tool in pairs(tools) for bad in tool.bad_arguments if bad.declared is declared),
        key=lambda entry: (-entry[1].count, entry[0], entry[1].name),
    )
    shows = report.shows_arguments and any(bad.example for _, bad in found)
    rows = tuple(
        (
            name,
            bad.name,
            *((_wrong(bad),) if declared else ()),
            number(bad.count),
            *((cut(bad.example),) if shows else ()),
        )
        for name, bad in found
    )
    headings = (
        TOOL,
        left("argument", flexible=True, code=True),
        *((left("what is wrong"),) if declared else ()),
        right("calls"),
        *((left("such as", flexible=True, code=True),) if shows else ()),
    )
    title = (
        "Arguments with values that the schema does not take" if declared else "Arguments that the tool does not have"
    )
    told = "" if declared else "names that the model made up, or that are gone"
    return Section(title=title, told=told, headings=headings, rows=rows)


def _wrong(bad: BadArgument) -> str:
    if bad.what == "missing":
        return "left out"
    # what is no keyword is told in words
    return bad.what if " " in bad.what else f"breaks {bad.what}"


def _loops(tools: Sequence[ToolTraffic]) -> Section:
    again = sorted(
        ((name, tool) for name, tool in pairs(tools) if tool.again.count), key=lambda one: -one[1].again.count
    )
    rows = tuple(
        (
            name,
            number(tool.again.count),
            number(tool.again_after_error),
            number(tool.loops),
            number(tool.longest_loop) if tool.loops else UNKNOWN,
        )
        for name, tool in again
    )
    headings = (TOOL, right("same again"), right("after an error"), right("loops", alarm="yellow"), right("longest"))
    told = "loops: the same call three times or more in a task, answered the same each time"
    return Section(title="Calls made again", told=told, headings=headings, rows=rows)


def _chains(report: TrafficReport, detail: Detail) -> Section:
    chains = sorted(
        (chain for server in servers_of(report) for chain in server.chains),
        key=lambda chain: (-chain.tokens, -chain.count, chain.server, chain.tools),
    )
    rows = tuple(
        (
            label(chain.server, _ARROW.join(chain.tools)),
            number(chain.count),
            rate_text(chain.follows, Detail.BRIEF if detail is Detail.INTERVAL else detail),
            number(chain.sessions),
            number(chain.tokens),
        )
        for chain in chains
    )
    headings = (
        left("tools", flexible=True, code=True),
        right("times"),
        right("of the first"),
        right("sessions"),
        right(unit_of(report)),
    )
    told = (
        "candidates to be merged; of the first: calls of the first tool that all the others followed; "
        f"{unit_of(report)}: of all replies but the last"
    )
    return Section(title="Tools that follow each other", told=told, headings=headings, rows=rows)


def _unused(report: TrafficReport) -> Section:
    unused = sorted(
        (one for server in servers_of(report) for one in server.unused),
        key=lambda one: (-(one.definition_tokens or 0) * one.sessions, one.server, one.name),
    )
    known = [(one.definition_tokens, one.sessions) for one in unused if one.definition_tokens is not None]
    rows = tuple(
        (
            label(one.server, one.name),
            figure(one.definition_tokens),
            figure(one.sessions or None),
            # of a tool that only a list beside the logs has nobody knows how often it was paid for
            figure(one.definition_tokens * one.sessions if one.definition_tokens and one.sessions else None),
        )
        for one in unused
    )
    headings = (TOOL, right("tokens"), right("sessions"), right("tokens in all of them"))
    each = sum(tokens for tokens, _ in known)
    told = f"{counted(len(unused), 'tool')}" + (
        f", {counted(each, 'token')} of definitions in every turn" if known else ""
    )
    return Section(title="Offered and never called", told=told, headings=headings, rows=rows)


def _parts(tools: Sequence[ToolTraffic], detail: Detail) -> Section:
    cut_short = sorted(
        ((name, tool) for name, tool in pairs(tools) if tool.parts.count), key=lambda one: -one[1].parts.count
    )
    rows = tuple(
        (name, number(tool.parts.count), rate_text(tool.parts, detail), rate_text(tool.followed, detail))
        for name, tool in cut_short
    )
    headings = (TOOL, right("parts"), right("of the replies"), right("followed by a call for more"))
    told = "replies that say that they are a part of what there is"
    return Section(title="Replies in parts", told=told, headings=headings, rows=rows)


def _stops(tools: Sequence[ToolTraffic]) -> Section:
    rows = tuple(
        (name, number(stop.count), f"{stop.at:,} of {stop.lists:,}", number(stop.questions))
        for name, tool in pairs(tools)
        if (stop := tool.stop) is not None
    )
    headings = (TOOL, right("items"), right("lists"), right("different calls"))
    told = "lists that end at one count, whatever was asked, and do not say that they are a part"
    return Section(title="Replies that stop at one count", told=told, headings=headings, rows=rows)


def _unreferred(tools: Sequence[ToolTraffic], detail: Detail) -> Section:
    unread = sorted(
        ((name, tool) for name, tool in pairs(tools) if tool.unreferred.count),
        key=lambda one: (-(one[1].share or 0) * (one[1].unreferred.share or 0), one[0]),
    )
    rows = tuple(
        (name, rate_text(tool.unreferred, max(detail, Detail.INTERVAL)), share_text(tool.share))
        for name, tool in unread
    )
    headings = (TOOL, right("never referred to"), right("share of the context"))
    told = "a heuristic: nothing of the reply was seen again in what the model wrote or sent"
    return Section(title="Replies that nothing refers to", told=told, headings=headings, rows=rows)


def _fields(tools: Sequence[ToolTraffic]) -> Section:
    fields = sorted(
        (
            (name, field)
            for name, tool in pairs(tools)
            for field in tool.told_fields
            if field.referred <= _HARDLY * field.seen
        ),
        key=lambda one: (-one[1].share, one[0], one[1].path),
    )
    rows = tuple(
        (name, field.path, f"{field.referred:,} of {field.seen:,}", share_text(field.share)) for name, field in fields
    )
    headings = (TOOL, left("field", flexible=True, code=True), right("referred to"), right("of their characters"))
    told = "a heuristic: the values were not seen again, which does not prove that nobody read them"
    return Section(title="Fields that hardly anything refers to", told=told, headings=headings, rows=rows)


def _choices(choice: Choice | None) -> Iterator[Section]:
    if choice is None:
        return
    first, ever = (rate_text(rate, Detail.FULL) for rate in (choice.first, choice.ever))
    told = f"an expected tool called first: {first} tasks; called at all: {ever}"
    if choice.unmatched:
        told += f"; {counted(choice.unmatched, 'label')} without a task in the logs"
    confused = sorted(choice.confusion.items(), key=lambda entry: (entry[0][0] == entry[0][1], -entry[1], entry[0]))
    rows = tuple(
        (expected or _NO_TOOL, called or _NO_TOOL, number(tasks), "" if expected == called else "wrong")
        for (expected, called), tasks in confused
    )
    headings = (
        left("expected", flexible=True, code=True),
        left("called first", flexible=True, code=True),
        right("tasks"),
        left(""),
    )
    yield Section(title="Tool choice", told=told, headings=headings, rows=rows, most=10, always=True)
