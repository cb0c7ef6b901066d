"""The policy in Markdown: the cap, the warning line, other lines and why, and what each client would show."""

from tool_audit.model import ClientProfile, Report, ServerReport
from tool_audit.report.figures import counted, number
from tool_audit.report.markdown_text import code, prose, table
from tool_audit.report.policy import caps_text, lines_in_force, named, own_lines
from tool_audit.report.showings import ALL_WHOLE, not_whole
from tool_audit.report.sizes import ToolSizes


def policy_section(report: Report) -> list[str]:
    """Return the chosen clients, the lines in force, and what became of entries of the settings."""
    lines = lines_in_force(report)
    rows = [_client(client) for client in (report.client, *report.others)]
    titles = ("client", "cap", "warning line", "over the cap it would", "known from", "checked")
    sections = ["## Policy", table(titles, rows)]
    if lines.raised_by:
        warn = counted(lines.warn_tokens, "token")
        told = f"In force is a cap of {caps_text(lines)} and a warning line of {warn}: {lines.raised_by}"
        sections.append(prose(told))
    if report.notes:
        sections.append("\n".join(f"- {prose(note)}" for note in report.notes))
    return sections


def _client(client: ClientProfile) -> tuple[str, ...]:
    lines = client.lines
    note = f" ({client.note})" if client.note else ""
    return (
        prose(named(client)),
        prose(caps_text(lines) or "none known"),
        counted(lines.warn_tokens, "token"),
        prose(client.would if lines.caps else ""),
        prose(f"{client.source}{note}"),
        prose(client.checked),
    )


def own_lines_section(server: ServerReport) -> list[str]:
    """Return which tools have other lines than the rest, and what the clients do with the tools as they are listed."""
    rows = [
        (
            ", ".join(map(code, own.tools)),
            prose(caps_text(own.lines) or "none known"),
            counted(own.lines.warn_tokens, "token"),
            prose(own.lines.raised_by),
        )
        for own in own_lines(server.run)
    ]
    told = "\n".join(f"- {prose(note)}" for note in server.client_notes)
    tables = [table(("tools", "cap", "warning line", "why"), rows)] if rows else []
    return ["### Lines of their own", *tables, told] if rows or told else []


def showings_section(server: ServerReport, sizes: tuple[ToolSizes, ...], report: Report) -> list[str]:
    """Return what each chosen client would show of the default replies that some would not show whole."""
    replies = not_whole(server, sizes)
    if not replies:
        return [prose(f"{ALL_WHOLE[0].upper()}{ALL_WHOLE[1:]}.")] if report.others and server.showings else []
    titles = ("tool", "chars", "tokens", *(named(client) for client in (report.client, *report.others)))
    rows = [
        (
            code(reply.tool),
            number(reply.reply.measurement.chars),
            number(reply.reply.measurement.tokens),
            *(prose(showing.sees) for showing in reply.showings),
        )
        for reply in replies
    ]
    return ["### What the model would see", table(titles, rows, right=frozenset({1, 2}))]
