"""Signs in short lines beside a list, told by single words of many languages, in whatever order they stand."""

# ruff: noqa: E501, RUF001 - lists of words, and other scripts have characters that look like ours

import re
from collections.abc import Iterator
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import Items, Json, Sign, SignKind

_LONGEST: Final = 160
_MOST_WORDS: Final = 9
_FEW_WORDS: Final = 5
_VERY_FEW: Final = 3


def _any_of(words: str) -> re.Pattern[str]:
    """Compile words; one with `*` at an end is a part of a word; scripts without blanks between words have parts only."""
    parts = []
    for word in words.split():
        plain = re.escape(word.strip("*").replace("_", " ")).replace(r"\ ", r"\s+")
        spaced = not re.search(r"[\u0e00-\u0eff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]", word)
        before = r"(?<![^\W\d_])" if spaced and not word.startswith("*") else ""
        after = r"(?![^\W\d_])" if spaced and not word.endswith("*") else ""
        parts.append(f"{before}{plain}{after}")
    return lazy_re.compile("|".join(parts), re.IGNORECASE)


_NUMBER: Final = r"\d{1,3}(?:[,.'\u00a0\u202f\u2019]\d{3})+(?!\d)|\d+"
_NUMBERS: Final = lazy_re.compile(rf"(?<![\d.:/-])(?<![\d][,])({_NUMBER})(?![\d]|[.,:]\d|%|-\d)")
_RANGE: Final = lazy_re.compile(
    rf"(?<![\d.:/-])({_NUMBER})\s?(?:-|\u2013|\u2014|~|\u301c|\uff5e|\.\.\.?|\u2026|to|through|bis|à|al?|até|до|по|đến|tot|till|til|do|から|부터)\s?({_NUMBER})(?![\d.:/-])",
    re.IGNORECASE,
)
_CLAUSES: Final = lazy_re.compile(r"[^.;,()\[\]{}|\u3002\uff1b\uff0c\u3001\uff08\uff09\u2013\u2014!?]+(?:\.\d+)?")

