"""Flags replies in which an object became its name: the data are gone, or in a notation that only Python reads."""

from collections.abc import Iterator, Mapping

from tool_audit.model import ABSENT, Confidence, Hit, Json, Measurement, Replied, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._json_text import hands_over_files, json_texts, parse
from tool_audit.rules._replies import distinct_replies
from tool_audit.rules._stringified import stringified

_ADVICE_SHAPE = (
    'Answer with {"content": [{"type": "text", "text": "..."}]}, with an empty string where there is nothing.'
)
_ADVICE_TEXT = "Serialize the value as JSON (JSON.stringify, json.dumps) or write the fields that matter."


@tool_rule(group="F", severity=Severity.ERROR, confidence=Confidence.SEEN)
def stringified_object(run: ToolRun, _options: object) -> Iterator[Hit]:
    """Text is the name or the repr of an object, or a content item lacks its text."""
    for call in run.calls:
        outcome = call.observation.outcome
        if isinstance(outcome, Replied) and (odd := _odd_shape(outcome.result)):
            yield Hit(message=odd, calls=(call,), advice=_ADVICE_SHAPE)
            break
    if hands_over_files(run.tool):
        return
    for call, measurement in distinct_replies(run):
        for text, value in _texts(measurement):
            if seen := stringified(text, value):
                yield Hit(message=seen, calls=(call,), advice=_ADVICE_TEXT)
                return


def _texts(measurement: Measurement) -> list[tuple[str, Json]]:
    """Return the first text blocks, each with its JSON value or ABSENT."""
    if len(measurement.blocks) == 1:
        found = json_texts(measurement)
        return [(measurement.blocks[0].strip(), found[0].value if found else ABSENT)]
    return [(block.strip(), parse(block.strip())) for block in measurement.blocks[:20]]


def _odd_shape(result: Json) -> str:
    """Say how a result fails to be one that carries content; empty where it does not fail."""
    if not isinstance(result, Mapping):
        return f"The result is no object but {_kind(result)}."
    if result.get("resultType", "complete") != "complete" or "task" in result:
        return ""
    if "content" not in result:
        keys = ", ".join(sorted(map(str, result))[:5]) or "nothing"
        return f"The result has no content (it has {keys}): clients refuse it or show nothing."
    content = result["content"]
    if not isinstance(content, list):
        return f"The result's content is no list but {_kind(content)}."
    for at, item in enumerate(content):
        if not isinstance(item, Mapping):
            return f"content[{at}] is no content item but {_kind(item)}."
        if item.get("type") == "text" and not isinstance(item.get("text"), str):
            has = f"its text is {_kind(item['text'])}" if "text" in item else "it has no text"
            return f'content[{at}] is of type "text" and {has}: clients refuse the whole result.'
    return ""


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case str():
            return "a string"
        case int() | float():
            return "a number"
        case list():
            return "a list"
        case _:
            return "an object"
