"""An entry that reaches a server by a URL -> the edits that start the guard instead, and those that go back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tool_audit.errors import UsageError
from tool_audit.guard.entry_edits import BY_HAND, URLS, gap, member, quoted
from tool_audit.guard.in_front import VARIABLE, Front, header_words, variables_for
from tool_audit.guard.spans import Edit, Member, Node, Syntax

_TYPES: Final = ("type", "transport", "transportType")
_HEADERS: Final = ("headers", "http_headers")
_BEARER: Final = "bearer_token_env_var"
_UNMOVED: Final = ("requestInit", "env_http_headers", "oauth", "auth")
"""What says in other ways how to be let in, and what the guard could not say for the client."""
_LOCAL: Final = ("environment", "local", "remote")
"""How opencode calls env, what is started and what has a URL; it has the whole command in one list."""


def put_before_url(text: str, entry: Node, front: Sequence[str]) -> list[Edit]:
    """Return the edits that start `front` with the URL behind it; headers go into variables of the entry."""
    url = next((entry.members[key] for key in URLS if key in entry.members), None)
    if url is None or not isinstance(url.node.value, str) or url.key is None:
        raise UsageError("it has neither a command nor a url", hint="give it one of them")
    for key in _UNMOVED:
        if key in entry.members:
            raise UsageError(f"its {key} cannot be handed to the guard", hint=BY_HAND)
    kind = next((entry.members[key].node for key in _TYPES if key in entry.members), None)
    local = kind is not None and str(kind.value).lower() == _LOCAL[2]
    edits = [] if kind is None else [Edit(kind.start, kind.end, quoted(_LOCAL[1] if local else "stdio"))]
    headers, moved = _moved(text, entry, _LOCAL[0] if local else "env")
    raw = [*map(quoted, (*front, *headers)), text[url.node.start : url.node.end]]
    if local:
        made = member("command", f"[{', '.join(raw)}]", entry.syntax)
    else:
        args = member("args", f"[{', '.join(raw[1:])}]", entry.syntax)
        made = member("command", raw[0], entry.syntax) + gap(text, entry, url) + args
    return [*edits, *moved, Edit(url.key[0], url.node.end, made)]


def _moved(text: str, entry: Node, env: str) -> tuple[list[str], list[Edit]]:
    """Return the guard's options for the entry's headers, and the edits that make variables of their values."""
    present = [entry.members[key] for key in _HEADERS if key in entry.members]
    if len(present) > 1 or (present and (env in entry.members or present[0].key is None)):
        raise UsageError("its headers cannot become variables: it has some already", hint=BY_HAND)
    words: list[str] = []
    edits: list[Edit] = []
    for one in present:
        names = variables_for([name for name, each in one.node.members.items() if each.node.value is not None])
        words += header_words(names)
        edits += [_renamed(text, one, env), *_all_renamed(text, one.node, names)]
    bearer = entry.members.get(_BEARER)
    if bearer is not None:
        if bearer.key is None or not isinstance(bearer.node.value, str):
            raise UsageError(f"its {_BEARER} cannot be handed to the guard", hint=BY_HAND)
        words += ["--header", f"Authorization: Bearer ${{{bearer.node.value}}}"]
        value = f"[{text[bearer.node.start : bearer.node.end]}]"
        edits.append(Edit(bearer.key[0], bearer.node.end, member("env_vars", value, entry.syntax)))
    return words, edits


def back_to_url(text: str, entry: Node, front: Front) -> list[Edit]:
    """Return the edits that make an entry with a URL of what starts the guard, as far as the entry itself tells."""
    command, args = entry.members["command"], entry.members.get("args")
    holder = command.node if isinstance(command.node.value, list) else args.node if args is not None else command.node
    if not front.url or not holder.items or command.key is None:
        raise UsageError("what stands behind the guard cannot be told", hint="take the guard out by hand")
    local = holder is command.node
    if not local and text[command.node.end : holder.start] != gap(text, entry, command) + member(
        "args", "", entry.syntax
    ):
        raise UsageError("its command and its args have been moved", hint=f"write the URL by hand: {quoted(front.url)}")
    own = holder.items[-1]
    edits = [Edit(command.key[0], holder.end, member("url", text[own.start : own.end], entry.syntax))]
    kind = next((entry.members[key].node for key in _TYPES if key in entry.members), None)
    if kind is not None:
        plain = "sse" if front.url.rstrip("/").endswith("/sse") else "http"
        edits.append(Edit(kind.start, kind.end, quoted(_LOCAL[2] if local else plain)))
    return [*edits, *_unmoved(text, entry, front, _LOCAL[0] if local else "env")]


def _unmoved(text: str, entry: Node, front: Front, env: str) -> Iterator[Edit]:
    names = {}
    for header in front.headers:
        name, _, value = header.partition(": ")
        if value.startswith(f"${VARIABLE}"):
            names[value[1:]] = name
        elif value.startswith("Bearer ${") and (listed := entry.members.get("env_vars")) is not None:
            if listed.key is None or len(listed.node.items) != 1:
                raise UsageError("its env_vars are not those of the guard alone", hint="take the guard out by hand")
            own = listed.node.items[0]
            raw = text[own.start : own.end]
            yield Edit(listed.key[0], listed.node.end, member(_BEARER, raw, entry.syntax))
    moved = entry.members.get(env)
    if not names and not (moved is not None and not moved.node.members):
        return
    if moved is None or moved.key is None or not set(names) >= set(moved.node.members):
        raise UsageError(f"its {env} holds more than the guard's headers", hint="take the guard out by hand")
    yield _renamed(text, moved, _HEADERS[entry.syntax is not Syntax.JSON])
    yield from _all_renamed(text, moved.node, names)


def _all_renamed(text: str, table: Node, names: Mapping[str, str]) -> Iterator[Edit]:
    for name, one in table.members.items():
        if name in names:
            yield _renamed(text, one, names[name])


def _renamed(text: str, one: Member, name: str) -> Edit:
    """Give a member another name, in the quotation marks that it has; with some where it needs them."""
    if one.key is None:
        raise UsageError("its headers stand where they cannot be moved", hint=BY_HAND)
    start, end = one.key
    mark = text[start] if text[start] in "\"'" else ""
    if not mark and not name.replace("_", "a").isalnum():
        mark = '"'
    return Edit(start, end, f"{mark}{name}{mark}")
