"""Verbs of other languages, as stems: whether a description does more than read, and which do away with a thing."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from tool_audit import lazy_re

_CJK_READS = """
    조회 검색 목록 가져 반환 확인 읽 보여 표시 찾
    取得 検索 一覧 表示 返し 参照 確認 読み
    获取 查询 查找 搜索 列出 读取 返回 查看 显示 檢索 查詢
""".split()
_CJK_WRITES = """
    삭제 생성 수정 추가 전송 보내 보냅 업데이트 갱신 실행 저장 변경 결제 등록 만들 취소 발송 제거 예약
    보관 이동 게시 종료 교체
    設定 削除 作成 更新 追加 送信 実行 保存 変更 登録 投稿 支払 移動 公開 取消 キャンセル アーカイブ 書き込 再起動
    删除 创建 修改 添加 新增 发送 执行 写入 支付 设置 移除 提交 上传 刪除 建立 傳送
    归档 发布 移动 重命名 关闭 预订 取消 替换 清空
""".split()
_CJK = lazy_re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CHINESE = lazy_re.compile(r"^[^\u3040-\u30ff\uac00-\ud7af]*$")
_SENTENCE = lazy_re.compile(r"[.!?\u3002\uff01\uff1f\n]")

_OPENING_READS = lazy_re.compile(
    "|".join(
        r"""
        sucht suchen? zeigt zeige gibt liest ruft listet liefert holt prüft berechnet zählt findet vergleicht
        rechercher?\w* r[eé]cup[eè]re\w* affiche\w* renvoie retourne\w* lit lire liste[nt]? lister cherche[rz]? donne
        calcule[rz]? compte[rz]? trouve[rz]? vérifie[rz]? montre[rz]?
        obt[eé]n\w* obten\w* list(?:a|ar|er|e|et) busca\w* consult\w* muestra\w* devuelve\w* lee leer calcula cuenta
        retorna\w* exibe\w* obt[eé]m mostra\w* lê
        elenca\w* restituisce legge cerca trova visualizza
        toont geeft zoekt leest haalt telt pokazuje zwraca wyświetla szuka pobiera oblicza
        visar hämtar listar söker returnerar listeler gösterir getirir döndürür arar
        получ\w* возвращ\w* показ\w* поиск\w* ищет найти читает выводит считает
        """.split()
    )
)
_OPENING_WRITES = lazy_re.compile(
    "|".join(
        r"""
        erstell\w* l[oö]sch\w* sende[nt]? speicher\w* [aä]nder\w* f[uü]gt aktualisier\w* entfern\w* stornier\w*
        archivier\w* schlie(?:ß|ss)\w* verschieb\w* benenn\w* schreib(?:t|e|en) verschick\w* schick(?:t|e|en)
        ver[oö]ffentlich\w* bestell(?:t|e|en) bezahl\w* markier(?:t|e|en) ersetz(?:t|e|en) kopier(?:t|e|en)
        cr[eé]e[rz]? supprime\w* envoie\w* envoyer modifie\w* enregistre\w* ajoute\w* efface\w* archive[rz]
        ferme[rz]? publie[rz]? d[ée]place[rz]? renomme[rz]? annul[el]\w* réserve[rz]? remplace[rz]? vide[rz]?
        leert reservier(?:t|e|en) écri(?:t|re) mett(?:re|ez) marque[rz]? ins[eè]re[rz]?
        crea crear elimina\w* borra\w* actualiza\w* env[ií]a\w* modifica\w* guarda\w* agrega\w* archivar?
        cierra cerrar publicar? mueve renombra\w* cancela\w* anul[ae]\w* reservar reemplaza\w* añad\w* insertar?
        escrib(?:e|ir) marcar?
        cria criar exclui\w* apaga\w* atualiza\w* adiciona\w* arquivar? fechar renomeia alterar? substitui gravar?
        salvar? insere escreve
        rimuov\w* archiviare? chiud(?:e|ere) pubblica\w* sposta\w* rinomina\w* cambia\w* aggiung\w* aggiorna\w*
        sostituisc\w* scriv(?:e|ere) prenotare? invia\w*
        verwijder\w* wijzig\w* maakt stuurt verplaatst sluit voegt bewaart
        usuwa\w* tworzy zmienia wysyła zapisuje dodaje aktualizuje archiwizuje zamyka
        skapar ändrar skickar sparar raderar uppdaterar siler oluşturur günceller gönderir kaydeder ekler
        удал\w* созда\w* отправ\w* обнов\w* измен\w* добав\w* сохран\w* отмен\w* публику\w* перемещ\w* переимен\w*
        закрыва\w* архивир\w* записыва\w* помеча\w* заменя\w*
        """.split()
    )
)
_ARCHIVES = lazy_re.compile(r"archive (?:une?|la|le|les|l'|des|ce|cette)\b")
"""French; the English word is a thing as well: "Archive of the list"."""
_IN_ENGLISH: Final[Mapping[str, re.Pattern[str]]] = {
    "delete": lazy_re.compile(
        r"l(?:ö|oe|o)sch(?:e|en|t)|entfern(?:e|en|t)|supprime[rz]?|efface[rz]?|elimina(?:re?)?|borrar?|apagar?"
        r"|exclu(?:i|ir)|rimuov(?:e|ere|i)|cancella(?:re)?|verwijder(?:en|t)?|usu(?:wa|ń|nac)"
        r"|удал(?:ить|яет|и)|sil|xoa|삭제|제거|削除|删除|刪除|移除"
    ),
    "cancel": lazy_re.compile(
        r"stornier(?:e|en|t)|annule[rz]?|anular?|cancelar?|annulla(?:re)?|отмен(?:ить|яет|и)|취소|取消"
    ),
    "close": lazy_re.compile(r"schlie(?:ß|ss)(?:e|en|t)|ferme[rz]?|cierra|cerrar|fechar?|закры(?:ть|вает)"),
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
        if _OPENING_WRITES.fullmatch(word) or _ARCHIVES.match(sentence, opening.start()):
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


def writing_word(words: Iterable[str]) -> str:
    """Return the word of a name that writes in another language, else ""."""
    return next((word for word in words if _OPENING_WRITES.fullmatch(word) or in_english([word])), "")
