"""Phrases by which a text says that it is not all, in many languages; each pattern must match a whole clause."""

# ruff: noqa: E501, RUF001 - a phrase is read whole, and other scripts have characters that look like ours

import re
from typing import Final

from tool_audit import lazy_re
from tool_audit.model import SignKind

_N: Final = r"(?:\d{1,3}(?:[,.'\u00a0\u202f\u2019]\d{3})+|\d+)"
_TO: Final = r"\s*(?:-|\u2013|\u2014|~|\u301c|\uff5e|\.\.\.?|\u2026|to|through|bis|à|al?|até|до|по)\s*"
_RANGE: Final = rf"(?P<first>{_N}){_TO}(?P<last>{_N})"
_NOUN: Final = r"(?:\s*(?P<noun>[^\W\d]+(?:[ -][^\W\d]+){0,3}?))?"
_OF: Final = r"\s*(?:(?:out )?of|von|sur|de|di|da|van|из|/)\s*(?:an? )?(?:total(?: of)?|insgesamt|the|les|los|las|os|as|i|le|gli|about|approximately|over|over a|more than|around|~|\u2248)?\s*"
_SHOW: Final = (
    r"(?:(?:now |currently |only |here are |here is )*(?:showing|displaying|listing|viewing|returning|returned|retrieved|fetched|"
    r"found|shown|displayed|loaded|results?|items?|rows?|records?|entries|matches|lines?|messages|files|documents|issues)"
    r"|(?:es )?(?:zeige|angezeigt|werden)|ergebnisse|treffer|einträge|(?:affichage|affichés?)(?: de| des)?|résultats?|éléments?|lignes?"
    r"|mostrando|mostrados|se muestran|resultados|filas|exibindo|mostrados|itens|visualizzat[ie]|mostrat[ie]|risultati|elementi"
    r"|показан[оы]|показаны|отображено|результаты|записи|записей)\s*(?:only|just|the|les|nur|solo|apenas|только)?[ :]*"
)
_FIRST: Final = (
    r"(?:(?:(?:the )?(?:first|top|latest|last|most recent|newest)|(?:die )?ersten?|(?:les )?premi[eè]re?s|(?:l[oa]s )?primer[oa]s"
    r"|(?:[oa]s )?primeir[oa]s|(?:i |le )?prim[ie]|перв(?:ые|ых|ая))\s*)"
)
_LEFT_OUT: Final = (
    r"(?:hidden|omitted|not (?:shown|displayed|listed|included|returned)|left out|elided|suppressed|withheld|truncated|clipped"
    r"|more|remaining|skipped|cut(?: off)?|trimmed|dropped|ausgelassen|ausgeblendet|weggelassen|nicht (?:angezeigt|gezeigt)"
    r"|omis(?:es)?|masqué[es]*|non affichés?|omitid[oa]s?|ocult[oa]s?|no mostrad[oa]s?|não (?:mostrad|exibid)[oa]s?"
    r"|omess[ie]|nascost[ie]|non mostrat[ie]|скрыто|опущено|пропущено|не показано)"
)
_CUT: Final = (
    r"(?:truncated|cut(?: off| short)?|shortened|clipped|abridged|trimmed|capped|elided|incomplete|limited|snipped"
    r"|gekürzt|abgeschnitten|abgekürzt|tronquée?s?|coupée?s?|abrégée?s?|truncad[oa]s?|recortad[oa]s?|cortad[oa]s?|abreviad[oa]s?"
    r"|troncat[oaie]|tagliat[oaie]|abbreviat[oaie]|усечен[оаы]?|усечён|обрезан[оаы]?|сокращен[оаы]?|сокращён|afgekapt|ingekort)"
)
_REPLY: Final = (
    r"(?:(?:the|this|tool|search|command|full|some|your|die|der|das|la|le|les|el|los|a|o|os|il|i|gli|query)\s+)*"
    r"(?:output|responses?|results?|result ?set|listing|list|reply|content|contents|text|data|answer|rows|items|entries|records|table"
    r"|preview|ausgabe|antwort|ergebnisse?|ergebnisliste|liste|inhalt|sortie|réponse|résultats?|contenu|texte|salida|respuesta"
    r"|resultados?|contenido|texto|saída|resposta|conteúdo|risultati|risposta|contenuto|testo|вывод|ответ|результаты?|список|текст)"
)
_BE: Final = r"(?:\s*:\s*|\s+(?:is |are |was |were |has been |have been |been |wurden? |ist |sind |a été |ont été |est |sont |fue(?:ron)? |ha sido |foi |foram |è stat[oa] |sono stat[ie] |был[ои]? )?)"
_UNIT: Final = (
    r"(?:\s*(?:characters?|chars?|bytes|tokens|lines|[kmg]i?b|zeichen|caractères|caracteres|caratteri|символов))"
)
_WHY: Final = (
    rf"(?:\s*:?\s*(?:at|to|after|by|from|auf|nach|à|a|em|до)\s+(?:the )?(?:first |maximum |limit |max )*(?:of )?(?P<cap>{_N})?"
    rf"{_UNIT}?{_NOUN}(?:\s+of\s+{_N}{_UNIT}?)?)?(?:\s+(?:because|due to|since|as it|for (?:brevity|length|size)).{{0,120}})?"
)
_THINGS: Final = (
    "(?:results?|items?|rows?|records?|entries|matches|pages?|lines|output|data|content|files|messages|of them)"
)
_KO: Final = r"\s*(?:건|개|명|항목|줄|행|곳|종|편|통|권|가지)(?:의)?(?:\s*(?:항목|결과|문서|기록|파일))?"
_ZH: Final = (
    r"\s*(?:条|條|个|個|项|項|件|篇|行|笔|筆|份|则|则|名|封)?(?:结果|結果|记录|記錄|数据|資料|内容|消息|文件|项目)?"
)

