"""Errors that may be gone when the call is made again, and whether they say so."""

import re
from typing import Final

from tool_audit import lazy_re

_PASSES: Final = lazy_re.compile(
    r"\b(?:429|503|504|rate.?limit\w*|too many requests|throttl\w+|quota|over(?:loaded|load)|(?:server|service"
    r"|system) (?:is )?busy"
    r"|busy|timed?[ -]?out|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN|connection (?:refused|reset|error"
    r"|failed)"
    r"|(?:temporarily|currently) (?:unavailable|overloaded|down)|service unavailable|unavailable"
    r"|database is locked|locked"
    r"|deadlock|cannot connect|could not connect|gateway|überlastet|zeitüberschreitung|nicht erreichbar|délai dépassé"
    r"|surchargé|indisponible|tiempo de espera|no disponible|sobrecargad[oa]|indisponível|tempo esgotado"
    r"|non disponibile"
    r"|недоступ\w+|перегруж\w+|время ожидания)\b"
    r"|시간 ?초과|과부하|사용할 수 없|요청이 너무 많|タイムアウト|混雑|利用できません|リクエストが多すぎ|超时"
    r"|超時|繁忙|不可用|请求过多|請求過多",
    re.IGNORECASE,
)
_SAYS_SO: Final = lazy_re.compile(
    r"\b(?:retry|retries|retryable|retry.?after|try(?:ing)? again|again (?:later|in)|wait|back.?off|in \d+ ?(?:s"
    r"|ms|sec|min|hour)\w*"
    r"|after \d+ ?(?:s|ms|sec|min|hour)\w*|do not repeat|repeating|resend|reset(?:s)? (?:at|in)|permanent\w*"
    r"|will not help"
    r"|erneut|nochmals?|später|wiederhol\w+|réessa\w+|plus tard|reintent\w+|inténte\w+|más tarde|tente novamente"
    r"|mais tarde"
    r"|riprova\w*|più tardi|повтор\w+|позже|ponownie|tekrar|opnieuw)\b"
    r"|다시 시도|나중에|재시도|再試行|再度|お試し|後で|重试|重試|稍后|稍後|再试",
    re.IGNORECASE,
)


def may_pass(text: str) -> bool:
    """Return whether an error is one of those that time may heal: a limit of rate, a timeout, a busy service."""
    return bool(_PASSES.search(text))


def advises_on_retry(text: str) -> bool:
    """Return whether an error says whether, or when, to try again."""
    return bool(_SAYS_SO.search(text))
