"""Whether a reply is what a search gives that finds nothing: an empty list, the frame of a list, or a sentence."""

import re
from collections.abc import Iterator
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Json, Measurement, ToolRun
from tool_audit.refusals.mistakes import wrong_in
from tool_audit.refusals.texts import says_invalid
from tool_audit.rules._same import no_list_inside
from tool_audit.rules._sizes import measured

_FINDS_NOTHING: Final = lazy_re.compile(
    r"\W{0,4}(?:(?:there (?:are|is|were) )?no(?:ne| \w+(?: \w+){0,3}?)? (?:found|match\w*|available|results?"
    r"|to show)\b"
    r"|no (?:results?|matches|hits|entries|records|items|rows|data)\b|nothing (?:found|matche[sd]|to show)"
    r"|0 \w+(?: found)?\b"
    r"|found (?:no|0)\b|empty\b|not found\b|no hay \w+|pas de \w+|es gibt keine|non ci sono|não há \w+"
    r"|er zijn geen|keine? \w+ gefunden|keine (?:treffer|ergebnisse|einträge)|nichts gefunden"
    r"|aucune? \w+(?: trouvée?)?|rien trouvé|sin resultados|no se encontr\w+|ningún|ninguna|nenhum\w* |sem resultados"
    r"|nessun\w* |ничего не найдено|нет результатов|geen (?:resultaten|\w+ gevonden)|brak wyników)"
    r"|.{0,20}(?:없습니다|없음|찾을 수 없|見つかりません|ありません|該当なし|没有找到|未找到|无结果|沒有找到|暂无)",
    re.IGNORECASE,
)
_NOTHING_IS: Final = lazy_re.compile(r"tool-audit-no-such-|2037-12-31|1990-01-01")
"""Values of the experiments that no record has."""
_ONE_SENTENCE: Final = 160
_FRAME: Final = 0.8
_PROSE: Final = 12
_NODES: Final = 500


def finds_nothing(run: ToolRun, call: Call) -> bool:
    """Return whether a success says no more than that there is nothing."""
    reply, usual = measured(call), measured(run.default)
    if reply is None or usual is None or reply.media_chars:
        return False
    if reply.document is not ABSENT:
        hollow = reply.document in ([], {}, None) or (no_list_inside(reply) and usual.items is not None)
        return hollow and not any(_explains(text, call, usual) for text in _texts(reply.document))
    text = reply.text.strip()
    if not text or text in ("[]", "{}", "null", "None", "()"):
        return True
    if _is_frame(text, usual) or (text != usual.text.strip() and text in _said_of_nothing(run)):
        return True
    return len(text) < _ONE_SENTENCE and bool(_FINDS_NOTHING.match(text)) and not says_invalid(text)


def _said_of_nothing(run: ToolRun) -> set[str]:
    """Return the short texts that a valid call got that asked for what nothing can be: far away, or made up."""
    return {
        reply.text.strip()
        for call in run.calls
        if (reply := measured(call)) is not None
        and reply.chars < _ONE_SENTENCE
        and any(isinstance(value, str) and _NOTHING_IS.match(value) for value in call.arguments.values())
        and wrong_in(run, call) is None
    }


def _is_frame(text: str, usual: Measurement) -> bool:
    """Whether a text is what stands around the default's list: its heading, the header of its table, its last line."""
    lines = [line for line in text.splitlines() if line.strip()]
    around = set(usual.text.splitlines())
    return usual.items is not None and len(text) < _FRAME * len(usual.text) and all(line in around for line in lines)


def _explains(text: str, call: Call, usual: Measurement) -> bool:
    """Whether a text of an empty reply is a sentence of its own, and no echo."""
    told = len(text) > _PROSE and " " in text and text not in usual.text
    echo = any(isinstance(value, str) and value in text for value in call.arguments.values())
    return told and (says_invalid(text) or not (echo or _FINDS_NOTHING.match(text)))


def _texts(document: Json) -> Iterator[str]:
    stack = [document]
    for _ in range(_NODES):
        if not stack:
            return
        match stack.pop():
            case str() as text:
                yield text
            case dict() as members:
                stack.extend(members.values())
            case list() as entries:
                stack.extend(entries)