PAGE: Final = lazy_re.compile(
    rf"(?:showing )?(?:page|seite|página|pagina|страница)\s*#?(?P<page>{_N})\s*(?:of|/|von|sur|de|di|из)\s*(?P<pages>{_N})"
    rf"|第\s*(?P<page2>{_N})\s*[页頁]\s*[/,，]?\s*共\s*(?P<pages2>{_N})\s*[页頁]|(?P<pages3>{_N})\s*페이지\s*중\s*(?P<page3>{_N})\s*(?:페이지|번째)?",
    re.IGNORECASE,
)
_DO: Final = r"(?:use|using|pass|set|call|try|request|specify|provide|add|increase|raise|send|continue|fetch|narrow|adjust|retry|repeat|rerun|run|ask|query|get)"
_LOOK: Final = r"(?:see|get|view|fetch|retrieve|load|read|list|show|return|access|continue|receive|page through)"
_REST: Final = r"(?:more|next|rest|remaining|additional|further|other|others|all|another)"
CONTINUE: Final = lazy_re.compile(
    r"(?=.{0,200}\b(?:cursor|offset|page|limit|max_results|start|skip|after|token|per_page|\w+=))(?:please )?"
    rf"(?:{_DO}\b(?:[^\w=]+[\w=]+){{1,7}}?\W+(?:(?:to|and) (?:{_LOOK}\b)(?:\W+\w+){{0,3}}?|for(?: the)?) ?\b{_REST}\b.{{0,60}}"
    rf"|(?:to {_LOOK}(?: the)?|for(?: the)?) {_REST}(?: {_THINGS})?,? (?:please )?{_DO}\b.{{1,100}}"
    rf"|(?:more(?: {_THINGS})?|next page|next|continue)(?::| ->)? ?(?:{_DO}\b.{{1,100}}|\w+=\S{{1,100}}))",
    re.IGNORECASE,
)
"""A whole sentence that tells how to get the rest."""
DOES: Final = frozenset(
    """
    failed passed is are was were has have had died did do does can could will would should must may might need needed
    succeeded completed done finished skipped ran run took said says went made got gave came became left used seen
    required approved reviewed people ways reasons page pages 페이지 쪽 ページ 页 頁 not nicht pas no não non не
    """.split()
)
"""Words with which a clause tells of something else than this reply: "3 of 5 tests failed"."""

HINT: Final = lazy_re.compile(
    r"\d|trunc|cut|short|more|omit|elid|hidden|left out|limit|capped|clip|abridg|trim|snip|incompl|next|further|additional|not (?:all|shown)"
    r"|some |other|cursor|remain|withheld|suppress|gek|abge|weiter|mehr|tronq|coup|abr|autres|recort|cortad|hay m|mais|tronc|tagliat|abbrev"
    r"|усеч|обрез|сокращ|ещ[её]|есть|afgek|ingek|continued|[가-힣ぁ-んァ-ヶ一-鿿]",
    re.IGNORECASE,
)
"""What a phrase has at least one of: most lines have none, and need not be held against each."""

