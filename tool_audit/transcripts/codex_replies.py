"""What Codex writes down of a call's end, in one of its several forms -> what became of the call."""

from typing import Final

from tool_audit.model import Json, Outcome, Replied
from tool_audit.transcripts.pieces import first_text, json_in, result_of
from tool_audit.transcripts.told_errors import told_outcome

_HEADED: Final = "Wall time: "
_OUTPUT: Final = "\nOutput:\n"
_HEAD: Final = 300
"""Characters among which the header ends that the client sets before a reply."""
_EXIT: Final = ("Exit code: ", "Process exited with code ")
_FAILED: Final = ("err: ", "tool call error: ", "failed to parse function arguments", "unsupported call")
_TURNED_AWAY: Final = ("user rejected MCP tool call", "aborted by user", "This action was rejected")


def end_outcome(event: Json) -> Outcome:
    """Read the event of a call's end: {"Ok": result of tools/call} or {"Err": text}; or `result` beside `error`."""
    result, error = event.get("result"), event.get("error")
    if isinstance(result, dict):
        if isinstance(text := result.get("Err"), str):
            return _failed(text)
        result = result.get("Ok", result)
    if not isinstance(result, dict):
        told = error.get("message") if isinstance(error, dict) else error
        return _failed(told if isinstance(told, str) else "")
    if result.get("isError") is True or result.get("is_error") is True:
        return told_outcome(first_text(result.get("content")), result)
    return Replied(result=result)


def output_outcome(output: Json, event: Json, server: str) -> Outcome:
    """Read what the model was given back; `event` is that of the call's end, None where the log has none.

    Whether it failed is told by the event; else by the exit code of a command, or by the client's own words.
    """
    if isinstance(output, dict):
        if "Ok" in output or "Err" in output:
            return end_outcome({"result": output})
        failed = output.get("success") is False
        output = output.get("content_items") or output.get("content")
    else:
        failed = False
    if event is not None:
        ended = end_outcome(event)
        if not isinstance(ended, Replied):
            return ended
        return Replied(result=_result(output, server))
    text = first_text(output)
    result = _result(output, server)
    if failed or text.startswith((*_FAILED, *_TURNED_AWAY)) or _exit_code(text):
        return told_outcome(_words(text), result)
    return Replied(result=result)


def seconds_in(duration: Json) -> float | None:
    """Read a duration: {"secs", "nanos"}, or a number of seconds; None where it is none."""
    if isinstance(duration, dict):
        whole, part = duration.get("secs"), duration.get("nanos")
        if isinstance(whole, int) and isinstance(part, int) and 0 <= whole < 1 << 40 and 0 <= part < 1 << 40:
            return whole + part / 1e9
    elif isinstance(duration, int | float) and not isinstance(duration, bool) and 0 <= duration < 1 << 40:
        return float(duration)
    return None


def _failed(text: str) -> Outcome:
    return told_outcome(_words(text), result_of(text))


def _words(text: str) -> str:
    for start in ("err: ", '"', "tool call error: "):
        text = text.removeprefix(start)
    return text


def _exit_code(text: str) -> bool:
    """Whether a command failed: a header says so, or `metadata` in what is JSON."""
    for start in _EXIT:
        place = text.find(start, 0, _HEAD)
        if place >= 0:
            return not text.startswith("0", place + len(start))
    if text.startswith('{"output"') and '"exit_code"' in text[-200:]:
        value = json_in(text)
        metadata = value.get("metadata") if isinstance(value, dict) else None
        return isinstance(metadata, dict) and metadata.get("exit_code") not in (0, None)
    return False


def _result(output: Json, server: str) -> Json:
    """Return the reply as a tool of MCP would give it, without the client's header."""
    if isinstance(output, str):
        if output.startswith(_HEADED) and (place := output.find(_OUTPUT, 0, _HEAD)) >= 0:
            output = output[place + len(_OUTPUT) :]
        if server and output.startswith("[{") and output.endswith("]"):
            blocks = json_in(output)  # older versions give the model the blocks as JSON
            if isinstance(blocks, list) and all(_is_block(block) for block in blocks):
                return {"content": blocks}
    return result_of([_block(part) for part in output] if isinstance(output, list) else output)


def _is_block(value: Json) -> bool:
    return isinstance(value, dict) and value.get("type") in ("text", "image", "audio", "resource", "resource_link")


def _block(part: Json) -> Json:
    """Return a part as MCP has it, where that is another way than with texts."""
    if isinstance(part, dict) and isinstance(url := part.get("image_url"), str):
        head, _, data = url.partition(";base64,")
        return {"type": "image", "data": data, "mimeType": head.removeprefix("data:")}
    return part
