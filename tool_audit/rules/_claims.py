"""Whether a reply claims that something was done: by a flag, a count or words, and with no sign that it was not."""

from collections.abc import Iterator, Mapping
from typing import Final

from tool_audit.model import ABSENT, Arguments, Json, Measurement
from tool_audit.rules._claim_words import DENIES, DONE, HARMLESS, SUCCESS
from tool_audit.vocabulary import words_of

_LONGEST: Final = 1_000
"""Characters: a longer reply tells more than whether something was done."""
_SHOWN: Final = 80
_MOST: Final = 200
_DENYING_KEYS: Final = frozenset(
    "error errors failed failure failures missing skipped ignored notfound invalid rejected unknown warning".split()
)
_COUNTING_KEYS: Final = frozenset("found exists existed count total affected matched changes rows".split())
_CORE: Final = frozenset(
    "success successful succeeded ok deleted removed updated modified changed found exists".split()
)
"""What is false below the top of a reply says something of the whole only under these."""
_WORD_KEYS: Final = frozenset("status state result outcome message msg detail text info response output".split())
_ASKED: Final = frozenset("request requested input arguments args params query".split())
"""Keys under which a reply repeats what it was asked."""
_WHEN: Final = frozenset("at on by time date".split())


def claim_of(reply: Measurement, sent: Arguments) -> str:
    """Return the words by which a reply claims success; "" where it claims none, denies it, or it cannot be told."""
    if reply.reads_failed or reply.chars > _LONGEST:
        return ""
    echoes = tuple(sorted({str(value) for value in _leaves(sent)}, key=len, reverse=True))
    document = reply.structured if isinstance(reply.structured, Mapping) else reply.document
    if document is ABSENT:
        return _claim_of_text(reply.text, echoes)
    if isinstance(document, str):
        return _claim_of_text(document, echoes)
    if not isinstance(document, Mapping):
        return ""
    members = list(_members(document))
    if any(_denied(key, value, echoes, top=depth == 1) for key, value, depth in members):
        return ""
    claims = (claim for key, value, _ in members if (claim := _claim(key, value, echoes)))
    return next(claims, "") or _echoed(document, sent)


def denies(document: Mapping[str, Json], asked: Json) -> bool:
    """Return whether an object says of itself that it is none: `found: false`, `name: "unknown"`."""
    echoes = tuple(str(leaf) for leaf in _leaves(asked))
    return any(_denied(key, value, echoes, top=False) for key, value, _ in _members(document))


def _members(document: Json) -> Iterator[tuple[str, Json, int]]:
    """Yield the members of an object and how deep they stand, but for what only repeats the question."""
    stack: list[tuple[str, Json, int]] = [("", document, 0)]
    for _ in range(_MOST):
        if not stack:
            return
        key, value, depth = stack.pop()
        if key:
            yield key, value, depth
        if isinstance(value, Mapping):
            inner = ((str(name), member, depth + 1) for name, member in reversed(list(value.items())))
            stack.extend(one for one in inner if "".join(words_of(one[0])) not in _ASKED)
        elif isinstance(value, list):
            stack.extend((key, member, depth + 1) for member in reversed(value) if isinstance(member, Mapping | str))


def _denied(key: str, value: Json, echoes: tuple[str, ...], *, top: bool) -> bool:
    words = words_of(key)
    joined = "".join(words)
    if isinstance(value, str) and value:
        return DENIES.search(_without(value, echoes)) is not None
    if joined in _DENYING_KEYS or set(words) & {"error", "errors", "failed", "failures"}:
        return bool(value)
    if isinstance(value, int | float) and 400 <= value < 600 and set(words) & {"code", "status"}:
        return True
    says_whether = set(words) & (DONE | _COUNTING_KEYS if top else _CORE)
    return bool(says_whether) and not set(words[-1:]) & _WHEN and not value


def _claim(key: str, value: Json, echoes: tuple[str, ...]) -> str:
    words = words_of(key)
    if set(words) & DONE and not set(words[-1:]) & _WHEN:
        said = value is True or (isinstance(value, int) and value > 0)
        texts = value if isinstance(value, list) else [value]
        said = said or any(isinstance(text, str) and (text in echoes or _succeeds(text, echoes)) for text in texts)
        return _shown(key, value) if said else ""
    if "".join(words) in _WORD_KEYS and isinstance(value, str) and _succeeds(value, echoes):
        return _shown(key, value)
    return ""


def _claim_of_text(text: str, echoes: tuple[str, ...]) -> str:
    if text.strip().lower() == "true":
        return "true"
    plain = _without(text, echoes)
    if len(text) > _LONGEST or DENIES.search(plain) or not _succeeds(text, echoes):
        return ""
    return " ".join(text[:_SHOWN].split())


def _succeeds(text: str, echoes: tuple[str, ...]) -> bool:
    return SUCCESS.search(_without(text, echoes)) is not None


def _echoed(document: Mapping[str, Json], sent: Arguments) -> str:
    """Return what an object is that holds two or more of the values sent as if they were now those of a thing."""
    inner: Json = document
    if len(document) == 1:
        ((key, inner),) = document.items()
        inner = inner if "".join(words_of(key)) not in _ASKED else None
    if not isinstance(inner, Mapping):
        return ""
    held = [name for name, value in sent.items() if not isinstance(value, bool) and inner.get(name, ABSENT) == value]
    return f"the thing with {', '.join(held)} as sent" if len(held) > 1 else ""


def _without(text: str, echoes: tuple[str, ...]) -> str:
    for echo in echoes:
        if len(echo) > 1:
            text = text.replace(echo, " ")
    return HARMLESS.sub(" ", text)


def _leaves(value: Json) -> Iterator[Json]:
    if isinstance(value, Mapping):
        for member in value.values():
            yield from _leaves(member)
    elif isinstance(value, list):
        for member in value:
            yield from _leaves(member)
    elif value not in (None, "") and not isinstance(value, bool):
        yield value


def _shown(key: str, value: Json) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{key}: {text}"[:_SHOWN]
