"""The words that name a limit, a page, a total or a way on in other languages, and what they are in English."""

# ruff: noqa: E501, RUF001 - lists of words, and other scripts have characters that look like ours

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final

_IN_OTHER_TONGUES: Final[Mapping[str, str]] = {
    "total": """total gesamt gesamte gesamter insgesamt gesamtzahl gesamtanzahl totale totali totales totaux totais łącznie ogółem razem totaal
        totalt samlet toplam celkem összesen yhteensä всего общее общий общая общее_количество общее_число tổng tổng_số au_total en_total en_tout in_totale no_total
        总 总数 总计 共计 總 總數 總計 共計 総 総数 総計 全件 全 총 전체 총계 총합""",
    "total count": "总数量 总条数 總數量 總筆數 全件数 総件数 총개수 총건수 전체개수 전체건수 gesamtmenge",
    "total pages": "总页数 總頁數 全ページ数 総ページ数 총페이지수 전체페이지수 총페이지",
    "count": """anzahl recuento conteo conteggio contagem aantal antal antall adet sayısı počet lukumäärä
        件数 件數 個数 個數 条数 筆數 数目 取得件数 개수 갯수 건수 số_lượng jumlah""",
    "quantity": "cantidad quantidade quantità quantité menge ilość hoeveelheid mängd miktar количество 数量 數量 수량",
    "how many": "wieviele wieviel wie_viele wie_viel cuántos cuántas combien quantos quantas quanti quante ile hoeveel hur_många kaç сколько 多少 いくつ 몇",
    "number": "nombre liczba число sayı 数 nummer numéro número numero numer numara numarası номер zahl nr nro 番号 番號 编号 번호",
    "results": "ergebnisse ergebnis ergebnissen résultats résultat resultados resultado risultati wyniki wyników resultaten resultaat resultat sonuç sonuçlar результаты результатов výsledky tulokset 結果 结果 결과",
    "hits": "treffer träffar treff træffere 命中",
    "matches": "coincidencias correspondances corrispondenze совпадений совпадения dopasowań dopasowania",
    "items": "elemente elementen elementos elemento éléments élément elementi elementy elementów элементов элементы öğe öğeler itens posten pozycji pozycje stuks 項目 项目 項 항목",
    "entries": "einträge eintrag entrées voci wpisy wpisów girdi записей записи entradas 条目 條目",
    "records": "datensätze registros registri enregistrements rekordy rekordów kayıt kayıtlar zapisów 记录 記錄 レコード 레코드",
    "rows": "zeilen filas lignes righe linhas wiersze wierszy rijen rader satır satırlar строк строки",
    "page": "seite página pagina strona strony stronie stronę sida sidan sayfa страница страницы странице страницу strana strany halaman oldal sivu trang ページ 页 頁 페이지",
    "pages": "seiten páginas pagine stron sidor sayfalar страниц seitenanzahl seitenzahl 页数 頁數 ページ数 페이지수",
    "page number": "页码 頁碼 ページ番号 페이지번호 页号",
    "per page": """pro_seite je_seite por_página par_page per_pagina na_stronę na_stronie na_stránku per_sida per_side på_sidan sayfa_başına sayfa_başı на_странице на_страницу
        每页 每頁 每页数量 每页条数 每頁數量 페이지당 ページあたり 1ページあたり ページ毎 ページごと""",
    "size": "größe grösse taille tamaño tamanho dimensione rozmiar grootte storlek størrelse boyut boyutu размер サイズ 大小 크기",
    "limit": "limite límite limiet лимит ограничение обмеження 上限 制限 限制 限度 제한 상한 한도 höchstzahl obergrenze höchstanzahl",
    "max": "máximo máxima massimo massima maximale maximaal höchstens maksimum maks maksymalnie maksymalna maksymalny максимум макс 最大 最多 최대",
    "next": """nächste nächster nächstes nächsten weiter folgende fortsetzen fortsetzung suivant suivante siguiente próximo próxima seguinte continuar continuer continúa continua
        successivo successiva prossimo prossima następna następny następne kolejna kolejny dalej volgende verder doorgaan nästa fortsätt neste næste sonraki devam devamı
        další seuraava következő berikutnya следующий следующая следующее следующие далее дальше продолжить 次 次の 続き 下一 继续 繼續 다음 이어서""",
    "next page": "下一页 下一頁 下页 次ページ 次頁 다음페이지 folgeseite",
    "more": "mehr weitere weiteren weiterer más więcej fler flere daha_fazla ещё еще больше tiếp 更多 더",
    "has more": """hay_más tiene_más existen_más quedan_más es_gibt_mehr gibt_es_mehr es_gibt_weitere gibt_es_weitere hat_mehr hat_weitere il_y_a_plus il_y_en_a_plus a_plus y_a_plus
        il_reste_des_résultats a_une_suite suite_disponible há_mais tem_mais existem_mais ci_sono_altri ce_altro ha_altri ha_altro jest_więcej są_kolejne ma_więcej czy_więcej
        er_is_meer er_zijn_meer is_er_meer heeft_meer meer_beschikbaar finns_fler har_fler har_mer finns_mer har_flere daha_var devamı_var daha_fazla_var daha_fazlası_var
        есть_ещё есть_еще ещё_есть еще_есть имеется_ещё 更多あり 続きあり 続きがある まだある 次ページあり 还有 還有 还有更多 還有更多 是否有更多 有更多 有下一页 더있음 더_있음 다음있음 다음_있음""",
    "more results": "mais_resultados plus_de_résultats meer_resultaten weitere_treffer",
    "no more": "keine_weiteren keine_mehr no_hay_más não_há_mais plus_rien brak_więcej geen_meer больше_нет 没有更多 沒有更多",
    "has": "hay tiene hat há tem ha ma heeft har finns есть 有",
    "there is": "es_gibt gibt_es il_y_a ci_sono er_is",
    "cursor": "curseur cursore kursor imleç курсор カーソル 游标 游標 커서",
    "token": "jeton токен トークン 토큰 令牌",
    "offset": "versatz décalage desplazamiento deslocamento scostamento przesunięcie förskjutning смещение kaydırma オフセット 偏移 偏移量 오프셋",
    "skip": "überspringen saltar omitir sauter pular salta pomiń overslaan atla пропустить 跳过 跳過 スキップ 건너뛰기",
    "from": "ab desde od da dal depuis dès vanaf från fra от с начиная_с a_partir_de à_partir_de a_partir von 起点 开始于 から 부터",
    "start": "inicio início inizio début beginn anfang początek beginnen başlangıç начало 开始 開始 시작",
    "is truncated": """gekürzt abgeschnitten abgekürzt beschnitten tronqué tronquée tronqués tronquées tronque coupé coupée truncado truncada truncados truncadas recortado recortada troncato troncata troncati troncate
        tagliato tagliata obcięte obcięta obcięty obcięto ucięte ucięta ucięto skrócone skrócona skrócono przycięte afgekapt ingekort avkortad avkortat avkortet afkortet trunkerad kesildi kısaltıldı kırpıldı
        обрезано обрезан обрезаны усечено усечён усечены сокращено oříznuto zkráceno 省略 省略あり 切り捨て 打ち切り 截断 截斷 已截断 已截斷 被截断 是否截断 잘림 잘렸음 절단 절단됨""",
    "is partial": "unvollständig incompleto incompleta incompletos incomplet incomplète incomplets niepełne niepełna niekompletne onvolledig ofullständig неполный неполные неполно teilweise parcial partiel partielle parziale częściowe częściowy gedeeltelijk kısmi частично 不完全 不完整 불완전",
    "is complete": "vollständig volledig fullständig",
    "last": "letzte letzter letztes dernier dernière último última ultimo ultima ostatnia ostatni laatste sista siste sidste последняя последний 最后 最後 마지막",
    "current": "aktuelle aktueller actuelle actual atual corrente attuale bieżąca bieżący aktualna huidige nuvarande mevcut текущая текущий 当前 現在 现在 현재",
    "remaining": "verbleibend verbleibende übrig übrige restlich restliche restant restante restants restantes restanti rimanenti pozostało pozostałe resterend resterende overig återstående kvar gjenstående kalan осталось оставшиеся zbývá 残り 残件数 剩余 剩餘 남은 남음 나머지",
    "omitted": "ausgelassen weggelassen omis omises omitidos omitidas omessi omesse pominięte pominięto weggelaten utelämnade опущено пропущено 省略件数 생략",
    "shown": "angezeigt angezeigte gezeigt affichés affichées mostrados mostradas exibidos exibidas visualizzati mostrati wyświetlono pokazano getoond weergegeven visade gösterilen показано отображено 表示 显示 顯示 표시",
    "returned": "zurückgegeben renvoyés retournés devueltos devueltas retornados restituiti zwrócono teruggegeven returnerade döndürülen возвращено 返却 返回 반환",
    "found": "gefunden gefundene trouvés trouvées encontrados encontradas trovati trovate znaleziono gevonden hittade bulunan найдено 該当 找到",
    "available": "verfügbar vorhanden disponible disponibles disponíveis disponível disponibili disponibile dostępne dostępnych beschikbaar tillgängliga доступно",
    "applied": "angewandt angewendet appliqué appliquée aplicado aplicada applicato applicata zastosowany zastosowano toegepast tillämpad uygulanan применён применено",
    "end": "ende koniec einde slut конец 끝",
    "sort": "sortieren sortierung sortiere trier ordenar ordena ordenação ordina ordinamento sortuj sortowanie sorteren sortering sırala sıralama сортировка сортировать 排序 並び替え 並び順 정렬",
    "order": "orden ordre ordine ordem reihenfolge kolejność volgorde sıra порядок 順序 顺序 순서",
    "detail": "detalle detalles détail détails dettaglio dettagli detalhe detalhes szczegóły detaljer ayrıntı ayrıntılar детали 詳細 详情 상세 einzelheiten",
    "verbose": "ausführlich detailliert détaillé detallado dettagliato detalhado szczegółowo szczegółowy szczegółowe uitgebreid gedetailleerd detaljerad ayrıntılı подробно подробный 详细 자세히",
    "with details": "mit_details mit_einzelheiten con_detalles con_detalle avec_détails avec_detail con_dettagli com_detalhes met_details ze_szczegółami z_detalami med_detaljer с_деталями с_подробностями",
    "concise": "kurz knapp breve court corto krótki krótko krótka kort kısa кратко краткий bref 簡潔 简要 简短 간단 간략",
    "full": "voll completo completa complet complète pełny pełna pełne полный полностью",
    "include": "einschließen inkl incluir inclure includi dołącz włącznie opnemen inkludera включить 含む 包含 포함",
    "format": "formato formaat biçim формат 形式 格式 형식 ausgabeformat",
    "pagination": "paginierung paginación paginação paginazione paginacja paginering sayfalama пагинация 分页 分頁 ページネーション 페이지네이션 페이징",
    "metadata": "metadaten metadatos métadonnées metadati metadados metadane metagegevens метаданные 元数据 メタデータ 메타데이터",
    "summary": "zusammenfassung resumen résumé riepilogo resumo podsumowanie samenvatting sammanfattning özet сводка 摘要 概要 요약",
    "search": "suchen finden buscar busca encontrar chercher rechercher trouver cercare cerca trova procurar pesquisar szukaj wyszukaj znajdź zoek zoeken vind sök hitta ara bul hledat найти искать 查找 搜尋",
    "query": """suche suchbegriff suchwort suchanfrage suchtext búsqueda consulta requête recherche ricerca pesquisa zapytanie zoekterm zoekopdracht sökord sökterm sökning søgeord sorgu arama
        запрос поиск dotaz 検索 検索語 搜索 查询 查詢 질의 검색 검색어""",
    "keyword": "stichwort schlagwort palabra_clave mot_clé mot_clef parola_chiave palavra_chave słowo_kluczowe fraza trefwoord nyckelord anahtar_kelime キーワード 关键词 關鍵字 關鍵詞 키워드",
    "term": "término termo terme begriff",
    "list": "liste lista lijst список 一覧 列表 목록",
}
HOW_MANY: Final = (
    r"\bwie ?viele\b|\banzahl\b|\b(?:höchst|maximal)zahl\b|\bcombien\b|\bnombre (?:maxim\w+ )?(?:de|des|d[\u2019'])|\bcu[aá]nt[oa]s\b"
    r"|\bn[uú]mero (?:m[aá]ximo |massimo )?(?:de \w+s\b|di \w+i\b|de elementos)|\bcantidad (?:m[aá]xima )?de\b|\bquantidade (?:m[aá]xima )?de\b|\bquant[oiae]s?\b"
    r"|\bile\b|\bliczba\b|\bhoeveel\b|\baantal\b|\bhur många\b|\bantalet?\b|\bkaç\b|\bsayısı\b|сколько|количество|число"
    r"|몇|개수|건수|何件|件数|いくつ|个数|条数|多少|数量"
)
"""What asks for a number of things, in descriptions: parts of patterns, as the next ones are."""
THINGS: Final = (
    r"\b(?:ergebniss?e?n?|treffern?|einträgen?|elementen?|datensätzen?|zeilen|résultats|éléments|entrées|lignes|resultados|elementos|registros|filas|itens"
    r"|risultati|elementi|righe|wynik(?:i|ów)|pozycji|wierszy|wpisów|resultaten|regels|resultat|träffar|rader|sonuç\w*|kayıt\w*|результат\w*|запис(?:ей|и)|строк)\b"
    r"|結果|结果|項目|项目|记录|\d\s?[件条]|결과|항목"
)
PER_PAGE: Final = (
    r"\b(?:pro|je|por|par|per|na|på|на) (?:seite|página|pagina|page|stronie|stronę|stronu|sida|side|странице|страницу)\b|\bsayfa başına\b"
    r"|ページあたり|ページごと|每页|每頁|페이지당"
)
UNITS: Final = (
    r"\b(?:preis\w*|precios?|prix|prezz[oi]|preços?|cen[ay]|prijs|fiyat|цен[аы]|euros?|€|prozent|jahr\w*|años?|année|ann[oi]|anos?|rok(?:u|iem)?|jaar|год\w*"
    r"|monate?|mes(?:es)?|mois|mese|mês|miesiąc\w*|maand|месяц\w*|tagen?|días?|jours?|giorn[oi]|dias?|dni|dagen|день|дней|stunden?|horas?|heures?"
    r"|godzin\w*|uur|uren|час(?:а|ов)?|minuten|minut[oi]s?|sekunden|segundos?|secondes?|datum|fecha|дата|meter|metros?|mètres?|kilomet\w+|kilómet\w+)\b"
)
"""Units of measuring: a number that a description gives one of these counts no items."""
_JOINING: Final = frozenset(
    "de del della delle dello dei degli di do dos das der die den des du d la le les los las el il lo gli het van av af of w z o os по в".split()
)
_AT_THE_FRONT: Final = frozenset("next last current max".split())
_THINGS: Final = frozenset("results hits matches items entries records rows".split())
_SHORTEST_PART: Final = 4
_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "ё": "е"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def in_english(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a name with those of counting and paging in English; as they are where none is known.

    What joins words in other languages is left out, and an adjective comes first: `pagina siguiente` is `next page`.
    """
    table = _table()
    found: list[str] = []
    translated = False
    place = 0
    folded = [_fold(word) for word in words]
    while place < len(folded):
        length = next(
            (n for n in range(min(4, len(folded) - place), 0, -1) if " ".join(folded[place : place + n]) in table), 0
        )
        if length:
            found.extend(table[" ".join(folded[place : place + length])])
        elif parts := tuple(chain.from_iterable(_parts(folded[place], table))):
            found.extend(parts)
        elif place == 0 or words[place] not in _JOINING:
            found.append(words[place])
        translated = translated or bool(length) or bool(parts if not length else ())
        place += length or 1
    return _in_order(found) if translated else tuple(words)


def words_for(*english: str) -> frozenset[str]:
    """Return the single words of other languages that are one of these in English, with and without their marks."""
    words = {word for one in english for word in _IN_OTHER_TONGUES[one].split() if "_" not in word}
    return frozenset(words | {_fold(spelled) for word in words for spelled in (word, word.translate(_UMLAUTS))})


def _in_order(words: list[str]) -> tuple[str, ...]:
    """Put words in the order in which an English name has them."""
    if len(words) > 1:
        words = ["count" if word == "quantity" else word for word in words]
        if words[-1] in _AT_THE_FRONT:
            words = [words[-1], *words[:-1]]
        if (words[0] in ("number", "count") and words[1:] == ["pages"]) or words == ["pages", "count"]:
            words = ["total", "pages"]
        elif words[0] in ("size", "number") and words[1:2] == ["page"]:
            words = ["page", words[0], *words[2:]]
        elif words[0] == "pages" and words[1] in ("size", "number"):
            words = ["page", *words[1:]]
        elif "number" in (words[0], words[-1]) and _THINGS & set(words):
            words = ["count" if word == "number" else word for word in words]
    if "total" in words and len(words) > 2:  # "the number in total of books": what is counted comes last
        words = ["total", *(word for word in words if word not in ("total", "count", "number"))]
    return tuple(words)


def _parts(word: str, table: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield what a word is made of, where all of it is known: `trefferzahl`, `総件数`; nothing otherwise."""
    least = _SHORTEST_PART if unicodedata.name(word[:1] or " ", "").startswith(("LATIN", "CYRILLIC", "GREEK")) else 1
    if len(word) < 2 * least or len(word) > 40:
        return
    found: list[tuple[str, ...]] = []
    place = 0
    while place < len(word):
        end = next((end for end in range(len(word), place + least - 1, -1) if word[place:end] in table), 0)
        if not end:
            return
        found.append(table[word[place:end]])
        place = end
    yield from found


def _fold(word: str) -> str:
    """Write a word without what people leave out of names: `łącznie` is `lacznie`, `página` is `pagina`."""
    word = word.lower()
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFKD", word.translate(_LETTERS))
    return unicodedata.normalize("NFC", "".join(char for char in apart if not unicodedata.combining(char)))


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    """Return the words, folded, with what they are in English."""
    found: dict[str, tuple[str, ...]] = {}
    for english, others in _IN_OTHER_TONGUES.items():
        for other in others.split():
            for spelled in {other, other.translate(_UMLAUTS)}:
                found.setdefault(_fold(spelled).replace("_", " "), tuple(english.split()))
    return found