_TOTAL: Final = _any_of(
    """
    total totals totale totales totaux gesamtzahl in_all all_in_all altogether overall in_sum insgesamt gesamt* summe au_total en_tout en_total en_todo no_total ao_todo in_totale
    in_totaal totaal всего итого łącznie ogółem celkem totalt i_alt i_allt yhteensä toplam* tổng tổng_cộng jumlah seluruhnya
    összesen σύνολο مجموع إجمالي סה"כ 총 전체 모두 합계 件数 共 总共 總共 一共 总计 總計 合计 合計 全部で 共计 共計 计 ทั้งหมด कुल
    """
)
_FOUND: Final = _any_of(
    "matched matches match found gefunden trouvé* encontr* trovat* найден* gevonden znalezion* hittade fundet fundne bulundu 該当 검색_결과 찾 找到 検索結果"
)
_OF: Final = r"(?:out\s+of|of|von|sur|de|di|da|su|van|из|із|z|ze|av|af|af\s+i\s+alt|trên|trong|dari|من|מתוך|จาก|/)"
_RATIO: Final = lazy_re.compile(
    rf"(?P<here>{_NUMBER})(?:\s+[^\W\d_]+){{0,2}}\s*{_OF}\s*(?:[^\W\d_]+\s+){{0,2}}?(?P<all>{_NUMBER})", re.IGNORECASE
)
_OF_ALL: Final = lazy_re.compile(
    rf"\s*(?:out\s+of|of|von|sur|de|di|su|van|из|z|av|af|dari|/)\s+(?P<all>{_NUMBER})\s*", re.IGNORECASE
)
_SHOWN: Final = _any_of(
    """
    show* display* listing listed lists viewing returning returned this_page angezeigt zeige* gezeigt* affich* montr* mostr* muestr* exib* visualiz* visualis*
    показ* отображ* wyświetl* pokaz* zobraz* visar visas viser vises näytet* göster* hiển_thị menampilkan ditampilkan
    megjelen* εμφαν* عرض מוצג* מציג* 표시 보여 출력 조회 표출 表示 取得 显示 顯示 列出 返回 แสดง
    """
)
_LEFT_OUT: Final = _any_of(
    """
    not_shown not_listed not_displayed not_included not_returned left_out omitted elided withheld were_dropped was_dropped were_skipped were_hidden
    nicht_angezeigt nicht_gezeigt ausgelassen weggelassen non_affich* omis omises omitid* no_mostrad* no_se_muestran não_mostrad* não_exibid* omess*
    non_mostrat* опущен* скрыт* не_показан* niet_getoond weggelaten pominięt* utelämnad* udeladt* utelatt*
    생략 숨김 표시되지 省略 非表示 未显示 未顯示 未列出
    """
)
_MORE: Final = _any_of(
    """
    more further additional others remaining weitere* übrige* restliche* autres restants restantes más otr* mais outr* altri altre restanti ещё еще других
    осталось meer overige więcej pozostał* dalších fler flere andre daha diğer nữa lagi lainnya
    더 나머지 외에 남은 残り 他に ほか あと さらに 还有 還有 其余 其餘 剩余 剩餘 另有
    """
)
_REMAIN: Final = _any_of(
    "remain remains remaining quedan restan restam faltam restent reste осталось ещё еще noch encore ancora restano nog pozostało zbývá kvar tilbage còn tersisa 남음 残り 剩余 剩餘"
)
_THERE: Final = _any_of(
    """
    exist exists available follow follows left remain remains vorhanden verfügbar folgen disponibl* disponív* disponibil* restent quedan restam
    доступно есть есть_ещё beschikbaar dostępn* tillgänglig* tilgængelig* mevcut tersedia
    있습니다 있음 남음 남았습니다 あります 可用
    """
)
_NEXT: Final = _any_of(
    """
    next more continue continues continued rest further remaining following weiter weitere* nächste* fortsetz* mehr suite suivant* plus_de reste continuer
    siguiente* más continuar resto próxim* seguinte* mais successiv* prossim* altri continua* continúa* далее следующ* ещё еще продолж* остальн*
    volgende verder meer następn* dalej więcej další* nästa fler fortsätt næste flere neste sonraki devam daha tiếp berikut* selanjutnya
    다음 계속 더 이어서 나머지 次 続き 続ける さらに 下一 更多 继续 繼續 后续 後續 其余 → ➜ ⇒ ->
    """
)
_ARGUMENT: Final = lazy_re.compile(
    r"(?<![\w.?&/])(?:\w*(?:offset|cursor|token|marker)|page|page_?(?:number|no)?|skip|start(?:_?(?:at|index))?|from|after|since_?id|after_?id|starting_?after|continuation)"
    r"\s?=\s?[\"'`\u201c]?([^\s\"'`,;)\]\u201d\u3002]{1,200})",
    re.IGNORECASE,
)
_CUT: Final = _any_of(
    """
    truncat* incomplete partial_list partial_results partial_result partial_listing part_of_the_list part_of_the_results not_the_full not_the_whole not_the_complete not_complete
    not_all were_discarded was_discarded refine_your refine_the narrow_your narrow_the too_many_results too_many_matches list_continues listing_continues continues_on continued_on the_rest_was the_rest_is rest_omitted cut_short cut_off gekürzt abgeschnitt*
    unvollständig tronqu* incompl* truncad* recortad* cortad* troncat* tagliat* усеч* обрез* сокращ* неполн* afgekapt ingekort obcięt* skrócon*
    zkrácen* avkort* forkort* kesil* dipotong cắt_bớt rút_gọn 잘렸 잘림 잘린 절단 생략 축약 省略 切り詰 打ち切 切り捨て 截断 截斷 裁剪
    """
)
_PAGER: Final = lazy_re.compile(
    r"^\W*(?:-{2,}\s*)?[\[(<]?\s*(?:more|continued|to be continued|and so on|etc\.?|mehr|suite|continúa|continua|далее|\.{3}|\u2026)\s*[\])>]?(?:\s*-{2,})?\W*$",
    re.IGNORECASE,
)
_PAGE: Final = lazy_re.compile(
    r"第\s*(?P<page>\d+)\s*[页頁ペ].{0,6}?[共全/]\s*(?P<pages>\d+)\s*[页頁ペ]"
    r"|(?:batch|part|chunk|teil|partie|parte|lote|часть|trang|strona|strana|sida|side|sayfa|halaman|oldal|sivu|σελίδα|сторінка|صفحة|หน้า|ページ|페이지|쪽)\s*(?P<page2>\d+)\s*(?:/|of|von|sur|de|di|из|z|av|af|dari|trên|من)\s*(?P<pages2>\d+)"
    r"|(?P<page3>\d+)\s*/\s*(?P<pages3>\d+)\s*(?:페이지|쪽|ページ|页|頁|pages?\b)",
    re.IGNORECASE,
)
_NEGATED: Final = _any_of(
    "no not none never nothing without kein* nicht nichts pas aucun* sans sin ningun* sem nenhum* non nessun* senza не нет без geen niet 없 않 ない ません 没有 沒有 无 無 未被"
)
_ONLY: Final = _any_of(
    "only just nur lediglich seulement uniquement solo solamente sólo únicamente apenas somente soltanto только alleen tylko endast bara kun yalnızca sadece chỉ hanya 만 のみ だけ まで 仅 僅 只"
)
_FIRST: Final = _any_of(
    """
    first top latest newest erste* premi* primer* primeir* prim* перв* последни* eerste pierwsz* första første ilk đầu pertama 처음 상위 최근 앞 先頭 最初 上位 最新 前
    show* display* listed returned angezeigt affich* mostr* muestr* exib* показ* 표시 보여 출력 表示 显示 顯示 返回
    """
)
_LIMIT: Final = lazy_re.compile(
    rf"(?:limit\w*|maxim\w*|max(?:imum)?|cap|count|size|per_page|page_size|top_k|n|límite|limite|обмежен\w*|лимит\w*|obergrenze|höchstwert|grenze|상한|최대|제한|上限|最大|限制)\D{{0,30}}?(?:{_NUMBER})?\D{{0,30}}?"
    rf"(?:lowered|reduced|clamped|capped|cut|decreased|adjusted|trimmed|set|changed|herabgesetzt|gesenkt|reduziert|verringert|begrenzt|gekappt|ramené\w*|réduit\w*|abaissé\w*|plafonné\w*|reducid\w*|ajustad\w*|rebajad\w*|reduzid\w*|ridott\w*|снижен\w*|уменьшен\w*|ограничен\w*|조정|제한|낮|줄|引き下げ|変更|制限|降低|调整|調整|限制)"
    rf"\D{{0,20}}?(?P<cap>{_NUMBER})|(?P<cap2>{_NUMBER})\D{{0,6}}?(?:herabgesetzt|gesenkt|reduziert|verringert|begrenzt|로 조정|으로 조정|로 제한|으로 제한|로 낮|으로 낮|로 줄|으로 줄|に制限|に引き下げ|に変更)",
    re.IGNORECASE,
)
_REACHED: Final = lazy_re.compile(
    rf"(?:limit|max\w*|cap|limite|límite|obergrenze|grenze|лимит)\W*(?:of\s|=|:|\(|von\s|de\s)?\s*(?P<cap>{_NUMBER})\D{{0,20}}(?:reached|hit|exceeded|erreicht|atteint\w*|alcanzad\w*|atingid\w*|raggiunt\w*|достигнут\w*)"
    rf"|(?:reached|hit|exceeded)\s(?:the\s)?(?:\w+\s)?(?:limit|maximum|cap)\D{{0,6}}(?P<cap2>{_NUMBER})",
    re.IGNORECASE,
)
_TIMING: Final = lazy_re.compile(
    r"\(?\b(?:in|took|within|after)?\s*\d+(?:[.,]\d+)?\s?(?:ms|msec|s|secs?|seconds?)\b\)?", re.IGNORECASE
)
_POINTS: Final = lazy_re.compile(r"\d\s?(?:점|点|%|°)")
_HANDLE: Final = lazy_re.compile(
    r"(?<![\w.])(?:next[ _-]?)?(?:page[ _-]?)?(?:cursor|token)\b[^:=\n]{0,25}[:=]\s*[\"'`]?([^\s\"'`,;)\]]{1,200})",
    re.IGNORECASE,
)
_NONE: Final = frozenset(("none", "null", "nil", "-", "n/a", "false", "0"))
_UNITS: Final = _any_of(
    """
    price* cost* amount* value* sum revenue balance bytes byte kb mb gb tokens token chars char* words ms s sec sec* min minute* hour* day* week* month* year* am pm ago
    kg g km m cm mm mi lb lbs pts points score* percent usd eur gbp krw jpy € $ £ ₩ stunde* minute* tag* jahr* heure* jour* hora* día* dia* année* ora ore giorni
    час* минут* дн* weight duration distance time size length seats units qty quantity hours viewed degrees rating stars
    초 분 시간 일 년 원 秒 分 時間 日 年 円 元 天 小时
    """
)
_COMPARED: Final = _any_of("than als que чем por_encima over_the per pro par by vs")


