"""Short lines beside a list are heard by their words, in whatever order these stand, and held against its length."""

import json

import pytest
from measure.forms import read

from tool_audit.model import ItemKind

BULLETS = "\n".join(f"- thing {n} does (m{n})" for n in range(10))
TABLE = "\n".join(["id,name", *(f'{n},"thing, {n}"' for n in range(10))])

MORE = """
58 vehicles in all, page 1.
57 vehicles in total
57 vehicles altogether; 10 on this page
There are 57 vehicles in total.
A total of 57 vehicles was found.
In total 57 vehicles
Total vehicles: 57
Vehicles: 10 of 57
10/57 vehicles
10 / 57
(10/57)
1–10 of 57
1-10 / 57
Rows 1–10 (57 total)
10 rows (57 total)
10 rows (of 57)
10 shown, 57 total
Showing 10 vehicles (total: 57)
Showing the 10 most recent of 57 tickets
Showing top 10 of 57 matches
Listing 10 tickets; 47 more exist
47 more tickets not shown
47 tickets were left out
and 47 others
…47 more
— 47 more —
[47 more rows]
[... 47 rows omitted ...]
--More--
-- more --
(more)
[more]
(list continues)
(continued on page 2)
Continue with page=2
Next: page=2
Next page: 2
→ page=2
Pass after=m9 for the next page
For the next page call again with cursor "abc"
Use cursor=abc123 to continue.
There is more: offset=10
Further results: offset=10
More results are available; ask with offset=10.
This is not the full list.
The list is incomplete.
This is only part of the list.
Partial list
Partial results
Only the first 10 are listed.
Limited to 10 rows.
Capped at 10 results
Results were capped at 10.
Limit of 10 rows applied
limit lowered to 10
(limit 500 lowered to 10)
Note: limit reduced to 10, the maximum
Max 10 results per call; the rest was dropped.
총 57건 중 10건만 표시합니다.
전체 57개 중 10개
총 57개
10건 표시 (전체 57건)
10/57건
57건 중 1-10
47건이 더 있습니다
나머지 47건은 생략되었습니다
[내용이 길어 잘렸습니다]
(이하 생략)
결과가 너무 많아 10건만 표시했습니다
더 보려면 offset=10
다음 페이지: page=2
全57件中 1〜10 件目を表示しています。
57件中10件を表示
10件 / 57件
全57件
他47件
残り47件
残り47件は省略しました
続きは offset=10 を指定してください
次のページ: page=2
上限の10件まで表示
共57条，显示前10条
共 57 条记录
显示第1-10条，共57条
第 1-10 条 / 共 57 条
第1页，共6页
仅显示前 10 条
还有47条未显示
以下内容省略
下一页: page=2
10 von 57 Einträgen
Es werden 10 von 57 Einträgen angezeigt.
Einträge 1 bis 10 von 57
Insgesamt 57 Einträge
57 Einträge insgesamt
Weitere 47 Einträge vorhanden
47 weitere Einträge
... und 47 weitere
Liste gekürzt
Nur die ersten 10 Einträge
Seite 1 von 6
Weiter mit offset=10
Nächste Seite: page=2
Affichage de 10 sur 57 résultats.
Affichage de 10 résultats sur 57
10 résultats affichés sur 57
57 résultats au total
Il y a 57 résultats au total.
Total : 57
47 autres résultats
et 47 autres
Liste tronquée
Résultats tronqués
Page 1 sur 6
Suite : offset=10
Page suivante : page=2
Utilisez offset=10 pour la suite.
Mostrando 10 de 57
Mostrando 10 resultados de 57
Mostrando los primeros 10 de 57 resultados
Mostrando 1-10 de 57 registros
Se muestran 10 de 57 obras
57 obras en total
Total: 57 obras
Hay 47 obras más
y 47 más
Lista truncada
Página 1 de 6
Página siguiente: page=2
Use offset=10 para ver más
Mostrando 10 de 57 itens
Exibindo 10 de 57
Exibindo 1 a 10 de 57 registros
57 itens no total
Há mais 47 itens
e mais 47
Próxima página: page=2
Показаны 1–10 из 96
Показано 10 из 57 записей
Показаны первые 10 из 57
Всего: 57
Всего 57 записей
Ещё 47 записей
и ещё 47
Список сокращён
Страница 1 из 6
Следующая страница: page=2
Mostrati 10 di 57
Visualizzati 10 risultati su 57
10 su 57
57 risultati in totale
altri 47
10 van 57 resultaten
57 resultaten in totaal
Wyświetlono 10 z 57
Visar 10 av 57
Viser 10 af 57
57 sonuçtan 10'u gösteriliyor
Hiển thị 10 trên 57 kết quả
Menampilkan 10 dari 57
Trang 1 / 6
عرض 10 من 57
Your search matched 57 documents; the first ten are below.
57 hits
Hits: 57
Result count: 57 (10 on this page)
Matches 1 through 10 out of 57
Records 1-10 (of 57)
[1-10/57]
Batch 1/6
Page 1/6
page 1 of 44, 10 per page
Displaying items 1 - 10 of 57 in total
Listing limited to 10 entries
Output limited to 10 rows, use limit to raise it
Too many results, showing 10
Too many matches (57). Showing the first 10.
Only 10 of them are shown here.
47 songs omitted for brevity
(47 omitted)
+ 47 more songs
... 47 rows elided ...
*47 further entries exist*
> 47 more available
End of page 1. Next page token: abc
nextPageToken: abc
continuation_token=abc
next_cursor=abc
Cursor for the next page: abc
To continue, send since_id=99
See the next 10 with skip=10
Ask for page 2 to see the rest.
Ask again with a larger limit to see the others.
Increase max_results to see more.
Refine your query to see other results.
Narrow the search: 57 tickets match.
The result set was cut at 10 rows.
Rows beyond 10 were discarded.
Row limit (10) reached.
Hit the limit of 10 rows
MAX_ROWS=10 reached
Truncated at 10
TRUNCATED
*** truncated ***
<truncated>
<!-- truncated -->
...
…
(and so on)
etc.
총 57곡 (1~10 표시)
검색 결과: 57건 (10건 표시)
상위 10개만 출력했습니다
47개는 생략했습니다
페이지 1/6
1/6 페이지
全57件（1〜10件を表示）
該当件数: 57件
検索結果 57 件中 1 - 10 件目
ほか47件あり
最初の10件だけ表示しています
1/6ページ
共57项结果，当前显示1-10项
找到 57 首歌曲，显示前 10 首
当前第 1 页 / 共 44 页
另有 47 首未列出
(已截断)
Gesamtzahl: 57
57 Lieder gefunden, 10 angezeigt
10 von insgesamt 57 Liedern
Zeige 1–10 von 57
Weitere Treffer mit offset=10 abrufen
Es gibt 47 weitere Lieder.
Nombre total : 57
57 chansons trouvées, 10 affichées
Les 10 premières sur 57
Encore 47 chansons
Voir la suite avec page=2
Se muestran 10 canciones de un total de 57
Hay 57 canciones en total
Quedan 47 canciones
Total de resultados: 57
Ver más con page=2
Total de 57 músicas
Restam 47 músicas
Mostrando as 10 primeiras de 57
Найдено 57, показано 10
Всего песен: 57
Осталось 47
Trovati 57 brani, mostrati 10
Totale: 57
Ancora 47 brani
""".strip().splitlines()  # noqa: RUF001 - as servers write it

