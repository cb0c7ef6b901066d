"""JSON replies that say of themselves that the call failed; a record that holds the word "error" says nothing of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tool_audit.model import ABSENT, Json, canonical

_SUCCESS: Final = frozenset("success ok succeeded successful issuccess issuccessful".split())
_FAILED: Final = frozenset("iserror haserror".split())
_STATES: Final = frozenset("status state type kind result outcome".split())
_FAILURES: Final = frozenset("error failed failure fail err exception".split())
_CODES: Final = frozenset("status statuscode code httpstatus httpcode httpstatuscode errorcode".split())
_NO_ERROR: Final = frozenset(["", "none", "null", "no", "ok", "no error", "no errors", "false", "0", "n/a", "-"])
_MESSAGES: Final = frozenset(
    "message msg error errormessage errormsg errortext errordescription detail details reason".split()
)
_TITLES: Final = frozenset("title statustext".split())
_AROUND: Final = (
    _SUCCESS
    | _FAILED
    | _STATES
    | _CODES
    | _MESSAGES
    | _TITLES
    | frozenset(
        """
        errors errortype errorname errorcode hint hints tip help suggestion suggestions instance timestamp time
        requestid traceid correlationid path method tool toolname operation action version jsonrpc retryable
        retryafter category severity field fields param parameter parameters argument arguments params
        received expected allowed allowedvalues validvalues validoptions options available docs documentation
        documentationurl cause stack stacktrace trace traceback exception meta warning warnings
        """.split()
    )
)
"""Keys that stand around an error and are no data, run together and in lower case."""
_WRAPPERS: Final = frozenset("result data response output content payload body".split())
_ERRORS: Final = frozenset("error err exception errormessage errormsg errordescription".split())
_EMPTY: Final[tuple[Json, ...]] = (None, "", [], {}, 0)
_HTTP_ERRORS: Final = range(400, 600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a reply is held against. `usual`: what the tool answers when all is well, ABSENT where that is not known."""

    sent: Mapping[str, Json]
    usual: Json = ABSENT
    wrong: bool = False
    """The call was a mistake."""
    reports: bool = False
    """The tool's purpose is to tell of states, checks or errors."""


def failed_by(document: Json, asked: Asked) -> str | None:
    """Return which member says that a call failed ("$.success is false"), None where none does."""
    path, document = _unwrapped(document, "$")
    _, usual = _unwrapped(asked.usual, "$")
    if isinstance(document, list) and len(document) == 1 and not any(isinstance(v, list) for v in asked.sent.values()):
        path, document = f"{path}[0]", document[0]
        usual = ABSENT
    if not isinstance(document, Mapping) or not document or (asked.reports and not asked.wrong):
        return None
    if isinstance(usual, Mapping) and _is_alike(document, usual):
        return None
    told = next(_signs(document, usual if isinstance(usual, Mapping) else {}, asked), None)
    return f"{path}.{told}" if told is not None else None


def _signs(document: Mapping[str, Json], usual: Mapping[str, Json], asked: Asked) -> Iterator[str]:
    data = _data(document, usual, asked.sent)
    error = next((key for key in document if _squeezed(key) in _ERRORS and _is_error(document[key])), None)
    failed = error is not None
    explained = failed or any(_squeezed(key) in _MESSAGES and _is_text(document[key]) for key in document)
    titled = explained or any(_squeezed(key) in _TITLES and _is_text(document[key]) for key in document)
    contrast = bool(usual) and not (error is not None and _is_error(usual.get(error)))
    # beside a few members of its own a mistake may still have failed; beside a list or an object it has not
    alone = not data or (asked.wrong and not any(isinstance(document[key], list | Mapping) for key in data))
    for key, value in document.items():
        name = _squeezed(key)
        flagged = name in _FAILED and value is True
        if flagged or (name in _SUCCESS and value is False and alone):
            yield f"{key} is {canonical(value)}"
        elif name in _STATES and isinstance(value, str) and value.lower() in _FAILURES:
            if explained and (not data or (alone and contrast)):
                yield f'{key} is "{value}"'
        elif name in _CODES and _is_http_error(value) and not data and titled:
            yield f"{key} is {value}"
    if error is not None and (not data or (alone and contrast)):
        yield f"{error} is {_short(document[error])}"
    errors = next((key for key in document if _squeezed(key) == "errors"), None)
    if errors is not None and isinstance(document[errors], list) and document[errors] and "valid" not in document:
        no_data = any(_squeezed(key) in _WRAPPERS and value is None for key, value in document.items())
        if no_data or (asked.wrong and not data):
            yield f"{errors} has {len(document[errors])} entries beside no data"


def _is_alike(document: Mapping[str, Json], usual: Mapping[str, Json]) -> bool:
    """Whether a reply is a record like the usual one: the same keys, and none that was filled is empty."""
    filled = [key for key, value in usual.items() if _squeezed(key) not in _AROUND and value not in _EMPTY]
    return bool(filled) and document.keys() == usual.keys() and all(document[key] not in _EMPTY for key in filled)


def _unwrapped(document: Json, path: str) -> tuple[str, Json]:
    """Return what a framework put into an object of one member, and where it stands."""
    for _ in range(2):
        if not isinstance(document, Mapping) or len(document) != 1:
            break
        ((key, value),) = document.items()
        if _squeezed(key) not in _WRAPPERS or not isinstance(value, Mapping | list):
            break
        path, document = f"{path}.{key}", value
    return path, document


def _data(document: Mapping[str, Json], usual: Mapping[str, Json], sent: Mapping[str, Json]) -> list[str]:
    """Return the keys that hold something of their own: not about an error, empty, what was sent, or as usual."""
    echoes = list(sent.values())
    return [
        key
        for key, value in document.items()
        if _squeezed(key) not in _AROUND
        and not str(key).startswith("_")
        and value not in _EMPTY
        and not (_squeezed(key) == "id" and "jsonrpc" in document)
        and not (key in usual and usual[key] == value)
        and value not in echoes
    ]


def _is_error(value: Json) -> bool:
    """Whether the value of a member named error is one: a text, an object that tells of it; no number, no list."""
    if isinstance(value, str):
        return value.strip().lower() not in _NO_ERROR
    if isinstance(value, Mapping):
        return any(_squeezed(key) in _MESSAGES | _CODES | _STATES and value[key] for key in value)
    return value is True


def _is_text(value: Json) -> bool:
    return isinstance(value, Mapping) and bool(value) if not isinstance(value, str) else bool(value.strip())


def _is_http_error(value: Json) -> bool:
    if isinstance(value, str) and value.isdigit() and len(value) == 3:
        value = int(value)
    return isinstance(value, int) and not isinstance(value, bool) and value in _HTTP_ERRORS


def _short(value: Json) -> str:
    text = f'"{value}"' if isinstance(value, str) else canonical(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _squeezed(key: object) -> str:
    return "".join(letter for letter in str(key).lower() if letter.isalnum())
