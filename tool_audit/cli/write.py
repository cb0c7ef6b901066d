"""Reports -> standard output and files; a file is complete or not there."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from tool_audit.cli.console import AS_JSON, AS_TEXT, AS_XML, looks, note, show
from tool_audit.errors import UsageError
from tool_audit.model import Report
from tool_audit.report import RENDERERS
from tool_audit.settings import Output
from tool_audit.settings.paths import display, is_file, is_folder, is_present

_MOST_OF_SUMMARY = 1_000_000
"""Bytes; GitHub refuses a summary of more than 1 MiB for a step."""
_ESCAPES: Final = {"json": AS_JSON, "sarif": AS_JSON, "junit": AS_XML}
_PRIVATE: Final = 0o600
"""Of a new file: replies hold what the server lets its user see, and nobody else on this machine."""


def check_writable(output: Output) -> None:
    """Raise UsageError for an output that cannot be written, before a minute is spent on measuring."""
    files = [Path(os.path.realpath(path)) for _, path in output.outputs if path is not None]
    for format_, path in output.outputs:
        if path is not None and (reason := _why_not(path)):
            raise UsageError(f"cannot write {format_} to {path}: {reason}", hint="name another file")
    # annotations are lines of a log, and stand beside any other
    on_screen = [format_ for format_, path in output.outputs if path is None and format_ != "github"]
    if len(on_screen) > 1:
        named = f"{on_screen[0]} and {on_screen[1]} cannot both go to standard output"
        other = next((format_ for format_ in on_screen if format_ != "terminal"), on_screen[0])
        raise UsageError(named, hint=f"give one a file: --output {other}=FILE")
    if twice := next((path for path in files if files.count(path) > 1), None):
        raise UsageError(f"two reports cannot both go to {twice}", hint="name another file for one of them")
    if output.record is not None:
        try:
            output.record.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"cannot record into {output.record}: {error.strerror}"
            raise UsageError(message, hint="name another folder") from error
        if not os.access(output.record, os.W_OK):
            message = f"cannot record into {output.record}: no permission to write there"
            raise UsageError(message, hint="name another folder")


def _why_not(path: Path) -> str:
    """Say why a report cannot be written to this path; nothing where it can."""
    if is_folder(path):
        return "it is a folder"
    nearest = next(folder for folder in path.parents if os.path.lexists(folder))
    if not is_folder(nearest):
        return f"{nearest} is no folder"
    writable = os.access(nearest, os.W_OK) and (not is_present(path) or os.access(path, os.W_OK))
    return "" if writable else "no permission to write there"


def write_reports(report: Report, output: Output) -> None:
    """Write the report in every format that was asked for, and say which files that made.

    Beside annotations for GitHub goes the page of the job's summary, where the job has one.
    """
    for format_, path in output.outputs:
        if format_ == "github":
            _add_to_job_summary(report)
        write_out(_render(report, format_, output, screen=path is None), format_, path)
        if path is not None and not (output.quiet or _is_stream(path)):
            note(f"{format_} report: {display(path, Path.cwd())}")


def _add_to_job_summary(report: Report) -> None:
    """Append the Markdown report to $GITHUB_STEP_SUMMARY, as many whole sections of it as GitHub takes."""
    named = os.environ.get("GITHUB_STEP_SUMMARY")
    if not named:
        return
    text = RENDERERS["markdown"](report)
    if len(text.encode("utf-8")) > _MOST_OF_SUMMARY:
        kept = text.encode("utf-8")[:_MOST_OF_SUMMARY].decode("utf-8", "ignore")
        text = (
            kept[: max(kept.rfind("\n#"), 0)] + "\n\nThe rest is too long for this page: see the report of the job.\n"
        )
    try:
        with Path(named).open("a", encoding="utf-8") as summary:
            summary.write(text)
    except OSError as error:
        note(f"the job's summary {named} cannot be written: {error.strerror}")


def _render(report: Report, format_: str, output: Output, *, screen: bool) -> str:
    if format_ != "terminal":
        return RENDERERS[format_](report)
    return RENDERERS[format_](report, **looks(screen=screen), verbose=output.verbose)


def write_out(text: str, format_: str, path: Path | None, *, private: bool = True) -> None:
    """Write what is in this format to a file, or else to standard output."""
    if path is None:
        show(text, _ESCAPES.get(format_, AS_TEXT))
    else:
        write_text(path, text, private=private)


def write_text(named: Path, text: str, *, private: bool = True) -> None:
    """Write a file that is complete or not there; UsageError where that cannot be.

    One that is `private` can be read by its owner only, and any other by whom the user lets read new files.
    """
    # a link stays, and what it leads to is written
    path = Path(os.path.realpath(named))
    part = path.with_name(path.name + ".part")
    whole = text if text.endswith("\n") else text + "\n"
    try:
        if _is_stream(named):
            with named.open("a", encoding="utf-8") as stream:
                stream.write(whole)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else _PRIVATE if private else 0o666 & ~_umask()
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE), "w", encoding="utf-8") as file:
            file.write(whole)
        part.chmod(mode)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise UsageError(f"cannot write {named}: {error.strerror}", hint="name another file") from error


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _is_stream(path: Path) -> bool:
    """Return whether it is a pipe or a device, which is written to and never replaced: /dev/null would be lost."""
    return is_present(path) and (not is_file(path) or path.is_relative_to("/dev") or path.is_relative_to("/proc"))