PHRASES: Final[tuple[tuple[SignKind, re.Pattern[str]], ...]] = tuple(
    (kind, lazy_re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        # how many of how many
        (SignKind.TOTAL, rf"(?P<show>(?:{_SHOW})+)?{_FIRST}?(?:{_RANGE}|(?P<shown>{_N})){_NOUN}{_OF}(?P<total>{_N})\+?{_NOUN.replace('noun', 'noun2')}"),
        (SignKind.TOTAL, rf"(?P<show>{_SHOW})(?:{_RANGE}|(?P<shown>{_N}))(?: {_NOUN})?\s+(?:of|/)\s+(?P<total>{_N})".replace("noun", "noun3")),
        (SignKind.TOTAL, rf"(?:검색 )?(?:결과\s*)?(?P<show>(?:전체|총|모두)\s*)?(?P<total>{_N}){_KO}?\s*(?:결과)?\s*중\s*(?:에서)?\s*(?:처음|상위|최근|앞)?\s*(?:{_RANGE}|(?P<shown>{_N}))(?:번째|번|까지)?{_KO}?(?:만|을|를)?\s*(?:표시|보여|조회|출력|반환|보기|표출)?[가-힣 ]{{0,12}}"),
        (SignKind.TOTAL, rf"(?P<show>(?:全部で|全|合計|計)\s*)?(?P<total>{_N})\s*件\s*(?:中|のうち)、?\s*(?:先頭|最初の|上位|最新)?(?:{_RANGE}|(?P<shown>{_N}))\s*(?:件目?|番目)?(?:のみ|だけ|まで)?(?:を)?(?:表示|取得|返却|出力)?[ぁ-ん中済]{{0,8}}"),
        (SignKind.TOTAL, rf"(?P<show>共|总共|總共|一共|合计|合計|共有|找到|共找到|总计){_ZH}\s*(?P<total>{_N}){_ZH}"),
        (SignKind.TOTAL, rf"(?P<show>총|전체|모두|합계)\s*(?P<total>{_N}){_KO}?(?:\s*(?:결과|검색됨|있음|있습니다|의 결과|을 찾았습니다))?"),
        (SignKind.TOTAL, rf"(?P<show>全|全部で|合計|計)\s*(?P<total>{_N})\s*件"),
        (SignKind.TOTAL, rf"(?P<show>(?:found|matched|total(?: of)?|there are|insgesamt|gefunden|au total|en total|no total|in totale|всего|найдено))\s*:?\s*(?P<total>{_N}){_NOUN}"),
        (SignKind.TOTAL, rf"(?P<total>{_N})\s+(?P<show>(?:total|matching|matched)\s+)?(?P<noun>(?:[^\W\d]+ )?(?:results?|items|records|rows|entries|matches|hits|total)(?: (?:found|in total|total|matched|available))?)"),
        (SignKind.TOTAL, rf"(?P<total>{_N})\s+(?P<noun>(?:ergebnisse|treffer|einträge|résultats|resultados|risultati|результатов|записей))\s*(?P<show>(?:insgesamt|gefunden|au total|trouvés|en total|encontrados|no total|in totale|trovati|найдено|всего))"),
        # how many of these are here
        (SignKind.COUNT, rf"(?P<show>only |{_SHOW})*(?P<top>{_FIRST})(?P<shown>{_N}){_NOUN}(?: (?:are |were )?(?:shown|displayed|listed|returned|included|only))?"),
        (SignKind.COUNT, rf"(?P<shown>{_N}){_NOUN}\s+(?P<show>shown|displayed|listed|returned|angezeigt|affichés?|mostrad[oa]s|exibid[oa]s|mostrat[ie]|показано)"),
        (SignKind.COUNT, rf"(?P<only>仅|僅|只)?(?P<show>显示|顯示|返回|列出)\s*(?:了)?\s*(?P<top>前|最近)?第?\s*(?:{_RANGE}|(?P<shown>{_N})){_ZH}"),
        (SignKind.COUNT, rf"(?:第\s*)?{_RANGE}{_ZH}"),
        (SignKind.COUNT, rf"(?P<show>(?P<top>처음|상위|최근))\s*(?P<shown>{_N}){_KO}(?:만|을|를)?\s*(?:표시|보여|조회|출력|반환)[가-힣 ]{{0,12}}"),
        (SignKind.COUNT, rf"(?P<show>(?P<top>先頭|最初の|上位))\s*(?P<shown>{_N})\s*件(?:のみ|だけ)?(?:を)?(?:表示|取得|返)[ぁ-ん]{{0,8}}"),
        # how many are left out
        (SignKind.REMAINING, rf"(?P<lead>\.{{3}}|\u2026|\+|and |plus |und |et |y |e |i |en |и |other |others )\s*(?:and |und |et |y |e |и )?\+?(?:(?P<more>{_N})\s*(?:more|others?|additional|further|weitere[rns]?|autres?|de plus|supplémentaires?|más|otr[oa]s|mais|outr[oa]s|altr[ie]|ещё|еще|других|meer)|(?:ещё|еще|mais|otros|altri|altre|outros)\s*(?P<more2>{_N})){_NOUN}"),
        (SignKind.REMAINING, rf"(?P<more>{_N})(?P<noun>(?: (?:more|additional|further|weitere|autres|otros|outros|altri))?(?: (?:matching|search))?(?: (?:results?|items?|rows?|records?|entries|matches|hits|lines?|files|documents|messages|characters|chars|bytes|tokens|ergebnisse|einträge|zeichen|résultats|éléments|caractères|resultados|elementos|itens|caracteres|risultati|elementi|caratteri|результатов|записей|символов|строк))?)\s*(?:are |were |is |was |have been |has been |wurden |ont été |fueron |foram )?(?P<left>{_LEFT_OUT})(?: (?:available|not shown|exist|hidden|omitted|results?|items?|rows?|lines?))*"),
        (SignKind.REMAINING, rf"(?:there (?:are|is)|es gibt|il y a|hay|há|ci sono|есть)\s+(?:(?:mais|altri|ещё|еще|otros|outros|still|noch|encore) (?P<more>{_N}){_NOUN}|(?P<more2>{_N}){_NOUN.replace('noun', 'noun2')}\s+(?:more|further|other|weitere|autres|más|mais|altri|otros))(?:\s+[^\W\d]+)?(?: (?:available|not shown|disponibles|verfügbar))?"),
        (SignKind.REMAINING, rf"(?P<more>{_N})\s+(?:more|additional|further|other|weitere|autres|altri|otros|outros)\s+(?P<noun>results?|items?|rows?|records?|entries|matches|hits|lines?|ergebnisse|einträge|treffer|résultats|éléments|resultados|elementos|itens|risultati|elementi)(?: (?:available|not shown|exist|hidden|omitted|verfügbar|disponibles|disponíveis|disponibili))*"),
        (SignKind.REMAINING, rf"(?:altri|altre|ещё|еще|mais|otros|outros|скрыто|опущено)\s*(?P<more>{_N}){_NOUN}"),
        (SignKind.REMAINING, rf"(?:그\s*)?외(?:에)?\s*(?P<more>{_N}){_KO}(?:이|가)?(?:\s*(?:더|생략|있음|있습니다|생략됨|생략되었습니다))*"),
        (SignKind.REMAINING, rf"(?:나머지|이하|그 외)?\s*(?P<more>{_N}){_KO}(?:이|가|을|를|은|는)?\s*(?:더|숨김|숨겨|생략|남음|남아|표시되지)[가-힣 ]{{0,12}}|나머지\s*(?P<more2>{_N}){_KO}"),
        (SignKind.REMAINING, rf"(?:他に?|ほか|外|残り|さらに|その他|あと)\s*(?P<more>{_N})\s*件(?:が|は|を)?(?:あり|省略|非表示|残)?[ぁ-ん]{{0,6}}|(?P<more2>{_N})\s*件(?:を|が)?(?:省略|非表示)[ぁ-ん]{{0,6}}"),
        (SignKind.REMAINING, rf"(?:还有|還有|另有|其余|其餘|剩余|剩餘|尚有|省略了?|隐藏了?)\s*(?P<more>{_N}){_ZH}(?:未显示|未顯示|未列出|省略)?"),
        # that it was cut
        (SignKind.TEXT, rf"{_REPLY}{_BE}{_CUT}{_WHY}"),
        (SignKind.TEXT, rf"(?P<bare>(?:output |response |results? )?(?:{_CUT})(?:{_WHY})|snip|continued|{_N}{_UNIT} (?:truncated|omitted|cut))".replace("limited|", "")),
        (SignKind.TEXT, rf"{_CUT} (?:output|response|results?|list){_WHY}".replace("noun", "noun4").replace("cap>", "cap4>")),
        (SignKind.LIMIT_APPLIED, rf"(?:{_REPLY}{_BE})?(?:limited|capped|restricted|begrenzt|beschränkt|limitée?s?|limitad[oa]s?|limitat[oaie]|ограничен[оаы]?)\s+(?:to|at|auf|à|a|до)\s+(?:the )?(?:first |top |a maximum of |at most |max(?:imum)? )?(?P<cap>{_N}){_NOUN}"),
        (SignKind.LIMIT_APPLIED, rf"(?:{_REPLY}\s+)?auf\s+(?P<cap>{_N})(?:\s+[^\W\d]+)?\s+(?:begrenzt|beschränkt|gekürzt)"),
        (SignKind.LIMIT_APPLIED, rf"(?:(?:the )?(?:maximum|max|result|row|output|display) )?(?:limit|maximum)(?: of (?P<cap>{_N}){_NOUN})?\s*(?:was |has been )?(?:reached|hit|exceeded|applied)"),
        (SignKind.TEXT, r"(?:there (?:are|is|may be|might be) )?(?:many |some |additional |further )*more(?: (?:results?|items?|rows?|records?|entries|matches|data|pages?|output|content|lines?|messages|files))?(?: (?:are|is))? (?:available|exists?|remain(?:ing)?|not shown|omitted|to (?:come|follow|load|see))"),
        (SignKind.TEXT, r"(?:some|other|additional|further|remaining|more) (?:results?|items?|rows?|records?|entries|matches|lines?|data) (?:are |were |have been )?(?:omitted|hidden|not (?:shown|included|displayed|listed)|left out|truncated|available)"),
        (SignKind.TEXT, r"not all (?:[^\W\d]+ ){1,3}(?:are |were )?(?:shown|listed|displayed|included|returned)"),
        (SignKind.TEXT, r"(?:es gibt )?(?:weitere|mehr) (?:ergebnisse|einträge|treffer)(?: (?:sind|verfügbar|vorhanden))+|(?:il y a )?(?:d['\u2019])?autres résultats(?: sont)?(?: disponibles)?|hay más resultados(?: disponibles)?|(?:há )?mais resultados(?: disponíveis)|(?:ci sono )?altri risultati(?: disponibili)|есть ещё(?: результаты)?"),
        (SignKind.TEXT, r"(?:결과|출력|응답|내용|목록|텍스트|데이터|일부)?(?:가|이|는|은)?\s*(?:너무 길어)?(?:서)?\s*(?:일부(?:가|만)?\s*)?(?:잘렸습니다|잘렸음|잘림|잘려 있습니다|잘린 결과|생략됨|생략되었습니다|생략했습니다|생략|표시됩니다|표시했습니다|축약됨|축약되었습니다)|이하 생략|(?:결과가 )?더 있습니다|더 많은 (?:결과|항목)[이가] 있습니다|(?:결과|목록)?(?:는|은|가|이)?\s*(?:최대\s*)?\d+(?:건|개)(?:으로|로) 제한(?:됩니다|되었습니다|됨)?|일부만 표시(?:됨|합니다)?|더 보려면 .{1,60}|다음 페이지.{0,20}있습니다"),
        (SignKind.TEXT, r"(?:結果|出力|応答|内容|一覧|以下|以降|中|後|途中)?(?:は|が|を)?\s*(?:一部)?(?:省略(?:され(?:ました|ています)|しました|済み)?|切り詰め(?:られ)?(?:ました|ています)|打ち切(?:り|られました)|切り捨て(?:られ)?ました)|(?:以下|中|後)略|一部のみ(?:を)?表示[ぁ-ん]{0,8}|続きがあります|(?:結果|件数)?(?:は|を)?\d+件に制限[ぁ-ん]{0,10}|(?:さらに|まだ)(?:結果|続き)があります"),
        (SignKind.TEXT, r"(?:结果|結果|输出|輸出|内容|內容|列表|响应|文本|数据|部分)*(?:过长|過長|太长)?[,\uff0c]?(?:已被?|被|已经)?\s*(?:截断|截斷|裁剪|省略|缩略)(?:显示)?|(?:以下|部分|其余|其餘|后续|後續)(?:内容|內容|结果|結果)?(?:已)?(?:省略|略|未显示|未顯示)|(?:还有|還有|有)?更多(?:结果|結果|内容|數據|数据)(?:可用|未显示)?|未完待续|更多(?:结果|結果|内容).{0,4}(?:请|請).{1,60}|(?:结果|結果)?(?:限制为|限制為|仅限)\s*\d+\s*(?:条|條|个|個|项|項)"),
    )
)  # fmt: skip
