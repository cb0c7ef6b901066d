"""A JSON file that we wrote once, read back: it follows its schema, or the user is told what is wrong with it."""

import json
from collections.abc import Mapping
from pathlib import Path

from tool_audit.errors import UsageError
from tool_audit.model import Json

_MOST = 200


def read_saved(path: Path, what: str, schema: Mapping[str, Json], hint: str) -> Mapping[str, Json]:
    """Return the object that the file holds; UsageError where it cannot be read, or is no `what` by the schema."""
    # slow, and the CLI must start without it
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the {what} {path} cannot be read: {error.strerror}", hint=hint) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the {what} {path} is not JSON: {error}", hint=hint) from None
    wrong = best_match(Draft202012Validator(schema).iter_errors(document))
    if wrong is not None:
        raise UsageError(f"{path} is no {what}: {wrong.json_path}: {wrong.message[:_MOST]}", hint=hint)
    whole: Mapping[str, Json] = document
    return whole
