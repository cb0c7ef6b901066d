"""What several replies share beside their data: equal members of JSON objects, else equal beginnings and ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from tool_audit.measure.volatile import common_start
from tool_audit.model import ABSENT, Json, Measurement, canonical
from tool_audit.rules._listing import named


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """How many characters are the same, what they are (`what` tells wrappers apart), and how to show them."""

    chars: int
    what: str
    shown: str
    in_members: bool


def same_in_all(replies: Sequence[Measurement]) -> Common | None:
    """Return what two or more different replies share, None where they cannot be compared or share nothing."""
    documents = [reply.document for reply in replies]
    if all(isinstance(document, dict) for document in documents):
        listed = {reply.items.path for reply in replies if reply.items is not None}
        return _same_members(documents, listed)
    if any(document is not ABSENT for document in documents):
        return None  # lists and mixed forms: what they share is data
    return _same_ends([reply.text for reply in replies])


def _same_members(documents: Sequence[dict[str, Json]], lists: set[str]) -> Common | None:
    chars = 0
    paths: list[str] = []
    stack: list[tuple[str, Sequence[dict[str, Json]]]] = [("$", documents)]
    while stack:
        path, objects = stack.pop()
        for key in objects[0]:
            if any(key not in entry for entry in objects):
                continue
            values = [entry[key] for entry in objects]
            inner = f"{path}.{key}"
            if any(listed == inner or listed.startswith((f"{inner}.", f"{inner}[")) for listed in lists):
                if all(isinstance(value, dict) for value in values):
                    stack.append((inner, values))
            elif all(value == values[0] and type(value) is type(values[0]) for value in values[1:]):
                chars += len(canonical(key)) + len(canonical(values[0])) + 2
                paths.append(inner)
            elif all(isinstance(value, dict) for value in values):
                stack.append((inner, values))
    if not paths:
        return None
    return Common(chars=chars, what=" ".join(sorted(paths)), shown=named(sorted(paths)), in_members=True)


def _same_ends(texts: Sequence[str]) -> Common | None:
    start = min(common_start(texts[0], text) for text in texts[1:])
    rest = [text[start:] for text in texts]
    end = min(common_start(rest[0][::-1], text[::-1]) for text in rest[1:])
    if any(len(text) <= end for text in rest):
        return None  # one is contained in another: what they share is as likely their data
    opening, closing = texts[0][:start], texts[0][len(texts[0]) - end :]
    shown = " ... ".join(repr(" ".join(part[:60].split())) for part in (opening, closing) if part.strip())
    return Common(chars=start + end, what=opening + closing, shown=f"it begins {shown}", in_members=False)
