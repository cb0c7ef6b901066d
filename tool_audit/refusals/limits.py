"""Errors that turn a call away because there were too many of late: they tell nothing of the tool or its arguments."""

import re
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Call
from tool_audit.model.remembered import remembered
from tool_audit.refusals.texts import refusal

_LONGEST: Final = 600
"""Characters: a longer error tells more than that."""
_TOO_MANY: Final = lazy_re.compile(
    r"\btoo many (?:requests|calls|queries)\b|\bthrottl(?:ed|ing)(?:exception|error)?\b"
    r"|\brate.?limit(?:ed|ing)?(?:error|exception)\b|\brate.?limited\b"
    r"|\brate.?limit (?:was |has been |is )?(?:exceeded|reached|hit|exhausted)"
    r"|\b(?:exceeded|reached|hit|over) (?:the |your |its |a |our )?(?:\w+ ){0,2}rate.?limits?\b"
    r"|\b(?:api |daily |hourly |monthly )quota (?:was |has been |is )?(?:exceeded|exhausted|reached)"
    r"|\b(?:exceeded|exhausted|used up) (?:the |your |its )?(?:\w+ ){0,2}quota\b"
    r"|\bHTTP (?:error )?429\b"
    r"|请求过多|請求過多|请求过于频繁|リクエストが多すぎ|요청이 너무 많|слишком много запросов|zu viele anfragen"
    r"|trop de requêtes|demasiadas (?:solicitudes|peticiones)|muitas solicitações",
    re.IGNORECASE,
)


@remembered
def turned_away(call: Call) -> bool:
    """Return whether a call was refused for the number of calls before it, and may be taken later."""
    text = refusal(call, _LONGEST + 1)
    return text is not None and len(text) <= _LONGEST and _TOO_MANY.search(text) is not None
