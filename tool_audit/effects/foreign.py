"""Verbs of other languages, as stems: whether a description does more than read, and which do away with a thing."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

_CJK_READS = """
    조회 검색 목록 가져 반환 확인 읽 보여 표시 찾
    取得 検索 一覧 表示 返し 参照 確認 読み
    获取 查询 查找 搜索 列出 读取 返回 查看 显示 檢索 查詢
""".split()
_CJK_WRITES = """
    삭제 생성 수정 추가 전송 보내 보냅 업데이트 갱신 실행 저장 변경 결제 등록 만들 취소 발송 제거 예약
    設定 削除 作成 更新 追加 送信 実行 保存 変更 登録 投稿 支払
    删除 创建 修改 添加 新增 发送 执行 写入 支付 设置 移除 提交 上传 刪除 建立 傳送
""".split()
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CHINESE = re.compile(r"^[^\u3040-\u30ff\uac00-\ud7af]*$")
_SENTENCE = re.compile(r"[.!?\u3002\uff01\uff1f\n]")

_OPENING_READS = re.compile(
    r"(?:obt[eé]n\w*|obten\w*|list(?:a|ar|er|e|et)|busca\w*|consult\w*|muestra\w*|devuelve\w*|lee|leer|rechercher?\w*|"
    r"r[eé]cup[eè]re\w*|affiche\w*|renvoie|retourne\w*|lit|lire|liste[nt]?|sucht|suche|zeigt|zeige|gibt|liest|ruft|"
    r"retorna\w*|exibe\w*|obt[eé]m|получ\w*|возвращ\w*|показ\w*|поиск\w*|ищет|найти|читает|выводит)"
)
_OPENING_WRITES = re.compile(
    r"(?:crea|crear|elimina\w*|borra\w*|actualiza\w*|env[ií]a\w*|modifica\w*|guarda\w*|cr[eé]e[rz]?|supprime\w*|"
    r"envoie\w*|envoyer|modifie\w*|enregistre\w*|ajoute\w*|efface\w*|erstell\w*|l[oö]sch\w*|sende[nt]?|speicher\w*|"
    r"[aä]nder\w*|f[uü]gt|aktualisier\w*|cria|criar|exclui\w*|apaga\w*|atualiza\w*|adiciona\w*|agrega\w*|"
    r"удал\w*|созда\w*|отправ\w*|обнов\w*|измен\w*|добав\w*|сохран\w*|отмен\w*|"
    r"entfern\w*|stornier\w*|anul[ae]\w*|annul[el]\w*|cancela\w*|rimuov\w*|verwijder\w*|usuwa\w*)"
)
_IN_ENGLISH: Final[Mapping[str, re.Pattern[str]]] = {
    "delete": re.compile(
        r"l(?:ö|oe|o)sch(?:e|en|t)|entfern(?:e|en|t)|supprime[rz]?|efface[rz]?|elimina(?:re?)?|borrar?|apagar?"
        r"|exclu(?:i|ir)|rimuov(?:e|ere|i)|cancella(?:re)?|verwijder(?:en|t)?|usu(?:wa|ń|nac)"
        r"|удал(?:ить|яет|и)|sil|xoa|삭제|제거|削除|删除|刪除|移除"
    ),
    "cancel": re.compile(
        r"stornier(?:e|en|t)|annule[rz]?|anular?|cancelar?|annulla(?:re)?|отмен(?:ить|яет|и)|취소|取消"
    ),
    "close": re.compile(r"schlie(?:ß|ss)(?:e|en|t)|ferme[rz]?|cierra|cerrar|fechar?|закры(?:ть|вает)"),
}
"""What is done to one thing that is there, as a name or the opening of a description says it."""


def foreign_verb(description: str) -> tuple[bool, str] | None:
    """Return whether a description's first sentence writes, and by which stem; None where no such word is in it.

    In Korean and Japanese the last verb is the sentence's own, in Chinese and the European languages the first.
    """
    sentence = next((part for part in _SENTENCE.split(description.strip().lower()) if part.strip()), "")
    if len(_CJK.findall(sentence)) * 3 < len(re.findall(r"[^\W\d_]", sentence)):
        opening = re.search(r"[^\W\d_]+", sentence)
        if opening is None:
            return None
        word = opening.group()
        if _OPENING_WRITES.fullmatch(word):
            return True, word
        return (False, word) if _OPENING_READS.fullmatch(word) else None
    seen = [(sentence.rfind(stem), True, stem) for stem in _CJK_WRITES if stem in sentence]
    seen += [(sentence.rfind(stem), False, stem) for stem in _CJK_READS if stem in sentence]
    if not seen:
        return None
    if _CHINESE.match(sentence):
        _, writes, stem = min((sentence.find(stem), writes, stem) for _, writes, stem in seen)
    else:
        _, writes, stem = max(seen)
    return writes, stem


def in_english(words: Iterable[str]) -> str:
    """Return "delete", "cancel" or "close" where a word says so in another language, else ""."""
    return next((verb for word in words for verb, stems in _IN_ENGLISH.items() if stems.fullmatch(word)), "")
