"""Lines of sessions as their clients write them, short; and what a reader makes of a list of them."""

import copy
import json
from collections.abc import Iterable, Iterator

from hypothesis import strategies as st

from tool_audit.model.traffic import Said, Task, Used
from tool_audit.transcripts.reader import Source

ODD = (None, True, 0, -1, 1e400, "", "x", "mcp__", "\ud800", [], {}, [[]], [None], [{}], {"type": "text"}, {"type": []})


def read(reader, lines, source=None):
    return list(reader.read(iter(lines), source or Source(name="log")))


def used(events):
    return [event for event in events if isinstance(event, Used)]


def tasks(events):
    return [event.text for event in events if isinstance(event, Task)]


def said(events, *, by_model=True):
    return [event.text for event in events if isinstance(event, Said) and event.by_model is by_model]


def text_of(call):
    return "".join(block.get("text", "") for block in call.observation.outcome.result["content"])


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def places(value, path=()) -> Iterator[tuple]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from places(member, (*path, key))


def put(value, path, odd):
    if not path:
        return odd
    value[path[0]] = put(value[path[0]], path[1:], odd)
    return value


def mutated(lines: Iterable) -> st.SearchStrategy:
    """The lines with some values, whole lines among them, replaced by odd ones; lines left out or doubled."""
    lines = list(lines)

    @st.composite
    def draw_lines(draw):
        drawn = copy.deepcopy(draw(st.lists(st.sampled_from(lines), max_size=len(lines)) | st.just(lines)))
        for _ in range(draw(st.integers(1, 9))):
            if drawn:
                index = draw(st.integers(0, len(drawn) - 1))
                path = draw(st.sampled_from(list(places(drawn[index]))))
                drawn[index] = put(drawn[index], path, copy.deepcopy(draw(st.sampled_from(ODD))))
        return drawn

    return draw_lines()


class Claude:
    """A session of Claude Code, told line by line."""

    def __init__(self, session="s1", agent=None):
        self.session, self.agent, self.count, self.lines = session, agent, 0, []

    def _add(self, kind, message, **more):
        self.count += 1
        line = {
            "type": kind,
            "uuid": more.pop("uuid", f"{self.session}-{self.agent}-{self.count}"),
            "parentUuid": None,
            "sessionId": self.session,
            "isSidechain": self.agent is not None,
            "timestamp": f"2026-03-04T10:00:{self.count:02d}.500Z",
            "message": message,
            **more,
        }
        if self.agent is not None:
            line["agentId"] = self.agent
        self.lines.append(line)
        return self

    def asks(self, content, **more):
        return self._add("user", {"role": "user", "content": content}, **more)

    def says(self, *content, answer="", **more):
        blocks = [{"type": "text", "text": one} if isinstance(one, str) else one for one in content]
        message = {"id": answer or f"msg_{self.count}", "role": "assistant", "model": "m", "content": blocks}
        return self._add("assistant", message, **more)

    def calls(self, tool, call_id, answer="", **arguments):
        return self.says({"type": "tool_use", "id": call_id, "name": tool, "input": arguments}, answer=answer)

    def gets(self, call_id, content, *, is_error=None, **more):
        block = {"type": "tool_result", "tool_use_id": call_id, "content": content}
        if is_error is not None:
            block["is_error"] = is_error
        return self.asks([block], **more)
