"""JSON Schemas that an error quotes: what stands in them is said of the argument, and is none of its values."""

from typing import Final

from tool_audit import lazy_re

_INNERMOST: Final = lazy_re.compile(r"\{[^{}]*(?:\}|$)")
_IS_SCHEMA: Final = lazy_re.compile(
    r"""["'](?:type["']\s*:\s*\[?\s*["'](?:string|integer|number|boolean|array|object|null)["']"""
    r"""|(?:\$ref|anyOf|oneOf|allOf|enum|const|(?:min|max)(?:imum|Length|Items)|exclusive(?:Min|Max)imum"""
    r"""|additionalProperties|properties)["']\s*:)"""
)
_ENUM: Final = lazy_re.compile(r"""["']enum["']\s*:\s*(\[[^\]]*\]?)""")
_SAYS: Final = lazy_re.compile(r"""["']message["']\s*:\s*["']""")
"""What a validator says of one value, beside the value's type."""
_MOST: Final = 50


def without_schemas(text: str) -> str:
    """Return a text without the schemas in it; of each only the members of its enum stay."""
    held: list[str] = []
    for _ in range(_MOST):
        found = _INNERMOST.search(text)
        if found is None:
            break
        part = found.group()
        if _IS_SCHEMA.search(part) and not _SAYS.search(part):
            members = _ENUM.search(part)
            text = f"{text[: found.start()]} {members.group(1) if members else ''} {text[found.end() :]}"
        else:
            held.append(part)  # set aside, so that what stands around it is looked at as a whole
            text = f"{text[: found.start()]}\0{len(held) - 1}\0{text[found.end() :]}"
    for place in range(len(held) - 1, -1, -1):
        text = text.replace(f"\0{place}\0", held[place])
    return text