def signs_by_words(line: str, items: Items, at: int, *, notice: bool = True) -> Iterator[Sign]:
    """Yield what one short line beside a list says of it; nothing where it may as well speak of something else.

    `notice`: the line stands where notices do. Elsewhere that something was cut is not enough: a commit may say so, too.
    """
    if not 0 < len(line.strip()) <= _LONGEST:
        return
    words = " ".join(_TIMING.sub(" ", line).split())
    for kind, value in _said(words, items.count):
        if not notice and kind is SignKind.TEXT and _was_cut(words):
            return
        yield Sign(kind=kind, where=line.strip()[:80], value=value, position=at)


def says_it_was_cut(mark: str) -> bool:
    """Whether a mark that stands in brackets or between dashes, such as `[...]`, tells that a text was cut."""
    return len(mark) <= _LONGEST and bool(_CUT.search(mark)) and not _NEGATED.search(mark)


def _said(line: str, here: int) -> Iterator[tuple[SignKind, Json]]:
    named = _ARGUMENT.search(line)
    if named is not None and _NEXT.search(line[: named.start()] + " " + line[named.end() :]):
        yield SignKind.TEXT, None
        return
    handle = _HANDLE.search(line)
    if handle is not None and _NEXT.search(line[: handle.start(1)]) and handle.group(1).lower() not in _NONE:
        yield SignKind.CURSOR, handle.group(1).rstrip(".")
        return
    limited = _LIMIT.search(line) or _REACHED.search(line)
    if limited is not None and here:
        cap = _value(limited["cap"] or limited["cap2"])
        if cap == here:
            yield SignKind.LIMIT_APPLIED, cap
            yield SignKind.TEXT, cap
            return
    page = _PAGE.search(line)
    number, pages = (
        tuple(_value(page[key] or page[f"{key}2"] or page[f"{key}3"]) for key in ("page", "pages")) if page else (0, 0)
    )
    if 0 < number <= pages:
        yield (SignKind.HAS_MORE if number < pages else SignKind.NO_MORE), (number, pages)
        return
    if _PAGER.match(line) or _was_cut(line):
        yield SignKind.TEXT, None
        return
    yield from _numbers(line, here)


