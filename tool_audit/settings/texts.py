"""Files of the user's, read whole; what cannot be read is told by the name that the user knows it by."""

import tomllib
from pathlib import Path

from tool_audit.errors import UsageError
from tool_audit.model import Json


def load_toml(path: Path, name: str) -> dict[str, Json]:
    """Return a TOML file's document; UsageError names the file as `name`."""
    return toml_of(load_text(path, name), name, hint="mend it, or pass --no-config")


def toml_of(text: str, name: str, *, hint: str = "mend it") -> dict[str, Json]:
    """Return the document that a text is; UsageError names it as `name`."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}", hint=hint) from None


def load_text(path: Path, name: str) -> str:
    """Return a text file without its byte order mark; UsageError where it is missing, unreadable or not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UsageError(f"there is no file {name}", hint="check the path") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not UTF-8 text", hint="save it as UTF-8") from None
    except OSError as error:
        raise UsageError(
            f"{name} cannot be read: {error.strerror}", hint="check the path and its permissions"
        ) from None
