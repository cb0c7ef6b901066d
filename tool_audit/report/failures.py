"""Why a server could not be audited, where all of it stands in one line."""

from tool_audit.model import NotAudited

_ENDS = (".", "!", "?", ":")


def failure_text(failure: NotAudited) -> str:
    """Return what went wrong, then what to do about it, each a sentence of its own."""
    if not failure.hint:
        return failure.message
    end = "" if failure.message.endswith(_ENDS) else "."
    return f"{failure.message}{end} {failure.hint[:1].upper()}{failure.hint[1:]}"
