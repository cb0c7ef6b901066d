"""Flags JSON that holds JSON as a string: every quote in it is escaped, and the reader must parse twice."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit.model import Confidence, Hit, ServerRun, Severity, ToolRun
from tool_audit.rule import server_rule
from tool_audit.rules._inner_json import Inner, inner_json
from tool_audit.rules._json_text import hands_over_files, json_texts
from tool_audit.rules._replies import Judged, chars_of, count_tools, distinct_replies


@dataclass(frozen=True)
class Options:
    chars: int = 20
    replies: int = 2
    rows: int = 5


@server_rule(group="F", severity=Severity.WARNING, confidence=Confidence.SEEN, options=Options)
def double_encoded_json(run: ServerRun, options: Options) -> Iterator[Hit]:
    """JSON holds JSON as a string, encoded a second time."""
    by_path: dict[str, list[Judged]] = {}
    for tool in run.tools:
        for path, judged in _encoded_twice(tool, options).items():
            by_path.setdefault(path, []).append(judged)
    for path, found in by_path.items():
        worst = sorted(found, key=lambda one: (-one.waste, one.run.name))
        sent, plain = chars_of(worst), chars_of(worst) - sum(one.waste for one in worst)
        place = "the whole text" if path == "$" else path
        whose = "the reply has" if len(worst) == 1 else "the worst replies of each together have"
        yield Hit(
            message=(
                f"{count_tools(worst, 'encodes', 'encode')} JSON twice ({place} is a string that holds JSON): {whose}"
                f" {sent:,} characters as sent, and {plain:,} as compact JSON with that string as plain data."
            ),
            tools=tuple(one.run.name for one in worst),
            calls=tuple(one.call for one in worst[:6]),
            advice="Put the object itself there, and serialize once.",
        )


def _encoded_twice(run: ToolRun, options: Options) -> dict[str, Judged]:
    """Return, by its path, each string that is JSON by the tool's habit, with the reply in which it costs most."""
    if hands_over_files(run.tool):
        return {}
    seen: dict[str, list[tuple[Inner, Judged]]] = {}
    broken: set[str] = set()
    for call, measurement in distinct_replies(run):
        texts = json_texts(measurement)
        if len(texts) == 1:
            for inner in inner_json(texts[0], shortest=options.chars, fewest_rows=options.rows):
                if inner.plain_chars is None:
                    broken.add(inner.path)
                    continue
                waste = measurement.chars - inner.plain_chars
                judged = Judged(run=run, call=call, measurement=measurement, waste=waste)
                seen.setdefault(inner.path, []).append((inner, judged))
    return {
        path: max((judged for _, judged in found), key=lambda one: one.waste)
        for path, found in seen.items()
        if any(inner.certain for inner, _ in found) or (len(found) >= options.replies and path not in broken)
    }
