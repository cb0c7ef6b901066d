"""Flags replies that hold a secret which the server was given: it is in the model's context, and in every log of it."""

from collections.abc import Iterator

from tool_audit.model import Call, Confidence, Hit, Refused, Replied, ServerRun, Severity, ToolFailed
from tool_audit.rule import server_rule
from tool_audit.rules._errors import sent
from tool_audit.rules._listing import named

_SHOWN = 3


@server_rule(group="G", severity=Severity.ERROR, confidence=Confidence.SEEN)
def secret_in_response(run: ServerRun, _: object) -> Iterator[Hit]:
    """A reply holds a value from the server's env, headers or URL."""
    told: dict[str, list[tuple[str, Call]]] = {}
    for tool in run.tools:
        for call in tool.calls:
            if isinstance(call.observation.outcome, Replied | ToolFailed | Refused):
                for label in call.observation.secrets:
                    told.setdefault(label, []).append((tool.name, call))
    by_tools: dict[tuple[str, ...], list[str]] = {}
    for label, places in told.items():
        by_tools.setdefault(tuple(dict.fromkeys(name for name, _ in places)), []).append(label)
    for tools, labels in by_tools.items():
        places = told[labels[0]]
        name, call = places[0]
        calls = dict(reversed(places))
        yield Hit(
            message=(
                f"The value of {named(labels)} came back from {named(tools)}, first of {name} with {sent(call)}."
                " It is masked wherever it stands in this report and in the record."
            ),
            tools=tools,
            calls=tuple(calls[tool] for tool in tools[:_SHOWN]),
            advice="Keep secrets out of replies and errors: no dump of the environment, headers or a request's URL.",
        )
