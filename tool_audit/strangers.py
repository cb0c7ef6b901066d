"""Arguments whose value reaches somebody: a URL, a host, an address. What is made up would reach a stranger."""

import re

from tool_audit.model import ToolSpec
from tool_audit.schema import Argument
from tool_audit.vocabulary import singular, words_of

QUERY_WORDS = frozenset("query q search term keyword text question pattern prompt topic phrase needle".split())
"""Words of arguments that take what is looked for."""
_STRANGERS = frozenset(
    """
    url uri link href website site webpage domain host hostname ip server endpoint webhook proxy email mail
    recipient phone mobile to cc bcc token password secret credential apikey
    """.split()
)
"""Words of arguments whose value reaches somebody: what is made up here would reach a stranger."""
_STRANGE_FORMATS = tuple(
    "uri url uri-reference iri iri-reference email idn-email hostname idn-hostname ipv4 ipv6".split()
)
_STRANGE_DESCRIPTION = re.compile(
    r"\burls?\b|\bhttps?:|\be-?mail address|\bhost ?names?\b|\bip address|\bdomain name|\bphone number", re.IGNORECASE
)
_REACHING = frozenset("ping whois dns traceroute http crawl scrape browse nslookup dig navigate".split())
"""Words of tools that go where their argument points."""


def reaches_somebody(argument: Argument, tool: ToolSpec) -> bool:
    """Return whether a value of this argument may be gone to, written to or called."""
    words = set(singular(words_of(argument.name)))
    if argument.schema.get("format") in _STRANGE_FORMATS or words & _STRANGERS:
        return True
    if words & QUERY_WORDS:
        return False
    return bool(_STRANGE_DESCRIPTION.search(argument.description) or _REACHING & set(words_of(tool.name)))
