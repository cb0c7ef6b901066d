"""Synthetic sessions of Claude Code, as long as one likes: what an agent does with a notes server and its own tools."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

_WORDS = (
    "the note about release plans was moved to archive because its owner left project team budget review "
    "meeting notes draft summary of open questions and answers with links to tickets and people"
).split()


def written(path: str, megabytes: float) -> dict:
    """Write a file, to be called in a process of its own; return how many calls are in it."""
    return {"calls": write(Path(path), megabytes)}


def write(path: Path, megabytes: float, seed: int = 1) -> int:
    """Write a file of at least this size; return how many calls are in it."""
    calls = written = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines(seed):
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            calls += '"tool_result"' in text[-200_000:] and line["type"] == "user"
            written += file.write(text + "\n")
            if written >= megabytes * 1e6 and line["type"] == "assistant":
                return calls
    return calls


def lines(seed: int) -> Iterator[dict]:
    """Yield line after line, for ever: sessions of five tasks, each of one to eight calls."""
    chance = random.Random(seed)
    number = 0
    while True:
        session = f"{chance.getrandbits(128):032x}"
        for _ in range(5):
            yield _line(chance, session, "user", _prose(chance, 40), number := number + 1)
            for _ in range(chance.randint(1, 8)):
                id_ = f"toolu_{chance.getrandbits(96):024x}"
                name, arguments, reply, failed = _call(chance)
                use = {"type": "tool_use", "id": id_, "name": name, "input": arguments}
                said = [{"type": "text", "text": _prose(chance, 25)}, use]
                yield _line(chance, session, "assistant", said, number := number + 1)
                result = {"type": "tool_result", "tool_use_id": id_, "content": reply, "is_error": failed}
                line = _line(chance, session, "user", [result], number := number + 1)
                yield line | {"toolUseResult": _again(name, reply)}
            yield _line(
                chance, session, "assistant", [{"type": "text", "text": _prose(chance, 80)}], number := number + 1
            )


def _line(chance: random.Random, session: str, role: str, content: object, number: int) -> dict:
    message = {"role": role, "content": content}
    if role == "assistant":
        message |= {"id": f"msg_{number:024x}", "model": "claude-opus-5", "type": "message"}
        message["usage"] = {"input_tokens": 12, "cache_read_input_tokens": 41_000, "output_tokens": 120}
    time = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
    return {
        "parentUuid": f"{chance.getrandbits(128):032x}",
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/someone/project",
        "sessionId": session,
        "version": "2.0.60",
        "gitBranch": "main",
        "type": role,
        "message": message,
        "uuid": f"{chance.getrandbits(128):032x}",
        "timestamp": f"2026-11-{1 + number // 86_400 % 28:02}T{time}.000Z",
    }


def _again(name: str, reply: object) -> object:
    """Return what the client keeps for itself beside what the model got: the reply once more, in a shape of its own."""
    match name:
        case "Read":
            return {
                "type": "text",
                "file": {"filePath": "/home/someone/project/file.py", "content": reply, "numLines": 40},
            }
        case "Bash":
            return {"stdout": reply, "stderr": "", "interrupted": False, "isImage": False}
        case _:
            return reply


def _call(chance: random.Random) -> tuple[str, dict, object, bool]:
    kind = chance.random()
    size = min(int(chance.paretovariate(1.1) * 1_500), 600_000)
    if kind < 0.06:
        return "mcp__notes__get_note", {"id": f"n-{chance.randint(1, 999)}"}, "Error: no note has this id", True
    if kind < 0.3:
        rows = [
            {
                "id": f"n-{chance.randint(1000, 99_999)}",
                "title": _prose(chance, 6),
                "text": _prose(chance, 20),
                "updated": "2026-11-30T10:00:00Z",
                "size": chance.randint(100, 90_000),
            }
            for _ in range(max(1, min(size, 60_000) // 250))
        ]
        text = json.dumps({"items": rows, "total": len(rows)}, indent=2 if kind < 0.2 else None)
        return (
            "mcp__notes__search_notes",
            {"query": _prose(chance, 2), "limit": 20},
            [{"type": "text", "text": text}],
            False,
        )
    if kind < 0.45:
        return "mcp__notes__get_note", {"id": f"n-{chance.randint(1, 999)}"}, _prose(chance, size // 6), False
    if kind < 0.75:
        code = "\n".join(
            f'{n:>6}\t    def {chance.choice(_WORDS)}(self, value: "str") -> None:'
            for n in range(min(size, 50_000) // 50)
        )
        return "Read", {"file_path": f"/home/someone/project/{chance.choice(_WORDS)}.py"}, code, False
    return "Bash", {"command": f"grep -rn {chance.choice(_WORDS)} ."}, _prose(chance, min(size, 30_000) // 6), False


def _prose(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=max(words, 1)))
