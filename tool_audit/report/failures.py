"""Why a server could not be audited: whose failure it is, and all of it in one line."""

from tool_audit.model import NotAudited

_ENDS = (".", "!", "?", ":")


def of_several(name: str, message: str) -> str:
    """Return what went wrong with one of several servers, which stands in front."""
    return message if message.startswith(f"{name} ") else f"{name}: {message}"


def failure_text(failure: NotAudited) -> str:
    """Return what went wrong, then what to do about it, each a sentence of its own."""
    if not failure.hint:
        return failure.message
    end = "" if failure.message.endswith(_ENDS) else "."
    return f"{failure.message}{end} {failure.hint[:1].upper()}{failure.hint[1:]}"
