"""Why a URL could not be audited, said in one message, without the secrets in it."""

from typing import Final
from urllib.parse import urlsplit

from tool_audit.connect.http import reason
from tool_audit.connect.secrets import shown_url
from tool_audit.connect.session import Session
from tool_audit.connect.tap import Tap
from tool_audit.errors import NotAuditedError
from tool_audit.model import NoReply, Refused, ServerSpec, TooLarge

_AUTHORIZATION: Final = "--header 'Authorization: Bearer ${TOKEN}'"


def not_reached(spec: ServerSpec, session: Session, tap: Tap, seconds: float) -> NotAuditedError:
    """Return the error for a URL that gave no welcome within `seconds`."""
    url = shown_url(spec.url or "")
    response = getattr(session.broken, "response", None)
    status = tap.http_status or getattr(response, "status_code", None)
    if status in {401, 403}:
        return _not_let_in(spec, url, status, tap.challenge)
    if isinstance(status, int):
        return _status(url, status)
    if session.broken is not None:
        why = reason(session.broken)
        return NotAuditedError(f"{url} could not be reached: {why}.", hint=_hint_for(why, url))
    answer = session.refused.outcome if session.refused is not None else None
    match answer:
        case Refused(code=code, message=message):
            return NotAuditedError(
                f"{url} answered our greeting with an error: {message or 'no message'} ({code}).",
                hint="is it the MCP endpoint? It often ends in /mcp or /sse.",
            )
        case TooLarge(limit=limit):
            return NotAuditedError(f"{url} answered our greeting with over {limit:,} bytes.", hint=_ENDPOINT)
        case NoReply(reason=why):
            return NotAuditedError(f"{url} is no MCP server: {why}.", hint=_ENDPOINT)
        case _ if session.refused is not None:
            return NotAuditedError(f"{url} closed the connection without an answer to our greeting.", hint=_ENDPOINT)
        case _:
            return NotAuditedError(
                f"{url} did not answer our greeting within {seconds:.0f} s.",
                hint="give it more time with --start-timeout, or look at whether it is up.",
            )


_ENDPOINT: Final = "is it the MCP endpoint? It often ends in /mcp or /sse."


def _not_let_in(spec: ServerSpec, url: str, status: int, challenge: str) -> NotAuditedError:
    given = any(name.lower() == "authorization" for name in spec.headers)
    if status == 403:
        why, hint = (
            "it does not let us in",
            f"pass what gives access with {_AUTHORIZATION}, or another header that it wants.",
        )
    elif given:
        why, hint = "it does not take the Authorization that was sent", "is it right, for this server, and still valid?"
    else:
        why, hint = "it wants authentication", f"pass it with {_AUTHORIZATION}"
    detail = (f"it answered: WWW-Authenticate: {challenge}",) if challenge else ()
    return NotAuditedError(f"{url} answered {status}: {why}.", hint=hint, detail=detail)


def _status(url: str, status: int) -> NotAuditedError:
    if status == 404:
        return NotAuditedError(f"{url} answered 404: there is nothing at this path.", hint=_ENDPOINT)
    if status in {400, 405, 406, 415}:
        return NotAuditedError(
            f"{url} answered {status} to streamable HTTP, and does not speak the older SSE either.", hint=_ENDPOINT
        )
    if status == 429:
        return NotAuditedError(f"{url} answered 429: too many requests.", hint="wait a while, then try again.")
    if status >= 500:
        return NotAuditedError(
            f"{url} answered {status}: the server failed, or what stands before it.", hint="its own log says more."
        )
    return NotAuditedError(f"{url} answered {status} to our greeting.", hint=_ENDPOINT)


def _hint_for(why: str, url: str) -> str:
    if "refused" in why:
        return "is the server running, and on that port?"
    if "host name" in why:
        return "is the host's name right?"
    if "TLS" in why:
        secure = urlsplit(url).scheme == "https"
        return (
            "does the port speak TLS, and is its certificate valid? SSL_CERT_FILE names further authorities."
            if secure
            else ""
        )
    return "is the URL right, and the server up?"
