"""A JSON file that we wrote once, read back: it follows its schema, or the user is told what is wrong with it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.model import Json

_MOST: Final = 200
_DEEPEST: Final = 100
"""Levels of lists and objects; what is deeper is not ours, and nobody could write it again."""


def read_saved(path: Path, what: str, schema: Mapping[str, Json], hint: str) -> Mapping[str, Json]:
    """Return the object that the file holds; UsageError where it cannot be read, or is no `what` by the schema."""
    # slow, and the CLI must start without it
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    try:
        # an editor, or a shell that passed it on, may have put a byte order mark before it
        document = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"the {what} {path} cannot be read: {error.strerror}", hint=hint) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the {what} {path} is not JSON: {error}", hint=hint) from None
    if _is_deeper_than(_DEEPEST, document):
        raise UsageError(f"{path} is no {what}: it is nested more than {_DEEPEST} levels deep", hint=hint)
    wrong = best_match(Draft202012Validator(schema).iter_errors(document))
    if wrong is not None:
        raise UsageError(f"{path} is no {what}: {wrong.json_path}: {wrong.message[:_MOST]}", hint=hint)
    whole: Mapping[str, Json] = document
    return whole


def encoding_of(tokenizer: str) -> str:
    """Return how tokens were counted, without the engine that did: "o200k_base, exact" of what `tokenizer` says."""
    return tokenizer.partition(" (")[0]


def _is_deeper_than(most: int, document: Json) -> bool:
    level = [document]
    for _ in range(most):
        level = [member for node in level for member in _members(node) if isinstance(member, dict | list)]
    return bool(level)


def _members(node: Json) -> list[Json]:
    return list(node.values()) if isinstance(node, dict) else node
