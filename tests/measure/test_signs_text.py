"""What a text says of its own completeness is heard in many languages, and never in the words of its data."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure.forms import FORMS, ROWS, read

from tool_audit.model import Json, SignKind

LIST = "\n".join(f"- thing {n} does (m{n})" for n in range(20))

NOTICES = """
Showing 1-20 of 57
Showing 1 to 20 of 57 entries.
Displaying records 1 through 20 of 57
Displaying 20 out of 57 total results
20 of 57 results
Results 1 - 20 of about 57
Results (20 of 57):
Search results: 1-20 of 57
Found 57 results, showing the first 20.
57 matches found, displaying 20
20 results shown, 37 more available
Showing first 20 results
Only the first 20 results are shown.
Found 57 results
Total: 57
**Total:** 57
... and 37 more
…and 37 more items
+37 more
(37 more)
There are 37 more results
37 results omitted
25 items hidden
[truncated]
(list truncated)
Output truncated.
(truncated, 12,000 characters omitted)
Note: output truncated at 4,000 characters
Results truncated to 20 items due to size limit
⚠️ Results truncated (showing 20 of 57)
The response was truncated because it exceeded the maximum size.
Results limited to 20
Result limit of 20 reached
More results available
Not all results are shown.
Use offset=20 to see more results.
Use the cursor argument to get the next page.
To see more, call again with offset=20
Page 1 of 3
has_more: true
Next cursor: abc123
Truncated: true
Link: <https://api.example/items?page=2>; rel="next"
결과가 잘렸습니다
외 37건
총 57건 중 20건
전체 57개 중 20개만 표시
검색 결과 57건 중 20건을 표시합니다
37개 항목이 더 있습니다
(이하 37건 생략)
이하 생략
以下省略
以下略
他37件
全57件中1～20件を表示
残り37件は省略されました
结果已截断
共57条，显示20条
共 57 条结果，仅显示前 20 条
第1-20条，共57条
还有37条
還有37筆
[gekürzt]
Ausgabe gekürzt
... und 37 weitere
1-20 von 57 Ergebnissen
Auf 20 Ergebnisse begrenzt
… 37 autres
Affichage de 1 à 20 sur 57 résultats
[tronqué]
Limité à 20 résultats
y 37 más
Mostrando 20 de 57 resultados
Resultados truncados
Há mais 37 resultados
Exibindo 1-20 de 57
e altri 37
Mostrati 20 di 57 risultati
[усечено]
ещё 37
Показано 20 из 57
""".strip().splitlines()  # noqa: RUF001 - as servers write it

WORDS = [
    "fix truncated output",
    "truncated",
    "[truncated]",
    "showing 1-20 of 57",
    "Showing 1-20 of 57 results",
    "… and 37 more",
    "Output truncated",
    "results limited to 50",
    "more results available",
    "has_more: true",
    "next_cursor: abc",
    "Total: 57",
    "Use offset to see more results",
    "3 of 5 tests failed",
    "a preview that ends ...",
    "잘렸습니다",
    "외 37건",
    "以下略",
    "gekürzt",
]

PROSE = [
    "The job was marked as truncated because the disk was full.",
    "Showing 1-20 of 57 is what the old page said, and it was wrong.",
    "Output truncated by the shell is hard to read.",
    "A commit said: fix truncated output, and 37 more were like it.",
    "In that year 20 of 57 people said so.",
    "3 of 5 tests failed",
    "12 passed, 3 skipped",
    "Use the cursor of your editor to select the text, then go on to the next page.",
    "It was (truncated) in the middle (output truncated).",
    "For more information, see page 12 of the handbook.",
    "2 more reviewers needed",
    "No results were truncated.",
    "The preview ends here...",
]


@pytest.mark.parametrize("notice", NOTICES)
@pytest.mark.parametrize("place", ["above", "below", "in a block", "in a message", "beside"])
def test_a_notice_says_more_and_is_no_item(notice: str, place: str) -> None:
    rows = [{"id": f"m{n}", "title": f"thing {n}"} for n in range(20)]
    found, items = {
        "above": lambda: read(f"{notice}\n\n{LIST}"),
        "below": lambda: read(f"{LIST}\n\n{notice}"),
        "in a block": lambda: read(json.dumps(rows), notice),
        "in a message": lambda: read(json.dumps({"message": notice, "items": rows})),
        "beside": lambda: read(json.dumps({"items": rows, "shown": notice})),
    }[place]()
    assert found.says_more
    assert not found.says_complete
    assert items is not None
    assert items.count == 20


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "notice", ["Showing 1-{n} of 957", "... and 37 more", "[truncated]", "외 37건", "Has more: true"]
)
@given(rows=ROWS)
@settings(max_examples=2, deadline=None)
def test_items_written_in_any_form_leave_a_notice_its_say(form: str, notice: str, rows: list[dict[str, Json]]) -> None:
    blocks = FORMS[form](rows)
    plain, items = read(*blocks)
    told, same = read(*blocks, notice.format(n=len(rows)))
    assert not plain.says_more
    assert told.says_more
    assert items is not None
    assert same is not None
    assert same.count == items.count == len(rows)


@pytest.mark.parametrize("form", FORMS)
@given(rows=ROWS, word=st.sampled_from(WORDS), before=st.sampled_from(["", "On ", "12 "]))
@settings(max_examples=12, deadline=None)
def test_the_same_words_in_the_items_say_nothing(
    form: str, rows: list[dict[str, Json]], word: str, before: str
) -> None:
    marked = [{**row, "title": before + word, "state": word} for row in rows]
    found, items = read(*FORMS[form](marked))
    assert not found.says_more
    assert items is not None
    assert items.count == len(rows)


@given(
    sentence=st.sampled_from(PROSE),
    before=st.sampled_from(["", "An introduction.\n\n", "# Title\n\nSome words, and more of them.\n"]),
    after=st.sampled_from(["", " And so it went on for a while, as these things do.", "\n\nThe end of it all."]),
)
def test_prose_that_speaks_of_cut_things_is_not_cut(sentence: str, before: str, after: str) -> None:
    found, _ = read(before + sentence + after)
    assert not found.says_more


@pytest.mark.parametrize(
    ("text", "total", "count"),
    [
        (f"Showing 1-20 of 57\n{LIST}", 57, 20),
        (f"Showing 1-20 of 1,057 results\n{LIST}", 1057, 20),
        (f"{LIST}\n\n총 57건 중 20건", 57, 20),
        (f"{LIST}\n\n共57条，显示20条", 57, 20),  # noqa: RUF001 - as servers write it
        (f"Found 57 results\n\n{LIST}", 57, None),
        (f"{LIST}\n\n20 results (57 total)", 57, None),
        (f"{LIST}\n\nMostrando 1-20 de 57", 57, 20),
    ],
)
def test_the_numbers_of_a_notice_are_read(text: str, total: int, count: int | None) -> None:
    found, _ = read(text)
    assert (found.total, found.count) == (total, count)


def test_a_notice_that_all_is_shown_says_complete() -> None:
    found, _ = read(f"Showing 1-20 of 20 results\n\n{LIST}")
    assert found.says_complete
    assert not found.says_more


def test_the_next_page_can_be_named_in_words() -> None:
    found, _ = read(f"{LIST}\n\nNext cursor: abc123")
    assert (found.cursor, found.has_more) == ("abc123", True)
    found, _ = read(f'{LIST}\nLink: <https://api.example/items?page=2>; rel="next"')
    assert found.cursor == "https://api.example/items?page=2"


def test_a_mark_that_is_buried_in_a_long_text_is_found_where_it_stands() -> None:
    half = "A line of the log, like any other.\n" * 600
    found, _ = read(f"{half}[... 12,000 characters omitted ...]\n{half}")
    assert found.says_more
    assert found.all[0].kind is SignKind.TEXT
    assert abs(found.all[0].position - len(half)) < 10


def test_a_mark_behind_the_last_words_of_a_text_counts() -> None:
    assert read("It goes on and on [truncated]")[0].says_more
    assert read("It goes on and on... (truncated)")[0].says_more
    assert not read("It goes on and on...")[0].says_more
