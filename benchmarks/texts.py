"""The texts that are measured: replies of one shape each, of any size."""

import base64
import json
import random
from collections.abc import Callable, Mapping
from typing import Final

_KOREAN: Final = (
    "에이전트는 도구를 기본값으로 부르고 그 답을 문맥에서 지불한다. 한 번의 호출이 팔십만 자를 돌려주었고 끝났다. "
    "목록에 없는 것은 없는 것이라고 믿었다. 한도를 넘은 답은 아무 말 없이 잘렸다. "
)
_ENGLISH: Final = (
    "An agent calls a tool with its defaults and pays for the reply out of its context. One call ended the session. "
    "What was not listed was believed not to exist, for the list had been cut and had said nothing of it. "
)
_CODE: Final = (
    'def lines(path):\n    """Yield the lines."""\n    with open(path) as file:\n        yield from file\n\n\n'
)


def _repeated(text: str, size: int) -> str:
    # numbered, so that no cache of pieces sees the same text again and again
    count = size // len(text.encode()) + 1
    return "".join(f"{number} {text}" for number in range(count))


def _rows(size: int, row: Callable[[int], object]) -> list[object]:
    count = max(1, size // len(json.dumps(row(123_456), ensure_ascii=False).encode()))
    return [row(number) for number in range(count)]


def korean(size: int) -> str:
    """Korean prose in JSON."""
    return json.dumps(_rows(size, lambda n: {"id": n, "text": f"{n} {_KOREAN}"}), ensure_ascii=False)


def escaped(size: int) -> str:
    r"""The same, with \\u escapes."""
    return json.dumps(_rows(size // 2, lambda n: {"id": n, "text": f"{n} {_KOREAN}"}))


def numbers(size: int) -> str:
    """Rows of numbers."""
    chance = random.Random(1)
    return json.dumps(_rows(size, lambda n: [n, chance.random(), chance.randrange(10**9), -n * 0.5]))


def base64_text(size: int) -> str:
    """Base64 in one field."""
    return json.dumps({"data": base64.b64encode(random.Random(1).randbytes(size * 3 // 4)).decode()})


def small_items(size: int) -> str:
    """A great many small items: 200,000 in 20 MB."""
    pad = "x" * 60
    return json.dumps({"items": _rows(size, lambda n: {"id": f"i-{n:07}", "name": pad, "n": n}), "total": size})


def one_string(size: int) -> str:
    """One string with all of it."""
    return json.dumps({"text": _repeated(_ENGLISH, size)[:size]})


def deep(size: int) -> str:
    """Objects 100 levels deep, again and again."""
    one = '{"child":' * 100 + '{"name":"leaf","n":1}' + "}" * 100
    return "[" + ",".join([one] * max(1, size // len(one))) + "]"


def prose(size: int) -> str:
    """Text that is no JSON: lines."""
    return "\n".join(f"{n}. {_ENGLISH}" for n in range(size // len(_ENGLISH)))


REPLIES: Final[Mapping[str, Callable[[int], str]]] = {
    "Korean prose": korean,
    "escaped": escaped,
    "numbers": numbers,
    "base64": base64_text,
    "small items": small_items,
    "one string": one_string,
    "deep nesting": deep,
    "lines of text": prose,
}

TOKEN_TEXTS: Final[Mapping[str, Callable[[int], str]]] = {
    "English prose": lambda size: _repeated(_ENGLISH, size),
    "Korean prose": lambda size: _repeated(_KOREAN, size),
    "Korean JSON": korean,
    "Korean JSON, indented": lambda size: json.dumps(json.loads(korean(size)), ensure_ascii=False, indent=2),
    "Korean JSON, escaped": escaped,
    "numbers": numbers,
    "base64": base64_text,
    "code": lambda size: _repeated(_CODE, size),
    "emoji": lambda size: _repeated("👩‍👩‍👧 🇰🇷 🙂 👍🏽 ", size),
}

PATHOLOGICAL: Final[Mapping[str, Callable[[], str]]] = {
    "1 MB of spaces": lambda: " " * 1_000_000,
    "1 MB of one letter": lambda: "a" * 1_000_000,
    "1 MB of dashes": lambda: "-" * 1_000_000,
    "1 MB of newlines": lambda: "\n" * 1_000_000,
    "1 MB of random Korean": lambda: "".join(
        map(chr, random.Random(1).choices(range(0xAC00, 0xD7A4), k=1_000_000 // 3))
    ),
}
