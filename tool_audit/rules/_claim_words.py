"""The words by which replies say that something was done, or that it was not, in the languages that servers speak."""

import re
from typing import Final

from tool_audit import lazy_re

DONE: Final = frozenset(
    """
    success successful succeeded ok done deleted removed updated modified changed renamed moved closed archived
    unarchived restored reopened cancelled canceled completed enabled disabled activated deactivated pinned unpinned
    locked unlocked dismissed acknowledged erased discarded trashed forgotten unlinked edited amended patched marked
    starred unstarred hidden unhidden muted unmuted assigned unassigned toggled affected matched invalidated saved
    """.split()
)
"""Words of keys that say whether something was done, or how often."""

SUCCESS: Final = lazy_re.compile(
    r"\b(?:success\w*|succeeded|deleted|removed|updated|modified|changed|renamed|moved|closed|archived|unarchived"
    r"|restored|reopened|cancell?ed|completed|(?:de|in)?activated|enabled|disabled|(?:un)?pinned|(?:un)?locked"
    r"|dismissed|acknowledged|erased|discarded|trashed|forgotten|unlinked|edited|amended|patched|marked|(?:un)?starred"
    r"|hidden|(?:un)?muted|(?:un)?assigned|toggled|saved|done|ok|okay)\b"
    r"|[\u2705\u2713\u2714]"
    r"|(?:삭제|수정|변경|갱신|이동|제거|취소|보관|종료|업데이트)\s?(?:를|을|가|이)?\s?(?:했|하였|한|됨|되었|됐|완료)|완료|성공"
    r"|(?:削除|更新|変更|移動|解除|取り消|アーカイブ|名前を変更)(?:し|され|済|完了)|成功|完了"
    r"|已(?:删除|刪除|更新|修改|移除|取消|关闭|關閉|归档|移动|完成|重命名)"
    r"|\b(?:gelöscht|entfernt|erfolgreich|aktualisiert|geändert|umbenannt|verschoben|geschlossen|archiviert|storniert"
    r"|abgeschlossen|erledigt)\b"
    r"|\b(?:supprimée?s?|succès|mise? à jour|modifiée?s?|renommée?s?|déplacée?s?|fermée?s?|archivée?s?|annulée?s?)\b"
    r"|\b(?:eliminad[oa]s?|borrad[oa]s?|éxito|exitosamente|actualizad[oa]s?|modificad[oa]s?|cerrad[oa]s?|archivad[oa]s?"
    r"|cancelad[oa]s?|completad[oa]s?|excluíd[oa]s?|apagad[oa]s?|removid[oa]s?|sucesso|atualizad[oa]s?)\b"
    r"|\b(?:eliminat[oaie]|rimoss[oaie]|successo|aggiornat[oaie]|modificat[oaie])\b"
    r"|удал[её]н|успешно|обновл[её]н|измен[её]н|закрыт|готово"
    r"|\b(?:verwijderd|bijgewerkt|succesvol|usunięt\w*|zaktualizowan\w*|pomyślnie|silindi|güncellendi)\b",
    re.IGNORECASE,
)

HARMLESS: Final = lazy_re.compile(
    r"(?:this|the) (?:action |operation |deletion )?(?:can ?not|can't|can not) be (?:undone|reversed)|irreversibl\w+"
    r"|\b(?:no|without) (?:errors?|warnings?)\b|\b0 (?:errors?|failed|failures|skipped)\b",
    re.IGNORECASE,
)
"""Phrases that hold a word of denial, and deny nothing."""

DENIES: Final = lazy_re.compile(
    r"\b(?:not|no|none|nothing|never|can ?not|unable|without|missing|unknown|invalid|absent|fail\w*|errors?|denied"
    r"|refused|rejected|forbidden|unauthori[sz]ed|skipp\w*|ignor\w*|already|unchanged|if|unless|would|will|dry[- ]run"
    r"|queued|pending|scheduled|requested|accepted|empty|zero|0|nonexist\w*|404|confirm\w*|\w+n['\u2019]t)\b"
    r"|없|못|않|실패|오류|아닙|이미|예정|대기|존재하지"
    r"|見つか|ません|ない|なかっ|失敗|エラー|無効|既に|存在し"
    r"|不|没|沒|未|无|無|失败|错误|錯誤"
    r"|\b(?:nicht|kein\w*|fehl\w*|ungültig\w*|unbekannt\w*|bereits|nichts)\b"
    r"|\b(?:pas|aucune?s?|introuvables?|échec\w*|échou\w*|erreurs?|inconnue?s?|impossible|inexistant\w*|déjà|rien)\b"
    r"|\b(?:ning[uú]n\w*|inexistente|desconocid\w*|fall[oó]\w*|inv[aá]lid\w*|ya|nada|não|nenhum\w*|falh\w*|erros?|já)\b"
    r"|\b(?:non|nessun\w*|errore|fallit\w*|già|niente|niet|geen|mislukt|nie|brak|błąd|yok|değil|hata|inte|ikke|ej)\b"
    r"|\b(?:не|нет|ни|уже|ошибк\w*|неизвестн\w*|отсутств\w*)\b",
    re.IGNORECASE,
)
"""Words that deny that something was done, or leave it open."""
