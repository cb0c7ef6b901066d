"""What a refused call says: which layer refused it, for what kind of reason, and of which argument it speaks."""

import re
from collections.abc import Iterator

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Json, Refused, ToolFailed

_MOST = 4_000
_BY_FRAMEWORK = lazy_re.compile(
    r"\b(?:input|argument|arguments|schema|request|params?)\W{1,2}validation\b|\binvalid arguments for tool\b"
    r"|\bvalidation errors? for\b|\bis not of type\b|\binput should be\b|\bMCP error -32602\b|\"code\":\s*\"invalid_",
    re.IGNORECASE,
)
_INVALID = lazy_re.compile(
    r"\b(?:invalid|illegal|not allowed|not permitted|unsupported|not supported|unrecogni[sz]ed|unknown|unexpected"
    r"|must be|must not|must have|should be|has to be|expected|cannot be|can't be|may not be|out of range"
    r"|out of bounds"
    r"|not (?:a )?valid|not of type|not one of|exceeds|too (?:large|big|high|long|small|low|short|many|few)"
    r"|(?:greater|less|more|fewer|larger|smaller|higher|lower) than|at (?:most|least)|between|only \w+ (?:is|are)"
    r"|validation)\b|ungültig|unzulässig|nicht (?:erlaubt|unterstützt)|darf (?:nicht|höchstens)|muss "
    r"|mindestens|höchstens"
    r"|unbekannt|erlaubt sind|invalide|(?:non|pas) valide|ne (?:peut|doit) pas|(?:doit|doivent) |non autoris"
    r"|inconnue?s? "
    r"|inválid|(?:no|não) (?:es |é )?válid|(?:debe|deve|devem|deben)[ n]|n[oã]o? (?:permitid|admitid|soportad|suportad)"
    r"|no puede ser|não pode ser|desconocid|desconhecid|fuera de|fora d[eo]|non (?:è )?valid|non consentit|sconosciut"
    r"|ongeldig|moet |nieprawidłow|musi |ogiltig|måste |geçersiz|không hợp lệ"
    r"|неверн|некорректн|недопустим|должн|неизвестн|не (?:более|менее|может быть|поддерживается)"
    r"|유효하지|올바르지|잘못된|허용되지|지원하지|이어야|여야 합니다|\d\s?(?:이하|이상)|범위|알 수 없는"
    r"|無効|不正|でなければ|してください|\d\s?(?:以下|以上)|範囲|不明|サポートされ"
    r"|无效|無效|必须|必須|不能|不得|不可|不支持|不允许|应为|應為|应该|超出|超过|范围|介于|未知|错误的",
    re.IGNORECASE,
)
_NOT_THERE = (
    r"\bnot found\b|\bdo(?:es)?(?: not|n't) exist\b|\bno such\b|\bno \w+ (?:found|match)"
    r"|nicht gefunden|existiert nicht|kein\w* \w+ gefunden|introuvable|n'existe pas|pas (?:été )?trouvé"
    r"|(?:no|não) (?:se )?(?:ha |foi )?(?:existe|encontr)|non (?:esiste|trovat)|не (?:найден|существует)"
    r"|niet gevonden|찾을 수 없|존재하지 않|見つかり|存在しません|找不到|不存在|未找到"
)
_ELSEWHERE = lazy_re.compile(
    rf"{_NOT_THERE}|\btime[d ]?-?out\b|\brate.?limit"
    r"|\bunauthori[sz]ed\b|\bforbidden\b|\bauthenticat|\bcredential|\bapi.?key\b|\blog.?in\b|\bpermission\b|\bquota\b"
    r"|\bconnection\b|\bunavailable\b|\bnetwork\b|\b(?:response|result|reply|output|answer)s? (?:is |are |was "
    r"|were )?"
    r"(?:too (?:large|big|long)|exceed)|\binternal (?:server )?error\b",
    re.IGNORECASE,
)
_ABSENT = lazy_re.compile(_NOT_THERE, re.IGNORECASE)
_LACKS = lazy_re.compile(
    r"\b(?:required|requires?|missing|mandatory|(?:is|are) needed|needs?|not (?:given|provided|specified"
    r"|supplied|set)"
    r"|must (?:be )?(?:given|provided?|specif(?:y|ied)|suppl(?:y|ied)|set|passed?)|provide|specify|supply"
    r"|cannot be (?:empty|undefined|null|none)|KeyError|expected \w+, received undefined)\b"
    r"|of undefined|of null|of None\b|\bundefined\b|'NoneType'|erforderlich|benötigt|fehlt|angegeben werden"
    r"|\bobligatoi?r|\brequi[se]|manquant|ontbreekt|verplicht|wymagan|saknas|zorunlu|bắt buộc"
    r"|\bfalta|necessári|requerid|obrigat|obbligatori|richiest|обязател|требуется"
    r"|필수|필요|누락|必須|必要|指定して|必填|缺少|必须提供|需要",
    re.IGNORECASE,
)
_QUOTES = "\"'`\u201c\u2018\u00ab\u300c"
_TYPES = lazy_re.compile(
    r"\b(?:expected|should be|must be|is not|not) (?:a |an |of type )?(?:valid )?[\"'`]?(?:string|str|text)\b",
    re.IGNORECASE,
)