QUIET = """
Found 10 results:
10 vehicles
10 vehicles found.
Vehicles (10)
Total: 10
10 results
10 rooms, 57 seats
Fleet of Example Ltd. (since 1957)
Updated 57 minutes ago
Generated in 57 ms
Query took 57 ms
Query: limit 57
As of 2026-05-10
Building 57, floor 3
The 10 doors of 57 Main Street
10 doors at 57 Main Street
Page 6 of 6
Page 1 of 1
No more results.
End of list.
That is all.
All 10 vehicles are listed.
Showing all 10 vehicles.
Showing 10 of 10
1-10 of 10
Se encontraron 10 resultados:
Es werden 10 Rezepte angezeigt.
10건을 찾았습니다.
10件見つかりました
找到10条结果：
Найдено 10 записей
10 résultats trouvés
Use get_vehicle(id) for details.
Use get_vehicle to see more about one.
Call get_details with an id for more.
For more on a vehicle, see https://example.org/v
Rating: 4 of 5
Sum: 57 km
Total weight: 57 kg
Total price: 57
Last 24 hours
Top 10 by score
Week 10 of 52
Sorted by name, 57 ms
Sala 10 de 57
Zimmer 10
Seats 57 of 60 taken
Songs, sorted by points
10 songs
10 songs in 12 ms
Songs (10):
Count: 10
Hits: 10
Result count: 10
Matches 1 through 10 out of 10
Page 1/1
page 1 of 1, 10 per page
Listing complete.
All songs are shown.
Nothing was left out.
No further pages.
Max 500 points per song
Limit: 50
Points are capped at 500
Year: 2026
Album 431
Channel 4, 431 MHz
Listeners: 431
Played 431 times
Average: 43.1
Sum of points: 431
As of 12:30
The list is updated every 10 minutes.
Next update in 10 minutes
Next concert: page 3 of the programme
Use get_song to hear one.
Prices from 431 EUR
Contact: +49 431 10
총점: 431점
10곡
10件
合計 431 点
共10首
Insgesamt 10 Lieder
10 chansons
10 canciones encontradas
Всего 10 песен
Songs left in stock: 5
12 seats left
""".strip().splitlines()  # noqa: RUF001 - as servers write it


