"""Flags booleans for which the text "false" counts as true."""

from collections.abc import Iterator

from tool_audit.model import Confidence, Hit, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._same import reply_to, same, size_words
from tool_audit.rules._variations import arguments_everywhere


@tool_rule(group="D", severity=Severity.ERROR, confidence=Confidence.PROVEN)
def boolean_coerced(run: ToolRun, _: object) -> Iterator[Hit]:
    """The text "false" is taken for true."""
    for argument in arguments_everywhere(run):
        if argument.types != {"boolean"}:
            continue
        text, false, true = (reply_to(run, argument, value) for value in ("false", False, True))
        if text is None or false is None or true is None:
            continue
        if same(run, text, true) is not True or same(run, text, false) is not False:
            continue
        yield Hit(
            message=(
                f'{argument.name}="false" is taken for true: it gives {size_words(text)}, the same as true; '
                f"false gives {size_words(false)}."
            ),
            calls=(text, true, false),
            send=(false,),
            advice=f'Refuse texts for {argument.name}, or read "false" as false.',
            argument=argument.name,
        )
