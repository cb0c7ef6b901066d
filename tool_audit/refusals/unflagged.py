"""Replies that came back as a success and say that the call failed; never by a word inside data."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeGuard

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Json, Measurement, Mistake, ToolRun, canonical
from tool_audit.refusals.envelopes import Asked, failed_by
from tool_audit.refusals.mistakes import Wrong, wrong_in
from tool_audit.refusals.texts import says_absent, says_invalid, says_missing, speaks_of
from tool_audit.vocabulary import singular, words_of

_LONGEST: Final = 1_500
_SHORT: Final = 500
_FEW_LINES: Final = 3
_SEPARATED: Final = r"(?:\s*[:\uff1a!\u2013\u2014]|\s+-\s|\s*\]|\s*\*\*|\s*[.)]?\s*$)"
_LABELLED: Final = lazy_re.compile(
    r"[\W_]{0,6}(?P<label>"
    rf"(?:[A-Z]\w*)?(?:Error|Exception)(?={_SEPARATED})"
    r"|(?i:error)(?=\s+(?:[a-z]+ing|in|at|while|during|when|on|from|code|occurred|[45]\d\d)\b)"
    rf"|(?i:error|failed|failure|fatal|exception|unhandled exception|fehler|erreur|errore|erro|ошибка|błąd|fout|hata)"
    rf"(?={_SEPARATED})"
    r"|(?i:(?:failed|unable) to|could not|couldn't|cannot|can't) (?!find|locate|see|be )(?=[a-z]+ )"
    r"|(?:오류|에러|エラー|错误|錯誤)(?=\s*[:\uff1a!。.]|\s*$|가|が)"
    r"|Traceback \(most recent call last\)|panic: |thread '[^']*' panicked at"
    r"|(?i:an?|the following) (?i:\w+ )?(?i:error|exception) (?i:has )?(?i:occurred)"
    r"|(?i:bad request|internal server error|unauthorized|access denied|permission denied|forbidden)"
    rf"(?={_SEPARATED})"
    r"|(?i:http )?(?i:error )?[45]\d\d[ :-]+(?=(?i:bad request|not found|unauthorized|forbidden|internal"
    r"|too many|service))"
    r")"
)
_COMPLAINS: Final = lazy_re.compile(
    r"[\W_]{0,6}(?P<label>(?i:invalid|unknown|missing|unsupported|unrecogni[sz]ed|unexpected|malformed|bad|illegal"
    r"|not allowed|validation|wrong|ungültig\w*|unbekannt\w*|fehlend\w*|invalide|inconnue?|manquante?|inválid[oa]"
    r"|desconocid[oa]|desconhecid[oa]|falta|non valid[oa]|sconosciut[oa]|неверн\w+|неизвестн\w+|недопустим\w+)\b"
    r"|잘못된|유효하지|알 수 없는|無効な|不正な|不明な|无效|無效|未知|缺少)"
)
_FAILS: Final = lazy_re.compile(
    r"\b(?:failed|fehlgeschlagen|gescheitert|a échoué|falló|falhou|fallit[oa]|не удалось|mislukt|nie powiodło się)\b"
    r"|실패(?:했|하였)|할 수 없습니다|失敗(?:しました|した)|できませんでした|失败|無法|无法",
    re.IGNORECASE,
)
_MARKED: Final = lazy_re.compile(
    r"[\u274c\u2716\u2717\u2718\u26d4\U0001f6ab\U0001f6d1]\ufe0f?\s*(?P<rest>\S.*)", re.DOTALL
)
"""A cross or a stop sign before a sentence; before the name of a thing it may be a state."""
_FETCHES: Final = frozenset("get fetch read show describe retrieve lookup inspect view load open".split())
_SURELY_ONE: Final = frozenset("id uid uuid guid identifier number".split())
_ONE_SENTENCE: Final = 200
_TELLS_OF_ERRORS: Final = frozenset(
    """
    log logs error errors event events exception exceptions trace traces stderr stdout output console incident incidents
    alert alerts diagnostic diagnostics lint crash crashes issue issues failure failures health check checks validate
    verify test tests status state job jobs build builds deployment pipeline ping echo audit warnings problems explain
    """.split()
)
_CONTENT: Final = frozenset("path file filename filepath uri url".split())
_A_LOG: Final = lazy_re.compile(
    r"^\W{0,3}(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\d\d/\w{2,3}/|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b)", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unflagged:
    """How a reply says that the call failed: `shape` is the same for all tools that say it so, `shown` is the place."""

    shape: str
    shown: str


def unflagged(run: ToolRun, call: Call) -> Unflagged | None:
    """Return how a success says that it is a failure, None where it does not."""
    reply = call.measurement
    if not call.succeeded or reply is None or reply.media_chars or _is_the_usual(run, reply):
        return None
    wrong = wrong_in(run, call)
    reports = bool(_TELLS_OF_ERRORS & set(words_of(run.tool.name))) or _is_asked_for(call)
    asked = Asked(sent=call.arguments, usual=_usual(run, call), wrong=wrong is not None, reports=reports)
    for document in (reply.document, reply.structured):
        member = failed_by(document, asked) if document is not ABSENT else None
        if member is not None:
            return Unflagged(shape=_shape(member), shown=member)
        if wrong is not None and _is_a_complaint_alone(document, asked.usual, wrong):
            key = next(iter(document))
            return Unflagged(shape=f"member {key.lower()}", shown=f"$.{key} is a complaint")
    text = _prose(reply)
    return _said(run, call, text, wrong, reports=reports) if text is not None else None


def _is_the_usual(run: ToolRun, reply: Measurement) -> bool:
    """Whether a reply is what the default says, which is an answer."""
    default = run.default
    return default is not None and default.measurement is not None and default.measurement.text == reply.text


def _usual(run: ToolRun, call: Call) -> Json:
    default = run.default
    return ABSENT if default is None or default is call or default.measurement is None else default.measurement.document


def _is_asked_for(call: Call) -> bool:
    """Whether the caller asked for an error, as with messageType=error."""
    texts = (value.lower() for value in call.arguments.values() if isinstance(value, str))
    return any("error" in text or "fail" in text for text in texts)


def _shape(member: str) -> str:
    name = re.sub(r"^\$(?:\.\w+|\[0\])*\.(?=\w+ (?:is|has) )", "", member).partition(" ")[0]
    return f"member {name.lower()}"


def _prose(reply: Measurement) -> str | None:
    """Return the text of a reply that is no JSON, or the text that is all that its JSON holds; None for data."""
    document, text = reply.document, reply.text
    if isinstance(document, Mapping) and len(document) == 1:
        ((_, value),) = document.items()
        document, text = (ABSENT, value) if isinstance(value, str) else (document, "")
    if document is not ABSENT or (len(text) >= _LONGEST and not text[:_SHORT].lstrip().startswith("Traceback (most")):
        return None
    return text.strip() or None


def _said(run: ToolRun, call: Call, text: str, wrong: Wrong | None, *, reports: bool) -> Unflagged | None:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(_A_LOG.findall(text)) > 1 or text in call.arguments.values() or _holds_the_usual(run, call, text):
        return None
    if wrong is None and (reports or (len(lines) > 1 and _reads_content(run))):
        return None
    shown = f'"{" ".join(text[:200].split())[:100]}"'
    if label := _LABELLED.match(text):
        return Unflagged(shape=f"text {_word(label['label'])}", shown=shown)
    if len(lines) == 1 and (marked := _MARKED.match(text)) and _is_complaint(marked["rest"]):
        return Unflagged(shape="text behind a cross", shown=shown)
    if wrong is not None and _is_not_fetched(run, wrong, text):
        return Unflagged(shape="text that nothing is there", shown=shown)
    if wrong is None or len(lines) > _FEW_LINES or len(text) > _SHORT:
        return None
    if wrong.mistake is not Mistake.NO_SUCH_ID and (_COMPLAINS.match(text) or _FAILS.search(text)):
        return Unflagged(shape="text that complains", shown=shown)
    named = any(speaks_of(text, name.rpartition(".")[2]) for name in (wrong.missing or (wrong.name,)))
    if named and wrong.proven and (says_missing(text) or says_invalid(text)):
        return Unflagged(shape="text that complains", shown=shown)
    return None


def _is_a_complaint_alone(document: Json, usual: Json, wrong: Wrong) -> TypeGuard[Mapping[str, Json]]:
    """Whether an object has nothing of what the tool answers, and its texts only say what is wrong with the call."""
    if not isinstance(document, Mapping) or not document or not isinstance(usual, Mapping):
        return False
    if document.keys() & usual.keys() or not wrong.proven or len(canonical(document)) > _SHORT:
        return False
    text = "\n".join(_leaves(document))
    named = any(speaks_of(text, name.rpartition(".")[2]) for name in (wrong.missing or (wrong.name,)))
    return named and (says_missing(text) or says_invalid(text))


def _leaves(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for inner in value.values():
                yield from _leaves(inner)
        case list():
            for inner in value:
                yield from _leaves(inner)


def _is_complaint(text: str) -> bool:
    return says_absent(text) or says_missing(text) or says_invalid(text) or bool(_FAILS.search(text))


def _is_not_fetched(run: ToolRun, wrong: Wrong, text: str) -> bool:
    """Whether a tool that gives one thing by its identifier says no more than that there is none with that sent."""
    default = run.default.measurement if run.default is not None else None
    words = words_of(run.tool.name)
    one = bool(words) and bool(_FETCHES & set(words)) and singular(words)[-1] == words[-1]
    if not one or default is None or default.items is not None or wrong.mistake is not Mistake.NO_SUCH_ID:
        return False
    surely = bool(_SURELY_ONE & set(words_of(wrong.name)[-1:]))
    return surely and len(text) <= _ONE_SENTENCE and "\n" not in text and str(wrong.value) in text and says_absent(text)


def _holds_the_usual(run: ToolRun, call: Call, text: str) -> bool:
    """Whether a reply gives what the default gives, with a remark on the mistake."""
    default = run.default
    usual = default.measurement.text if default is not None and default.measurement is not None else ""
    return default is not call and len(usual) <= len(text) + 2 and usual.strip() != "" and usual.strip() in text


def _reads_content(run: ToolRun) -> bool:
    """Whether a tool gives back what stands in a file or a page, which may begin with any word."""
    properties = run.tool.input_schema.get("properties") if isinstance(run.tool.input_schema, Mapping) else None
    return isinstance(properties, Mapping) and any(_CONTENT & set(words_of(str(name))) for name in properties)


def _word(label: str) -> str:
    words = words_of(label)
    return "error" if not words or {"error", "exception"} & set(words) else words[0]
