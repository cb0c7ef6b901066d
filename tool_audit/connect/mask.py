"""Secrets, found by value and masked, before anybody sees what a server sent."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import quote, quote_plus

from tool_audit.connect.secrets import Secret, secrets_of, shown_url
from tool_audit.errors import NotAuditedError
from tool_audit.model import ABSENT, Disconnected, Json, NoReply, Outcome, Refused, Replied, ServerSpec, ToolFailed

_TIMES_ESCAPED = 3
"""JSON in a text in JSON in a text."""


class Mask:
    """Masks the given secrets, and the ways in which they are commonly written, with as many asterisks."""

    def __init__(self, secrets: Iterable[Secret]) -> None:
        self._labels = {form: secret.label for secret in secrets for form in _forms(secret.value)}
        self._unsure = {form for secret in secrets if not secret.sure for form in _forms(secret.value)}
        longest_first = sorted(self._labels, key=lambda form: (-len(form), form))
        self._pattern = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None
        inner = {
            written for form in longest_first for written in (form, _escaped(form), _escaped(form, ascii_only=False))
        }
        self.needles = tuple(sorted(form.encode("utf-8", "surrogatepass") for form in inner))
        """What to look for in the bytes of a message to know whether it needs masking."""

    def text(self, text: str, found: set[str] | None = None) -> str:
        """Return `text` masked; the labels of what was found and is surely secret are added to `found`."""
        if self._pattern is None:
            return text

        def asterisks(match: re.Match[str]) -> str:
            if found is not None and match.group() not in self._unsure:
                found.add(self._labels[match.group()])
            return "*" * len(match.group())

        return self._pattern.sub(asterisks, text)

    def json(self, value: Json) -> tuple[Json, tuple[str, ...]]:
        """Return the value with its strings and keys masked, and the labels found; containers are changed in place."""
        found: set[str] = set()
        box = [value]
        open_containers: list[Json] = [box]
        while self._pattern is not None and open_containers:
            container = open_containers.pop()
            if isinstance(container, dict):
                self._mask_entries(container, found)
                open_containers += [inner for inner in container.values() if isinstance(inner, dict | list)]
                continue
            for index, inner in enumerate(container):
                if isinstance(inner, str):
                    container[index] = self.text(inner, found)
                elif isinstance(inner, dict | list):
                    open_containers.append(inner)
        return box[0], tuple(sorted(found))

    def _mask_entries(self, entries: dict[str, Json], found: set[str]) -> None:
        masked = [
            (self.text(key, found), self.text(value, found) if isinstance(value, str) else value)
            for key, value in entries.items()
        ]
        entries.clear()
        entries.update(masked)

    def outcome(self, outcome: Outcome, *, thorough: bool) -> tuple[Outcome, tuple[str, ...]]:
        """Return the outcome masked, and the labels found; results are walked only where `thorough`."""
        found: set[str] = set()
        match outcome:
            case Replied(result=result) | ToolFailed(result=result) if thorough:
                masked, labels = self.json(result)
                return replace(outcome, result=masked), labels
            case Refused(message=message, data=data):
                masked, labels = self.json([message, data]) if data is not ABSENT else self.json([message])
                return replace(outcome, message=masked[0], data=masked[1] if data is not ABSENT else ABSENT), labels
            case Disconnected(reason=reason, stderr=stderr):
                lines = tuple(self.text(line, found) for line in stderr)
                return replace(outcome, reason=self.text(reason, found), stderr=lines), tuple(sorted(found))
            case NoReply(reason=reason):
                return replace(outcome, reason=self.text(reason, found)), tuple(sorted(found))
            case _:
                return outcome, ()

    def error(self, error: NotAuditedError) -> NotAuditedError:
        """Return the error with its texts masked."""
        return NotAuditedError(
            self.text(error.message), hint=self.text(error.hint), detail=tuple(self.text(line) for line in error.detail)
        )


def kept(spec: ServerSpec) -> ServerSpec:
    """Return the spec as it may be kept and shown: masked, without what only the server is to see."""
    mask = Mask(secrets_of(spec))
    url = None if spec.url is None else mask.text(shown_url(spec.url))
    command = tuple(mask.text(word) for word in spec.command)
    return replace(spec, command=command, url=url, env={}, headers={}, filled_in={})


def _forms(value: str) -> set[str]:
    """Return the ways in which a value stands in texts: as it is, in JSON inside a text, in a URL."""
    written = {value, _escaped(value).replace("/", "\\/")}
    for ascii_only in (True, False):
        escaped = value
        for _ in range(_TIMES_ESCAPED):
            escaped = _escaped(escaped, ascii_only=ascii_only)
            written.add(escaped)
    return written | {
        quote(value, safe="", errors="replace"),
        quote(value, errors="replace"),
        quote_plus(value, errors="replace"),
    }


def _escaped(value: str, *, ascii_only: bool = True) -> str:
    return json.dumps(value, ensure_ascii=ascii_only)[1:-1]
