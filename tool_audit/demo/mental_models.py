"""The bank's mental models: what it made of its memories, in four details of which each holds the one before."""

from datetime import timedelta
from typing import Any, Final

from tool_audit.demo.memories import NEWEST, memories
from tool_audit.demo.prose import Dice, note, paragraph

Record = dict[str, Any]

DETAILS: Final = ("metadata", "summary", "content", "full")

_NAMES: Final = (
    "결제 장애 대응",
    "배포와 되돌리기",
    "정산 마감",
    "검색 품질",
    "알림 SLA",
    "인증과 세션",
    "재고 동기화",
    "온콜 교대",
)
_TITLES = ("배경", "현재 상태", "알려진 한계", "판단 근거", "점검 순서", "되돌리는 방법", "연락 체계", "남은 질문")
_STANCES = ("supports", "contradicts", "background")

SECTIONS: Final = 14

# Two notes, of so many Hangul and so many ASCII characters, bring summary and full to the article's sizes to the
# character (see memories.py): one ends the last summary, one the last reason in the last history.
_SUMMARY_NOTE: Final = (52, 170)
_HISTORY_NOTE: Final = (13, 19)


def identifiers() -> list[str]:
    """Return the ids of all mental models."""
    return [f"mm-{number + 1:02}" for number in range(len(_NAMES))]


def mental_models(detail: str) -> list[Record]:
    """Return all mental models in this detail."""
    return [_mental_model(identifier, detail) for identifier in identifiers()]


def overview(identifier: str) -> Record:
    """Return one mental model without its sources. Raises KeyError for an unknown id."""
    if identifier not in identifiers():
        raise KeyError(identifier)
    model = _mental_model(identifier, "summary")
    return {
        **{key: model[key] for key in ("id", "name", "updated_at", "summary")},
        "sections": [section["title"] for section in model["sections"]],
    }


def _mental_model(identifier: str, detail: str) -> Record:
    depth = DETAILS.index(detail)
    place = identifiers().index(identifier)
    last = place == len(_NAMES) - 1
    model: Record = {
        "id": identifier,
        "name": _NAMES[place],
        "updated_at": str(NEWEST - timedelta(days=3 * place)),
    }
    if depth >= DETAILS.index("summary"):
        dice = Dice(f"{identifier} summary")
        model["summary"] = paragraph(dice, chars=650) + (" " + note(*_SUMMARY_NOTE) if last else "")
        model["sections"] = [_section(dice, number) for number in range(SECTIONS)]
    if depth >= DETAILS.index("content"):
        dice = Dice(f"{identifier} content")
        model["content"] = "\n\n".join(
            f"## {number + 1}. {dice.pick(_TITLES)}\n\n{paragraph(dice, chars=900)}" for number in range(SECTIONS)
        )
    if depth >= DETAILS.index("full"):
        dice = Dice(f"{identifier} full")
        model["history"] = [_version(dice, number) for number in range(11)]
        if last:
            model["history"][-1]["reason"] += " " + note(*_HISTORY_NOTE)
    return model


def _section(dice: Dice, number: int) -> Record:
    return {
        "title": f"{number + 1}. {dice.pick(_TITLES)}",
        "gist": paragraph(dice, chars=224),
        "sources": [_source(dice) for _ in range(5 + number % 2)],
    }


def _source(dice: Dice) -> Record:
    memory = dice.pick(memories())
    return {
        "memory_id": memory["id"],
        "recorded_at": memory["recorded_at"][:10],
        "stance": dice.pick(_STANCES),
        "weight": (dice.below(90) + 10) / 100,
    }


def _version(dice: Dice, number: int) -> Record:
    return {
        "version": number + 1,
        "reason": paragraph(dice, chars=150),
        "before": paragraph(dice, chars=512),
        "after": paragraph(dice, chars=512),
        "sources": [_source(dice) for _ in range(4)],
    }
