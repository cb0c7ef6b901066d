"""How a call is said in the message of a rule that looks at calls and not at their replies."""

from tool_audit.model import Call, Disconnected, Form
from tool_audit.rules._sizes import assignments

_LONGEST = 160


def said(call: Call) -> str:
    """Return "list_rows limit=5", "list_rows" where nothing was sent, or what stood in place of the arguments."""
    probe = call.observation.probe
    match probe.form:
        case Form.NONE:
            return f"{probe.subject.tool} without `arguments`"
        case Form.TEXT:
            return f'{probe.subject.tool} with `"arguments": "x"`'
    filled_in = assignments(call.arguments.items())
    return f"{probe.subject.tool} with {filled_in}" if filled_in else f"{probe.subject.tool} with nothing filled in"


def ending(call: Call) -> str:
    """Return how the server ended on a call: "exited with 3", "closed its output and went on running"."""
    outcome = call.observation.outcome
    return outcome.reason.removeprefix("it ") if isinstance(outcome, Disconnected) else ""


def last_words(call: Call) -> str:
    """Return the last line of stderr before the server ended, as a sentence; nothing where it said none."""
    outcome = call.observation.outcome
    if not isinstance(outcome, Disconnected) or not outcome.stderr:
        return ""
    return f' Its last line on stderr: "{outcome.stderr[-1][:_LONGEST]}".'