def _was_cut(line: str) -> bool:
    """Whether a line of few words, or one in brackets, says that something was cut."""
    cut = _CUT.search(line)
    if cut is None:
        return False
    told = cut.group().lower()
    bracketed = line.strip(" *_`")[:1] in "[(<{-\u2026" or line.startswith("...")
    brief = " " in told or bracketed or len(re.findall(r"[^\W\d_]+", line)) <= _FEW_WORDS
    return brief and (told.startswith("not") or not _NEGATED.search(line))


def _numbers(line: str, here: int) -> Iterator[tuple[SignKind, Json]]:
    """Yield what the numbers of a line come to, held against how many items there are."""
    numbers = [_value(found.group(1)) for found in _NUMBERS.finditer(line)]
    spans = [(_value(found.group(1)), _value(found.group(2))) for found in _RANGE.finditer(line)]
    ranged = any(last - first + 1 == here or last - first == here for first, last in spans) and here > 1
    ends = {end for span in spans for end in span}
    others = [number for number in numbers if number not in ends]
    if _UNITS.search(line) or _POINTS.search(line):
        return
    if here and _SHOWN.search(line):
        rest = others if ranged else [number for number in numbers if number != here]
        if (ranged or here in numbers) and len(rest) == 1 and rest[0] >= max([here, *(ends if ranged else ())]):
            yield SignKind.TOTAL, rest[0]
            return
    for clause in _CLAUSES.findall(line):
        found = list(_of_clause(clause.strip(), here, alone=len(numbers) == 1))
        if found:
            yield from found
            return
    if here and here in numbers and _ONLY.search(line) and _FIRST.search(line) and len(numbers) == 1:
        yield SignKind.TEXT, here


def _of_clause(clause: str, here: int, *, alone: bool) -> Iterator[tuple[SignKind, Json]]:
    numbers = [_value(found.group(1)) for found in _NUMBERS.finditer(clause)]
    words = re.findall(r"[^\W\d_]+", clause)
    if not numbers or len(words) > _MOST_WORDS:
        return
    ratio = _RATIO.search(clause) if _FIRST.search(clause) else _RATIO.fullmatch(clause)
    if ratio is not None and _value(ratio["here"]) == here and _value(ratio["all"]) > here:
        yield SignKind.TOTAL, _value(ratio["all"])
        return
    of_all = _OF_ALL.fullmatch(clause)
    if of_all is not None and not alone and _value(of_all["all"]) > here:
        yield SignKind.TOTAL, _value(of_all["all"])
        return
    if len(numbers) != 1 or _COMPARED.search(clause):
        return
    (number,) = numbers
    brief = len(words) <= _FEW_WORDS
    total = _TOTAL.search(clause) and number >= here and not _SHOWN.search(clause)
    found = _FOUND.search(clause) and number > here and brief
    left = _REMAIN.search(clause) and len(words) <= _VERY_FEW and number != here
    more = _LEFT_OUT.search(clause) or (_MORE.search(clause) and _THERE.search(clause))
    if total or found:
        yield SignKind.TOTAL, number
    elif number and (left or more):
        yield SignKind.REMAINING, number


def _value(digits: str | None) -> int:
    return int(re.sub(r"\D", "", digits or "0") or 0)