@pytest.mark.parametrize("line", MORE)
@pytest.mark.parametrize("rows", [BULLETS, TABLE], ids=["bullets", "csv"])
def test_a_line_that_tells_of_more_is_heard_and_is_no_item(line: str, rows: str) -> None:
    for text in (f"{line}\n\n{rows}", f"{rows}\n\n{line}"):
        found, items = read(text)
        assert found.says_more
        assert items is not None
        assert items.count == 10


@pytest.mark.parametrize("line", QUIET)
@pytest.mark.parametrize("rows", [BULLETS, TABLE], ids=["bullets", "csv"])
def test_a_line_that_tells_of_something_else_says_nothing(line: str, rows: str) -> None:
    for text in (f"{line}\n\n{rows}", f"{rows}\n\n{line}"):
        found, items = read(text)
        assert not found.says_more
        assert items is not None
        assert items.count == 10


@pytest.mark.parametrize("words", ["57 vehicles in total", "47 tickets were left out", "limit lowered to 10"])
def test_a_message_beside_the_list_is_heard_by_its_words_too(words: str) -> None:
    rows = [{"id": n, "name": f"thing {n}"} for n in range(10)]
    assert read(json.dumps({"message": words, "items": rows}))[0].says_more


def test_the_introduction_of_a_document_is_not_read_word_by_word() -> None:
    prose = "\n".join(f"A sentence that tells of number {n} and of nothing else." for n in range(12))
    assert not read(f"{prose}\nThere are 57 parts in total.\n\n{BULLETS}")[0].says_more


@pytest.mark.parametrize(
    "around",
    [("Trades of today\n\n", ""), ("# 10 rows\n", ""), ("Trades of today\n", ""), ("", "\n\ndone, all of them")],
)
def test_a_title_above_a_table_of_values_and_a_word_below_are_no_rows(around: tuple[str, str]) -> None:
    _, items = read(around[0] + TABLE + around[1])
    assert items is not None
    assert (items.kind, items.count) == (ItemKind.CSV, 10)


def test_a_few_lines_with_commas_between_prose_are_no_table() -> None:
    _, items = read("Dear reader,\n\nFirst, second\nthird, fourth\nfifth, sixth\n\nand so on, and on, and on.\n")
    assert items is None or items.kind is not ItemKind.CSV


def test_a_mark_in_brackets_behind_a_text_is_heard_in_other_words() -> None:
    assert read("첫째 문단이 있고\n둘째 문단이 있다\n\n[내용이 길어 잘렸습니다]")[0].says_more
    assert not read("첫째 문단이 있고\n둘째 문단이 있다\n\n[하나도 생략되지 않았음]")[0].says_more


@pytest.mark.parametrize("line", ["There are 10 vehicles.", "Es gibt 10 Treffer", "Hay 10 resultados"])
def test_to_say_how_many_there_are_is_not_to_say_that_others_are_left(line: str) -> None:
    assert not read(f"{line}\n\n{BULLETS}")[0].says_more
