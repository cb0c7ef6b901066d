"""The --output of a command that knows no settings: read like any other."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import cast

from tool_audit.cli.write import check_writable
from tool_audit.errors import UsageError
from tool_audit.settings import Output
from tool_audit.settings.kinds import OUTPUTS, WrongKindError


def asked_outputs(
    texts: Sequence[str], formats: Collection[str], what: str, hint: str
) -> tuple[tuple[str, Path | None], ...]:
    """Return format and file of each, None for standard output; UsageError where `what` cannot be written so."""
    try:
        outputs = cast("tuple[tuple[str, Path | None], ...]", OUTPUTS.read(list(texts), Path()))
    except WrongKindError:
        raise UsageError(f"--output {', '.join(texts)!r} names no file", hint="write FORMAT=FILE") from None
    for format_, _ in outputs:
        if format_ not in formats:
            raise UsageError(f"{what} cannot be written as {format_!r}", hint=hint)
    check_writable(Output(outputs=outputs))
    return outputs
