"""Arguments that nothing is made up for: a value would reach a stranger (a URL, a host), or change something here."""

import re

from tool_audit import lazy_re
from tool_audit.model import ToolSpec
from tool_audit.schema import Argument
from tool_audit.vocabulary import SEARCHED_ELSEWHERE, singular, words_of

QUERY_WORDS = SEARCHED_ELSEWHERE | frozenset(
    "query q search term keyword text question pattern prompt topic phrase needle".split()
)
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
_STRANGE_DESCRIPTION = lazy_re.compile(
    r"\burls?\b|\bhttps?:|\be-?mail address|\bhost ?names?\b|\bip address|\bdomain name|\bphone number", re.IGNORECASE
)
_REACHING = frozenset("ping whois dns traceroute http crawl scrape browse nslookup dig navigate".split())
"""Words of tools that go where their argument points."""
_FILES = frozenset("file filename path filepath dir directory folder name location".split())
_WRITTEN = frozenset("output out outfile save saved dest destination export download dump write".split())
_GOALS = frozenset({"dest", "destination"})
"""Words of where something is written, and of where somebody goes."""
_OF_FILES = lazy_re.compile(
    r"\b(?:files?|folders?|director(?:y|ies)|paths?|buckets?|disks?|drives?|tables?|streams?|sav\w+|writ\w+|cop(?:y|ies|ied)"
    r"|mov\w+|exports?\w*|downloads?\w*|upload\w*|dump\w*|stor\w+|output)\b|[^\x00-\x7f]",
    re.IGNORECASE,
)
_SWITCHES = frozenset(
    "save write overwrite persist download export dump commit delete remove purge install publish".split()
)
"""Words of switches that make a call do more than read."""
_PRETENDING = frozenset("dryrun simulate validateonly previewonly checkonly".split())
"""Switches, run together, that keep a call from doing anything: they are not turned off."""
_TO_BE_WRITTEN = lazy_re.compile(
    r"\bto (?:save|write|export|dump|download)\b|\b(?:save|write|export|dump|download)\b[^.;\n]{0,60}\b(?:to|into|as)\b"
    r"|\b(?:will be|gets?) (?:saved|written|exported|stored|dumped|downloaded|created)\b"
    r"|\b(?:written|exported|dumped|downloaded) (?:to|into)\b|\bsaved (?:to|as)\b"
    r"|\b(?:output|destination|target) (?:file|path|folder|directory)\b"
    r"|\bspeichern\b|\benregistrer\b|\bguardar\b|\bsalvar\b|сохранить|저장할|저장될|保存先|保存する|書き込む|写入|保存到",
    re.IGNORECASE,
)


def writes_somewhere(argument: Argument) -> bool:
    """Return whether a value of this argument makes a reading tool write: where to, or a switch that says so."""
    words = set(words_of(argument.name))
    if argument.types == {"boolean"}:
        return bool(words & _SWITCHES) or "".join(words_of(argument.name)) in _PRETENDING
    if argument.closed_by_schema or (argument.types and "string" not in argument.types):
        return False
    if words & _WRITTEN and (words & _FILES or len(words) == 1):
        return not (words <= _GOALS and argument.description and not _OF_FILES.search(argument.description))
    return bool(words & _FILES and _TO_BE_WRITTEN.search(argument.description))


def reaches_somebody(argument: Argument, tool: ToolSpec) -> bool:
    """Return whether a value of this argument may be gone to, written to or called."""
    words = set(singular(words_of(argument.name)))
    if argument.schema.get("format") in _STRANGE_FORMATS or words & _STRANGERS:
        return True
    if words & QUERY_WORDS:
        return False
    return bool(_STRANGE_DESCRIPTION.search(argument.description) or _REACHING & set(words_of(tool.name)))
