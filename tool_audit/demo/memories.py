"""The bank's memories: 338 records, 271 of them live, and the search over the live ones."""

from datetime import date, timedelta
from functools import cache
from typing import Any, Final
from zlib import crc32

from tool_audit.demo.prose import PEOPLE, SERVICES, TAGS, Dice, note, paragraph

Record = dict[str, Any]

COUNT: Final = 338
SUPERSEDED: Final = 67
NEWEST: Final = date(2026, 6, 30)

# The replies are to have the article's sizes to the character. Sentences cannot be cut to fit, so three memories end in
# a note of so many Hangul and so many ASCII characters; the first is in one of the five requests, the second in a
# list of 100 alone, the third in a plain recall alone. Both figures count: escaped, Hangul is six times as long.
_NOTES: Final = {"m-0325": (55, 34), "m-0344": (38, 45), "m-0184": (80, 68)}

_KINDS = ("observation", "decision", "procedure", "preference")
_CHANNELS = ("slack", "ticket", "meeting", "runbook")
_ROLES = ("subject", "cause", "reviewer", "dependency")
_RELATIONS = ("supports", "refines", "contradicts", "follows")


@cache
def memories() -> tuple[Record, ...]:
    """Return all memories, newest first."""
    return tuple(_memory(place) for place in range(COUNT))


def search(query: str) -> list[tuple[float, Record]]:
    """Return the live memories with their scores, the likest first. Every query likes every memory a little."""
    scored = [(_likeness(query, memory), memory) for memory in memories() if memory["status"] == "live"]
    return sorted(scored, key=lambda hit: (-hit[0], hit[1]["id"]))


def _identifier(place: int) -> str:
    # every fifth number is missing, as in a bank from which something was deleted before
    number = COUNT - 1 - place
    return f"m-{17 + number + number // 4:04}"


def _memory(place: int) -> Record:
    identifier = _identifier(place)
    dice = Dice(identifier)
    day = NEWEST - timedelta(days=place * 4 // 5)
    text = paragraph(dice, chars=310 + dice.below(60))
    if identifier in _NOTES:
        text += " " + note(*_NOTES[identifier])
    return {
        "id": identifier,
        "kind": dice.pick(_KINDS),
        "status": "superseded" if (place + 1) * SUPERSEDED // COUNT > place * SUPERSEDED // COUNT else "live",
        "derived_from": f"d-{dice.below(900) + 2000}",
        "recorded_at": f"{day}T{dice.below(10) + 9:02}:{dice.below(60):02}:00+09:00",
        "confidence": (dice.below(50) + 50) / 100,
        "text": text,
        "tags": dice.several(TAGS, 3 + (dice.below(3) == 0)),
        "entities": [
            {"name": name, "type": "service", "role": dice.pick(_ROLES)} for name in dice.several(SERVICES, 2)
        ],
        "context": _context(dice, day),
        "source": {
            "channel": dice.pick(_CHANNELS),
            "page": f"https://wiki.example.com/ops/{day:%Y/%m}/{dice.below(900) + 100}",
            "author": dice.pick(PEOPLE),
        },
        "links": [
            {"to": _identifier(min(place + 1 + dice.below(40), COUNT - 1)), "relation": dice.pick(_RELATIONS)}
            for _ in range(2)
        ],
    }


def _context(dice: Dice, day: date) -> str:
    return (
        f"summarised by memory-writer 3.2 from {dice.below(30) + 4} messages between {day - timedelta(days=2)} and"
        f" {day}; {dice.below(4) + 2} speakers, language ko, reviewed by {dice.pick(PEOPLE)}; kept because it names"
        f" {dice.pick(SERVICES)} and was cited {dice.below(20) + 2} times; no personal data found;"
        " retention internal, owner ops"
    )


def _likeness(query: str, memory: Record) -> float:
    said = f"{' '.join(memory['tags'])} {memory['text']}"
    words = query.split()
    found = sum(word in said for word in words) / len(words)
    # stands for the distance of two embeddings, which nobody can predict either
    chance = crc32(f"{query}/{memory['id']}".encode(errors="backslashreplace")) % 1000 / 1000
    return round(0.2 + 0.45 * found + 0.3 * chance, 4)
