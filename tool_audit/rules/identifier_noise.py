"""Flags replies that are largely identifiers: UUIDs, hashes, links, MIME types and pixel sizes."""

from collections.abc import Iterator
from dataclasses import dataclass

from tool_audit import lazy_re
from tool_audit.model import ABSENT, Call, Confidence, Hit, Measurement, Severity, ToolRun
from tool_audit.rule import tool_rule
from tool_audit.rules._replies import worst_reply
from tool_audit.vocabulary import words_of

_NOISE = lazy_re.compile(
    r"(?P<URLs>https?:(?:\\?/){2}[^\s\"'<>)\]}]+)"
    r"|\b(?:(?P<UUIDs>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})"
    r"|(?P<hashes>[0-9a-f]{32,}|[0-9A-F]{32,})"
    r"|(?P<MIME_types>(?:application|audio|font|image|message|model|multipart|text|video)/[a-z0-9][\w.+-]*)"
    r"|(?P<pixel_sizes>[1-9]\d{1,4}x[1-9]\d{1,4}))\b"
)
_READ = 1_000_000  # characters looked at: the habit shows long before
_PURPOSES = frozenset(
    """
    bookmark bookmarks checksum checksums crawl digest guid guids hash hashes href hrefs id ids identifiers image images
    link links map mime redirect redirects sha sitemap uri uris url urls uuid uuids
    """.split()
)


@dataclass(frozen=True)
class Options:
    share: float = 0.3
    chars: int = 2_000
    each: float = 1.5


@tool_rule(group="A", severity=Severity.INFO, confidence=Confidence.SEEN, options=Options)
def identifier_noise(run: ToolRun, options: Options) -> Iterator[Hit]:
    """A large part of the reply is identifiers, links and media details that a model rarely needs."""
    if _PURPOSES.intersection(words_of(run.tool.name)):
        return

    def waste(_run: ToolRun, _call: Call, reply: Measurement) -> int:
        if reply.chars <= options.chars:
            return 0
        found = _found(reply.text)
        noise = sum(chars for _, chars in found.values())
        several = sum(count for count, _ in found.values()) > options.each * _entries(reply)
        return noise if several and noise >= options.share * min(reply.chars, _READ) else 0

    worst = worst_reply(run, waste)
    if worst is None:
        return
    reply = worst.measurement
    found = sorted(_found(reply.text).items(), key=lambda kind: -kind[1][1])
    kinds = ", ".join(f"{count:,} {kind.replace('_', ' ')} ({chars:,})" for kind, (count, chars) in found)
    read = min(reply.chars, _READ)
    yield Hit(
        message=(
            f"{worst.waste:,} of {'the first ' if read < reply.chars else ''}{read:,} characters "
            f"({worst.waste / read:.0%}) are identifiers: {kinds}."
        ),
        calls=(worst.call,),
        advice="Keep the one identifier that another tool takes; leave the others for a fuller detail level.",
    )


def _found(text: str) -> dict[str, tuple[int, int]]:
    """Return kind -> how many there are and their characters."""
    found: dict[str, tuple[int, int]] = {}
    for match in _NOISE.finditer(text, 0, min(len(text), _READ)):
        kind = match.lastgroup or ""
        count, chars = found.get(kind, (0, 0))
        found[kind] = (count + 1, chars + match.end() - match.start())
    return found


def _entries(reply: Measurement) -> int:
    """Return how many entries the text read has, each of which needs an identifier of its own; at least one."""
    if reply.items is not None:
        count = reply.items.count
    else:
        count = reply.text.count("\n") + 1 if reply.document is ABSENT else 1
    return max(1, round(count * min(reply.chars, _READ) / max(1, reply.chars)))
