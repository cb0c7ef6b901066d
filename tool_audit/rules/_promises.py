"""What descriptions promise of values that are no ordinary ones: null, and what lies outside the range."""

import re

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Json, ToolSpec
from tool_audit.refusals.texts import speaks_of
from tool_audit.schema import Argument

_FALLS_BACK = lazy_re.compile(
    r"\b(?:falls? back|fallback|clamps?|(?:the )?default is used|uses? the default"
    r"|defaults? (?:is|are) (?:used|applied)"
    r"|(?:is|are|will be|gets?) (?:silently )?(?:clamped|capped|reduced|rounded|replaced|ignored|adjusted"
    r"|limited|coerced|treated as|raised|moved|lowered"
    r"|set to the nearest)|(?:wird|werden) (?:\w+ ){0,3}(?:begrenzt|ignoriert|gekürzt|angepasst|ersetzt|gesetzt)"
    r"|(?:est|sont) (?:\w+ )?(?:ignoré|ramené|réduit|ajusté|plafonné|remplacé)e?s?"
    r"|se (?:ignoran?|reducen?|ajustan?|limitan?|recortan?|reemplazan?)"
    r"|(?:é|são|será|serão) (?:ignorad|reduzid|ajustad|limitad|substituíd)[oa]s?)\b"
    r"|로 조정|로 제한|로 대체|무시됩|무시되|기본값으로|丸め|切り詰め|調整され|制限され|無視され|既定値にな"
    r"|使用默认|调整为|限制为|截断|视为|被忽略|将忽略",
    re.IGNORECASE,
)
_OUTSIDE = lazy_re.compile(
    r"\b(?:out.of.(?:range|bounds)|outside|larger|higher|greater|lower|smaller|above|below|beyond|exceed\w*|over"
    r"|more than"
    r"|less than|too (?:large|small|high|low)|negative|zero|invalid|unknown|unrecogni[sz]ed|unsupported|anything else"
    r"|other values?)\b|범위|초과|미만|넘으면|벗어나|範囲|超え|超出|超过|大于|小于|außerhalb|größere?|kleinere?"
    r"|\b(?:über|unter)\b|ungültig|\bhors\b|supérieur|inférieur|au-delà|invalide|fuera|mayor|menor|superior|inferior"
    r"|acima|abaixo|maior|fora d",
    re.IGNORECASE,
)
_NO_VALUE = lazy_re.compile(
    r"\b(?:invalid|unknown|unrecogni[sz]ed|unparse?able|unsupported|anything else|other values?)\b"
    r"|ungültig|invalide|잘못|無効|不正|无效",
    re.IGNORECASE,
)
_INVALID = lazy_re.compile(
    r"\b(?:invalid|unparse?able|not (?:a )?numbers?)\b|ungültig|invalide|잘못|無効|不正|无效", re.IGNORECASE
)
_MOST = 160
_NULL = lazy_re.compile(
    r"\b(?:or|oder|ou|o|pass|use|send|set (?:it )?to|if|when|leave|as|may be|can be|=)\s+[`\"']?(?:null|None)\b"
    r"|[`\"']null[`\"']|\bnull(?:able| (?:for|to|means|if|when|is (?:allowed|accepted|fine)|=))|\(null\b|\bnull:"
    r"|null(?:이면|일 경우|は|の場合|表示|则)",
    re.IGNORECASE,
)
_NOT_NULL = lazy_re.compile(
    r"\b(?:not|never|non|cannot|can't|isn't|no|without)[\s-]+(?:be |accept |allow |pass |send |use )?[`\"']?null\b"
    r"|\bnull (?:is not|values are not)\b|\breturns?\b[^.]{0,40}\bnull\b|\bis null in\b|\bIS (?:NOT )?NULL\b",
    re.IGNORECASE,
)


def promises_fallback(argument: Argument, tool: ToolSpec, value: Json = ABSENT) -> str | None:
    """Return the sentence that says that what is out of range is replaced or ignored, or None.

    A value that is no number is out of no range: only a promise about invalid values covers it. Of a number, "other
    values" are other numbers.
    """
    outside = _OUTSIDE if not isinstance(value, str) else _INVALID if argument.numeric else _NO_VALUE
    for sentence in _about(argument, tool):
        if _FALLS_BACK.search(sentence) and outside.search(sentence):
            return sentence[:_MOST]
    return None


def promises_null(argument: Argument) -> bool:
    """Whether the description says that null may be sent."""
    return bool(_NULL.search(argument.description)) and not _NOT_NULL.search(argument.description)


def _about(argument: Argument, tool: ToolSpec) -> list[str]:
    own = re.split(r"(?<=[.;。])\s*(?!\d)|\n", argument.description)
    others = [text for text in re.split(r"(?<=[.;])\s+|\n", tool.description) if speaks_of(text, argument.key)]
    return [" ".join(sentence.split()) for sentence in (*own, *others) if sentence.strip()]
