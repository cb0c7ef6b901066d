"""The same data is written in other ways, to the character, and counted."""

import csv
import io
import json

import pytest

from tool_audit.measure.encodings import encodings
from tool_audit.measure.tokens import load_counter
from tool_audit.model import ABSENT, Encoding, Json

COUNTER = load_counter()
ROWS = [{"id": n, "이름": f"홍길동 {n}", "ok": n % 2 == 0, "note": None} for n in range(40)]


def of(document: Json, text: str = "") -> dict[str, Encoding]:
    return {encoding.name: encoding for encoding in encodings(document, text, COUNTER)}


def test_compact_is_what_json_dumps_writes_without_spaces_and_escapes() -> None:
    sent = json.dumps({"items": ROWS}, indent=2)
    found = of(json.loads(sent), sent)
    expected = {
        "compact": json.dumps({"items": ROWS}, ensure_ascii=False, separators=(",", ":")),
        "ascii": json.dumps({"items": ROWS}, separators=(",", ":")),
        "indented": json.dumps({"items": ROWS}, ensure_ascii=False, indent=2),
    }
    for name, text in expected.items():
        assert found[name] == Encoding(name=name, chars=len(text), tokens=COUNTER.count(text))
    assert (found["toon"].chars or 0) < len(expected["compact"])


def test_csv_is_offered_for_flat_lists_only_and_reads_back() -> None:
    found = of(ROWS)["csv"]
    assert found.chars is not None
    assert found.chars < (of(ROWS)["compact"].chars or 0)
    assert "csv" in of({"rows": ROWS})
    for other in ([{"a": [1]}], [1, 2], {"a": 1}, [], {"rows": ROWS, "total": 40}):
        assert "csv" not in of(other)


def test_rows_with_different_keys_share_one_header() -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([["a", "b"], [1, ""], ["", "true"]])
    assert of([{"a": 1}, {"b": True}])["csv"].chars == len(out.getvalue())


@pytest.mark.parametrize(
    "document",
    [{"a": float("nan"), "b": float("inf")}, {"a": "\ud83d"}, [10**4000], {"": {"": []}}, [[[]], None], {"a": 1.0}],
    ids=["nan", "surrogate", "big", "empty", "nested", "float"],
)
def test_odd_values_do_not_stop_the_others(document: Json) -> None:
    found = of(document)
    compact = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    assert found["compact"].chars == len(compact)
    assert found["compact"].tokens == COUNTER.count(compact)
    assert found["indented"].chars is not None


def test_what_is_too_large_or_too_deep_is_left_out_and_said() -> None:
    large = of([{"text": "x" * 5_000_000}])
    assert large["compact"].chars == 5_000_013
    assert large["indented"] == Encoding(name="indented", chars=None, tokens=None)
    assert large["toon"].chars is None
    deep: Json = 1
    for _ in range(20_000):
        deep = [deep]
    assert {encoding.chars for encoding in of(deep).values()} == {None}


def test_a_text_that_is_written_so_already_is_not_counted_again() -> None:
    text = json.dumps(ROWS, ensure_ascii=False, separators=(",", ":"))
    found = {e.name: e for e in encodings(ROWS, text, COUNTER, text_tokens=123)}
    assert found["compact"].tokens == 123


def test_no_data_no_encodings() -> None:
    assert encodings(ABSENT, "prose", COUNTER) == ()


def test_what_is_nested_deep_is_not_written_indented_without_end() -> None:
    deep: Json = 1
    for _ in range(150):
        deep = {"a": deep}
    found = of([deep] * 1_000)
    assert found["indented"] == Encoding(name="indented", chars=None, tokens=None)
    assert found["compact"].tokens is not None
    assert of([deep] * 10)["indented"].chars == len(json.dumps([deep] * 10, indent=2))


def test_a_long_text_that_would_hardly_be_shorter_is_not_counted_again() -> None:
    sent = json.dumps({"data": "QUJD" * 1_100_000, "more": 1})
    found = of(json.loads(sent), sent)["compact"]
    assert (found.chars, found.tokens) == (len(sent) - 3, None)
    spread = json.dumps({"data": ["QUJD" * 200] * 6_000}, indent=60)
    assert of(json.loads(spread), spread)["compact"].tokens is not None
