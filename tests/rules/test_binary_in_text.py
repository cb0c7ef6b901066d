import base64
import hashlib
import json
import random
import time

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.rules.binary_in_text import binary_in_text

RANDOM = random.Random(7)
BYTES = b"\x89PNG\r\n\x1a\n" + RANDOM.randbytes(30_000)
BASE64 = base64.b64encode(BYTES).decode()
LINES = base64.encodebytes(BYTES).decode()


def found(text, name="take_shot", **options):
    return hits(binary_in_text, tool_run(call(text), spec=tool(name)), **options)


def wrapped(width):
    return "\n".join(BASE64[n : n + width] for n in range(0, len(BASE64), width))


@pytest.mark.parametrize(
    "text",
    [
        BASE64,
        json.dumps({"png": BASE64}),
        "Here is the picture:\n" + BASE64,
        f"![shot](data:image/png;base64,{BASE64})",
        json.dumps({"shot": {"type": "image/png", "data": BASE64}}, indent=2),
        json.dumps({"png": BASE64}).replace("/", "\\/"),
        wrapped(64),
        wrapped(76).replace("\n", "\r\n"),
        json.dumps({"content": LINES, "encoding": "base64"}),
        json.dumps({"inner": json.dumps({"content": wrapped(60)})}),
        base64.urlsafe_b64encode(BYTES).decode(),
        BYTES.hex(),
        "\\x" + BYTES.hex().upper(),
        base64.b64encode("모든 계정은 하루에 한 번 정리된다. ".encode() * 200).decode(),
    ],
)
def test_encoded_data_is_found_however_it_is_written(text):
    assert len(found(text)) == 1


def test_the_figures_and_the_kind_are_said():
    [hit] = found(json.dumps({"png": BASE64}))
    assert f"{len(BASE64):,} of the {len(BASE64) + 11:,} characters" in hit.message
    assert "base64 data (PNG image)" in hit.message
    assert "image block" in hit.advice
    assert len(hit.calls) == 1


def test_line_breaks_are_not_counted_as_data():
    [hit] = found(json.dumps({"content": LINES}))
    assert f"{len(BASE64):,} of the" in hit.message


def test_proper_image_and_audio_blocks_are_left_alone():
    blocks = [
        {"type": "text", "text": "The shot."},
        {"type": "image", "data": BASE64, "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "file:///a", "blob": BASE64, "mimeType": "image/png"}},
    ]
    assert hits(binary_in_text, tool_run(call(content=blocks))) == []


MINIFIED = "function a(b){return b.map(c=>c+1)};var d=a([1,2,3]);" * 400
PEM = "-----BEGIN CERTIFICATE-----\n" + wrapped(64) + "\n-----END CERTIFICATE-----\n"
LOOK_ALIKES = {
    "prose": "Every account is closed once a day. " * 500,
    "minified source": MINIFIED,
    "one long word": "x" * 9_000,
    "camel case": "getElementByNameAndSetInnerTextOfTheOther" * 200,
    "a list of hashes": "\n".join(hashlib.sha256(bytes([n])).hexdigest() for n in range(200)),
    "hashes in JSON": json.dumps([hashlib.sha512(bytes([n])).hexdigest() for n in range(200)]),
    "short base64 values": json.dumps([base64.b64encode(RANDOM.randbytes(900)).decode() for _ in range(50)]),
    "a long link": json.dumps(
        {"open": f"https://example.com/play/{BASE64[:6_000].replace('+', '-').replace('/', '_')}"}
    ),
    "a signed token": f"{BASE64[:2_400]}.{BASE64[2_400:5_000]}.{BASE64[:400]}".replace("/", "_").replace("+", "-"),
    "a cursor": json.dumps({"items": [], "nextPageToken": BASE64[:3_000]}),
    "a certificate": PEM,
    "digits of pi": "31415926535897932384626433832795" * 200,
    "a gene": "".join(RANDOM.choice("ACGT") for _ in range(9_000)),
    "a protein": "".join(RANDOM.choice("ACDEFGHIKLMNPQRSTVWY") for _ in range(9_000)),
    "a word list": "\n".join(f"word{n:05}" for n in range(3_000)),
    "a long path": "/".join(f"folder-{n}" for n in range(900)),
    "a table of numbers": "\n".join(",".join(str(RANDOM.randrange(10**6)) for _ in range(12)) for _ in range(200)),
}


@pytest.mark.parametrize("text", LOOK_ALIKES.values(), ids=LOOK_ALIKES.keys())
def test_what_only_looks_like_data_is_left_alone(text):
    assert found(text) == []


def test_a_tool_that_encodes_is_left_alone():
    assert found(BASE64, name="encode_text") == []
    assert found(BASE64, name="base64_of_file") == []
    assert len(found(BASE64, name="search_knowledge_base")) == 1


def test_two_thousand_characters_are_data_and_one_less_are_not():
    assert len(found(json.dumps({"a": BASE64[:2_000]}))) == 1
    assert found(json.dumps({"a": BASE64[:1_999]})) == []


@pytest.mark.parametrize("before", [0, 1, 499, 999, 1_000, 1_001, 1_500])
def test_data_is_found_wherever_it_begins(before):
    assert len(found("." * before + " " + BASE64[:2_000])) == 1


def test_the_least_length_is_an_option():
    text = json.dumps({"a": BASE64[:1_000]})
    assert found(text) == []
    assert len(found(text, chars=1_000)) == 1


def test_the_worst_reply_of_a_tool_is_the_one_told():
    small, large = call(BASE64[:3_000], arguments={"n": 1}), call(BASE64[:9_000], arguments={"n": 2})
    [hit] = hits(binary_in_text, tool_run(small, calls=[large]))
    assert hit.calls == (large,)


def test_errors_are_another_rules():
    assert hits(binary_in_text, tool_run(calls=[call(BASE64, error=True)])) == []


def test_twenty_million_characters_are_searched_within_a_second():
    from tool_audit.rules._encoded import encoded  # noqa: PLC0415

    texts = ["word " * 4_000_000, "\n".join(["abcdefgh"] * 2_000_000), ("a" * 1_900 + " ") * 10_000, "Ab1+" * 5_000_000]
    for text in texts:
        start = time.perf_counter()
        assert list(encoded(text, 2_000)) == []
        assert time.perf_counter() - start < 3


def test_a_blob_that_structured_content_repeats_is_in_no_text_block():
    data = base64.b64encode(bytes(range(256)) * 40).decode()
    blob = {"type": "resource", "resource": {"uri": "file:///a", "blob": data}}
    assert not hits(binary_in_text, tool_run(call(None, content=[blob], structured={"content": [blob]})))
