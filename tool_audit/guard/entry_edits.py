"""An entry that starts a server -> the edits that put the guard in front of it, and those that take it away again.

What the entry says of the server is moved and not written anew, so that the way back gives the very bytes.
"""

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tool_audit import lazy_re
from tool_audit.errors import UsageError
from tool_audit.guard.in_front import Front
from tool_audit.guard.spans import Edit, Member, Node, Syntax
from tool_audit.settings.paths import is_present

_BLANK: Final = {
    Syntax.JSON: r"(?:[\s\ufeff]|//[^\n\r]*|/\*[\s\S]*?\*/)*",
    Syntax.TABLE: r"(?:\s|#[^\n]*)*",
    Syntax.INLINE: r"(?:\s|#[^\n]*)*",
}
_WHITE: Final = lazy_re.compile(r"\s*")
URLS: Final = ("url", "httpUrl", "serverUrl")
BY_HAND: Final = "write it by hand: see `tool-audit guard run --help`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """Where an entry says what is started."""

    holder: Node
    """The entry, or its command where that is an object of its own."""
    program: Member
    args: Node | None


def started(entry: Node) -> Started | None:
    """Return where an entry says what is started; None where it starts nothing. UsageError where it says two things."""
    command = entry.members.get("command")
    if command is None or not command.node.value:
        return None
    args = entry.members.get("args")
    if command.node.members:  # zed once had {"path", "args", "env"}
        holder, command = command.node, command.node.members.get("path")
        if command is None:
            return None
        args = holder.members.get("args", args)
    else:
        holder = entry
        for key in URLS:
            if entry.members.get(key) is not None:
                raise UsageError(f"it has a command and a {key}", hint="remove the one that is not meant")
    return Started(holder=holder, program=command, args=None if args is None or args.node.value is None else args.node)


def put_in_front(text: str, entry: Started, front: Sequence[str]) -> list[Edit]:
    """Return the edits that start `front` in the server's place, with `--` and the server's own command behind it."""
    program, args = entry.program.node, entry.args
    words = [quoted(word) for word in (*front, "--")]
    if isinstance(program.value, list):
        return [_prefix(text, program, words)]
    if not isinstance(program.value, str):
        raise UsageError("its command is no text", hint=BY_HAND)
    alone = Edit(program.start, program.end, words[0])
    several = _several(program.value, args)
    if several or (args is not None and isinstance(args.value, str)):
        own = [quoted(word) for word in (*(several or [program.value]), *_split(args))]
        listed = f"[{', '.join([*words[1:], *own])}]"
        if args is None:
            return [Edit(program.start, program.end, words[0] + args_head(text, entry.holder, entry.program) + listed)]
        return [alone, Edit(args.start, args.end, listed)]
    moved = [*words[1:], text[program.start : program.end]]
    if args is None:
        head = args_head(text, entry.holder, entry.program)
        return [Edit(program.start, program.end, f"{words[0]}{head}[ {', '.join(moved)} ]")]
    if not isinstance(args.value, list):
        raise UsageError("its args are no list", hint=BY_HAND)
    return [alone, _prefix(text, args, moved)]


def take_away(text: str, entry: Started, front: Front) -> list[Edit]:
    """Return the edits that undo `put_in_front`."""
    program, args = entry.program.node, entry.args
    if isinstance(program.value, list):
        return [_without(text, program, len(front.words) + 1)]
    if args is None or not isinstance(args.value, list):
        raise UsageError("its args are no list", hint="take the guard out by hand")
    count = len(front.words) + 1
    own = args.items[count - 1]
    back = text[own.start : own.end]
    head = args_head(text, entry.holder, entry.program)
    if count == len(args.items) and text.startswith(f"{head}[ ", program.end) and args.start == program.end + len(head):
        return [Edit(program.start, args.end, back)]
    return [Edit(program.start, program.end, back), _without(text, args, count)]


def quoted(word: str) -> str:
    """Return a text as JSON and TOML both write it."""
    try:
        word.encode("utf-8")
    except UnicodeEncodeError:
        raise UsageError(f"{word!r} cannot be written into a configuration", hint="move it to another path") from None
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")


def gap(text: str, holder: Node, beside: Member) -> str:
    """Return what stands between a member and one that is written behind it."""
    begin = beside.key[0] if beside.key is not None else beside.node.start
    line = text.rfind("\n", 0, begin) + 1
    indent = text[line:begin]
    comma = "" if holder.syntax is Syntax.TABLE else ","
    # the table's own name may stand before the member's: a.command = ...
    alone = not indent.strip() or holder.syntax is Syntax.TABLE
    if holder.syntax is Syntax.INLINE or (comma and (line == 0 or not alone)):
        return f"{comma} "
    return f"{comma}{_line_end(text, line)}{indent}"


def member(name: str, raw: str, syntax: Syntax) -> str:
    """Return a member as its table writes it."""
    return f'"{name}": {raw}' if syntax is Syntax.JSON else f"{name} = {raw}"


def args_head(text: str, holder: Node, program: Member) -> str:
    """Return what stands before the value of `args` where that is written behind the program."""
    return gap(text, holder, program) + member("args", "", holder.syntax)


def _line_end(text: str, line: int) -> str:
    return "\r\n" if text[max(line - 2, 0) : line] == "\r\n" else "\n"


def _prefix(text: str, array: Node, raw: Sequence[str]) -> Edit:
    """Put values at the front of a list, with the white space that stands there."""
    at = array.start + 1
    if not array.items:
        return Edit(at, at, ", ".join(raw))
    white = _white(text, at)
    return Edit(at, at, f"{white}{', '.join(raw)}{',' if white else ', '}")


def _without(text: str, array: Node, count: int) -> Edit:
    """Take the first values out of a list, as `_prefix` put them there."""
    at, last = array.start + 1, array.items[count - 1].end
    if count == len(array.items):
        return Edit(at, last, "")
    comma = re.compile(_BLANK[array.syntax] + ",").match(text, last)
    end = last if comma is None else comma.end()
    if not _white(text, at) and text.startswith(" ", end):
        end += 1
    return Edit(at, end, "")


def _white(text: str, at: int) -> str:
    found = _WHITE.match(text, at)
    return "" if found is None else found[0]


def _several(command: str, args: Node | None) -> list[str]:
    """Return the words of a command that holds its arguments, too; none where it is one word."""
    if (args is not None and args.value) or is_present(Path(command)):
        return []
    words = _words(command)
    return words if len(words) > 1 else []


def _split(args: Node | None) -> list[str]:
    return _words(args.value) if args is not None and isinstance(args.value, str) else []


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise UsageError(f"its command {text!r} leaves a quotation open", hint="write the words as a list") from None
