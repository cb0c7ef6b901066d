"""Who may call a guard that listens: a page in somebody's browser may not, by whatever name it found us."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from tool_audit.connect.http import is_loopback

_SCHEMES: Final = ("http", "https")


def is_let_in(bound: str, host: str | None, origin: str | None) -> bool:
    """Return whether a request may come in, by its headers; `bound` is the host that the operator said.

    An address cannot be made to point to us by somebody else, a name can: only ours are taken.
    """
    name = _name(f"http://{host}") if host else ""
    if not name or not (is_loopback(name) or (not is_loopback(bound) and (name == bound or _is_address(name)))):
        return False
    if origin is None:
        return True
    page = _name(origin)
    return bool(page) and (page == name or (is_loopback(page) and is_loopback(name)))


def _name(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return (parts.hostname or "") if parts.scheme in _SCHEMES else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
