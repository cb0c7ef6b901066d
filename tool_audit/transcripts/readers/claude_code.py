"""Sessions of Claude Code: ~/.claude/projects/*/*.jsonl, its sub-agents' files, and `--output-format stream-json`.

Sources: the Claude Code documentation (code.claude.com/docs: sessions, sub-agents, MCP, headless mode), and what public
viewers of these files describe: ryoppippi/ccusage, daaain/claude-code-log, d-kimuson/claude-code-viewer.

A line is a message with where it belongs: `sessionId`, `agentId` and `isSidechain` for sub-agents, `uuid`, `timestamp`.
An answer of the model is written as several lines that share `message.id`; replies of tools are lines of type user.
A reply over the client's cap is not in the log, only the note that the model saw: it is told as TooLarge, with the size
that the note gives. What a person, a hook or a rule turned away is NoReply; what the client itself found wrong with the
arguments is Refused, as it is where the server does.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tool_audit.model import Json, NoReply, ToolFailed
from tool_audit.model.traffic import Event, Said, Task, Used
from tool_audit.transcripts.anthropic_blocks import outcome_of
from tool_audit.transcripts.pieces import UNANSWERED, Waiting, id_at, probe_of, seconds_of, server_and_tool
from tool_audit.transcripts.reader import Reader, Source

_BOOKKEEPING: Final = ("summary", "file-history-snapshot", "queue-operation", "progress", "attachment")
_COMMANDS: Final = ("<command-name>", "<command-message>")
_OUTPUT: Final = ("<local-command-stdout>", "<local-command-stderr>")
_NOT_ASKED: Final = (
    *_OUTPUT,
    "<local-command-caveat>",
    "<bash-",
    "<system-reminder>",
    "<task-notification>",
    "<user-prompt-submit-hook>",
    "<cross-session-message",
    "Caveat: The messages below",
    "[Request interrupted by user",
    "This session is being continued from a previous conversation",
)
"""What the client writes in the person's name begins so."""


def _recognises(head: Sequence[Json]) -> bool:
    return any(
        isinstance(line, dict)
        and ("sessionId" in line or "session_id" in line or "uuid" in line or "leafUuid" in line or "messageId" in line)
        and (
            (line.get("type") in ("user", "assistant") and isinstance(line.get("message"), dict))
            or line.get("type") in _BOOKKEEPING
            or (line.get("type") == "system" and "subtype" in line)
        )
        for line in head
    )


def _read(documents: Iterable[Json], source: Source) -> Iterator[Event]:
    reading = _Reading(source)
    for line in documents:
        if not isinstance(line, dict):
            source.skip()
            continue
        kind = line.get("type")
        if kind == "assistant":
            yield from reading.answer(line)
        elif kind == "user":
            yield from reading.turn(line)
        elif kind == "attachment":
            yield from reading.attachment(line)
    yield from reading.rest()