def refusal(call: Call, most: int = _MOST) -> str | None:
    """Return the text of a refusal (a JSON-RPC error with its data, or isError) or None; `most` characters of it."""
    match call.observation.outcome:
        case Refused(message=message, data=data):
            return "\n".join([message[:most], *_texts(data)])[:most]
        case ToolFailed() if call.measurement is not None:
            return call.measurement.text[:most]
    return None


def _texts(data: Json) -> Iterator[str]:
    """Yield the texts in the data of a JSON-RPC error, in their order."""
    stack = [] if data is ABSENT else [data]
    for _ in range(200):
        if not stack:
            return
        match stack.pop():
            case str() as text:
                yield text
            case dict() as members:
                stack.extend(reversed(list(members.values())))
            case list() as entries:
                stack.extend(reversed(entries))


def layer(call: Call) -> str:
    """Say which layer refused, as the end of "refused ..."."""
    match call.observation.outcome:
        case Refused(code=-32602):
            return "by the protocol layer with -32602, before the tool ran"
        case Refused(code=code):
            return f"by the protocol layer with {code}"
    if is_by_schema(call):
        return "by a check of the arguments in front of the tool (isError)"
    return "from within the tool (isError)"


def is_by_schema(call: Call) -> bool:
    """Whether a refusal came from a check of the arguments against the schema, before the tool ran."""
    match call.observation.outcome:
        case Refused(code=code):
            return code == -32602
    return refused_by_schema(refusal(call) or "")


def refused_by_schema(text: str) -> bool:
    """Whether an error's text is that of a check of the arguments against the schema."""
    return bool(_BY_FRAMEWORK.search(text))


def calls_invalid(call: Call) -> bool:
    """Whether a refusal says that a value is not allowed, and not that something is missing, absent or broken."""
    text = refusal(call)
    if text is None or _ELSEWHERE.search(text):
        return False
    outcome = call.observation.outcome
    return says_invalid(text) or (isinstance(outcome, Refused) and outcome.code == -32602)


def says_invalid(text: str) -> bool:
    """Whether a text says that a value is not allowed."""
    return bool(_INVALID.search(text)) and not _ELSEWHERE.search(text)


def says_absent(text: str) -> bool:
    """Whether a text says that what was asked for is not there."""
    return bool(_ABSENT.search(text))


def wants_a_string(call: Call) -> bool:
    """Whether a refusal says that what was sent is no string."""
    return bool(_TYPES.search(refusal(call) or ""))


def says_missing(text: str) -> bool:
    """Whether an error says that something was not given; a key, a login or a record is no argument."""
    return bool(_LACKS.search(text)) and not _ELSEWHERE.search(text)


def named_so(name: str) -> str:
    """Return the pattern of a name that stands by itself; letters of other scripts may follow it: "size가"."""
    return rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])"


def speaks_of(text: str, name: str) -> bool:
    """Whether a text names an argument; a name that is a plain word must stand in quotes, at the start or by itself."""
    inner = re.escape(name)
    if not name.isalpha() or not name.islower() or len(name) > 12:
        return bool(re.search(named_so(name), text))
    marked = (
        rf"[{_QUOTES}\[(.]{inner}[\"'`\u201d\u2019\u00bb\u300d\])]|^\W*{inner}\b\s*[:=\n]|\n\s*{inner}\b"
        rf"|^\W*{inner}\b"
    )
    before = (
        r"parameter|argument|field|property|option|value|missing|required|provide|specify|a|an|Feld|Wert (?:für|von)"
        r"|champ|paramètre|valeur (?:de|pour)|argumento|par[aâá]metro|campo|valor (?:de|para)|valore di|параметр|поле"
    )
    behind = (
        r"parameter|argument|field|is|are|was|must|should|cannot|can't|has|needs?|not|out of|exceeds|fehlt|muss|darf"
        r"|ist|est|doit|ne|es|debe|é|è|deve|no|não|non|nie|moet|måste|должен|должно|не"
    )
    near = (
        rf"\b(?:{before})\s*:?\s+{inner}\b|\b{inner}\b\s+(?:{behind})\b|\b{inner}\b\s*[:=]"
        rf"|(?:参数|參數|引数|パラメータ|パラメーター|인자|매개변수)\s?:?\s?{inner}(?![A-Za-z0-9_-])"
        rf"|(?<![A-Za-z0-9_-]){inner}\s?[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
    )
    return bool(re.search(f"{marked}|{near}", text, re.MULTILINE | re.IGNORECASE))