class _Reading:
    """One file while it is read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._waiting: dict[str, Waiting] = {}
        self._steps: dict[str, tuple[str, int]] = {}  # session -> the answer it is at, and how many there were
        self._roots: dict[str, str] = {}  # message of a sub-agent without a name -> the first one of its chain
        self._commands: dict[str, Task] = {}  # session -> a slash command that the model may be asked to carry out

    def answer(self, line: Json) -> Iterator[Event]:
        message = line.get("message")
        if not isinstance(message, dict):
            self._source.skip()
            return
        session = self._session(line)
        if not self._is_new(line):
            return
        by_model = message.get("model") != "<synthetic>"
        if by_model and (command := self._commands.pop(session, None)) is not None:
            yield command
        step = self._step(session, message, line)
        content = message.get("content")
        for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
            kind = block.get("type") if isinstance(block, dict) else None
            if kind == "tool_use":
                self._called(session, step, block, line)
            elif kind in ("text", "thinking") and isinstance(text := block.get(kind), str) and text:
                yield Said(session=session, text=text, by_model=by_model)

    def turn(self, line: Json) -> Iterator[Event]:
        message = line.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        session = self._session(line)
        if not self._is_new(line):
            return
        if isinstance(content, str):
            yield from self._heard(session, content, line, meant=True)
            return
        if not isinstance(content, list):
            self._source.skip()
            return
        texts = []
        has_results = False
        for block in content:
            kind = block.get("type") if isinstance(block, dict) else None
            if kind == "tool_result":
                has_results = True
                if (used := self._replied(block, line)) is not None:
                    yield used
            elif kind == "text" and isinstance(text := block.get("text"), str):
                texts.append(text)
        # what stands beside replies is the client's
        for text in texts if has_results or len(texts) < 2 else ["\n".join(texts)]:
            yield from self._heard(session, text, line, meant=not has_results)

    def attachment(self, line: Json) -> Iterator[Event]:
        """Read what a person wrote while the model was at work."""
        attached = line.get("attachment")
        if not isinstance(attached, dict) or attached.get("type") != "queued_command":
            return
        text = attached.get("prompt")
        if isinstance(text, str) and attached.get("commandMode", "prompt") == "prompt" and self._is_new(line):
            yield from self._heard(self._session(line), text, line, meant=True)

    def rest(self) -> Iterator[Event]:
        for waiting in self._waiting.values():
            yield waiting.told(UNANSWERED)

    def _heard(self, session: str, text: str, line: Json, *, meant: bool) -> Iterator[Event]:
        told = line.get("isMeta") or line.get("isCompactSummary") or line.get("isVisibleInTranscriptOnly")
        origin = line.get("origin")
        told = told or (isinstance(origin, dict) and origin.get("kind") == "task-notification")
        if not text or text.isspace():
            return
        if told or not meant or text.startswith(_NOT_ASKED):
            if text.startswith(_OUTPUT):
                self._commands.pop(session, None)  # the client did it all by itself
            yield Said(session=session, text=text, by_model=False)
            return
        task = Task(session=session, text=text, time=seconds_of(line.get("timestamp")))
        if text.startswith(_COMMANDS):
            self._commands[session] = task
        else:
            self._commands.pop(session, None)
            yield task

    def _called(self, session: str, step: int, block: Json, line: Json) -> None:
        name, id_ = block.get("name"), block.get("id")
        if not isinstance(name, str) or not isinstance(id_, str):
            self._source.skip()
            return
        server, tool = server_and_tool(name)
        self._waiting[id_] = Waiting(
            session=session,
            server=server,
            step=step,
            probe=probe_of(tool, block.get("input")),
            id=id_at(id_, step),
            time=seconds_of(line.get("timestamp")),
        )

    def _replied(self, block: Json, line: Json) -> Used | None:
        id_ = block.get("tool_use_id")
        waiting = self._waiting.pop(id_, None) if isinstance(id_, str) else None
        if waiting is None:
            self._source.skip()
            return None
        outcome, size = outcome_of(block)
        if line.get("toolUseResult") == "User rejected tool use":
            outcome, size = NoReply(reason="a person declined it"), None
        elif isinstance(denied := line.get("toolDenialKind"), str) and isinstance(outcome, ToolFailed):
            outcome = NoReply(reason=f"it was turned away: {denied}")
        return waiting.told(outcome, seconds_of(line.get("timestamp")), size)

    def _is_new(self, line: Json) -> bool:
        uuid = line.get("uuid")
        return not isinstance(uuid, str) or self._source.is_new(uuid)

    def _session(self, line: Json) -> str:
        session = line.get("sessionId") or line.get("session_id")
        if not isinstance(session, str):
            session = self._source.name
        # the reply that a sub-agent gave names it as well, and belongs to the one who asked
        is_agents = line.get("isSidechain") is True
        agent = line.get("agentId") if is_agents else line.get("parent_tool_use_id")
        if isinstance(agent, str):
            return f"{session}/{agent}"
        return f"{session}/{self._root(line)}" if is_agents else session

    def _root(self, line: Json) -> str:
        uuid, parent = line.get("uuid"), line.get("parentUuid")
        if not isinstance(uuid, str):
            return "sub-agent"
        root = self._roots.get(parent, uuid) if isinstance(parent, str) else uuid
        self._roots[uuid] = root
        return root

    def _step(self, session: str, message: Json, line: Json) -> int:
        told = message.get("id") or line.get("requestId") or line.get("uuid")
        answer = told if isinstance(told, str) else ""
        before, count = self._steps.get(session, ("", 0))
        if not answer or answer != before:
            count += 1
            self._steps[session] = (answer, count)
        return count


READER: Final = Reader(
    name="claude-code",
    recognises=_recognises,
    read=_read,
)
