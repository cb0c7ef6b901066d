"""Words of which an error can be made without saying anything, and the accidents of a program."""

import re
from typing import Final

from tool_audit import lazy_re

VAGUE: Final = frozenset(
    """
    a an the this that these those it its is are was were be been being of to in on at by for from with without while
    during as and or not no your you we i our my their there here has have had do does did can could may might will
    would should please sorry oops uh ups unfortunately some something anything thing things went go gone going wrong
    again later try trying retry contact support team administrator admin developer maintainer help more info
    information details detail see check log logs view following because due when if then than
    error errors err exception exceptions fail failed failing fails failure failures fault problem problems issue issues
    invalid bad incorrect illegal malformed unexpected unknown unspecified generic general internal fatal critical
    undefined null none nil nan void object
    occurred occur occurs happened happen encountered encounter raised thrown caught caused reported returned
    server service backend system application app program process processed processing handler endpoint api sdk client
    tool tools function method operation action command task step call calls called calling execute executed executing
    execution run running ran perform performed performing complete completed completing completion handle handled
    handling request requests response responses reply result results query queries data database db payload body
    exit exited command commands nonzero gateway upstream nginx apache cloudflare gunicorn
    content message messages json schema validation validate validating validated parse parsing parsed decode decoding
    deserialize serialize load loading loaded fetch fetching fetched get getting got retrieve retrieving retrieved read
    reading list listing look lookup find finding search searching open opening create creating update updating delete
    deleting save saving send sending sent make making return returning unable cannot cant couldn couldnt t s
    argument arguments arg args parameter parameters param params input inputs value values field fields property
    properties key index attribute reference assertion runtime pointer state lookup
    success succeeded successful ok true false
    http https status code codes id ref trace correlation mcp rpc jsonrpc rest type
    """.split()
)
"""English; what is left of an error beside these is what it says."""

LABELS: Final = frozenset(
    """
    error errors err exception fail failed failure fault executing execute execution calling call running run invoking
    invoke tool tools in while during at key value type lookup attribute index runtime mcp rpc caught unhandled raised
    """.split()
)
"""Words that only say that this is an error, and whose: "Error executing tool x: 'y'"."""

VAGUE_ELSEWHERE: Final = frozenset(
    """
    fehler fehlgeschlagen ist sind ein eine einer es der die das den dem bei beim bitte versuchen sie später erneut
    noch einmal ungültig ungültige ungültiger eingabe anfrage aufgetreten interner interne unbekannter unbekannte
    unerwarteter verarbeitung ausführung wurde werden konnte nicht etwas schiefgelaufen schief gegangen
    erreur erreurs est sont un une le la les l d du des de s il y une interne inconnue inattendue produite survenue
    échec échoué requête entrée invalide veuillez réessayer plus tard lors
    error errores interno interna desconocido inesperado ha ocurrido se produjo un una el los las fallo falló solicitud
    entrada inválida inválido no válida válido por favor inténtelo intente de nuevo más tarde algo salió mal
    erro erros ocorreu desconhecido falha falhou solicitação requisição tente novamente mais tarde deu errado
    errore errori interno sconosciuto si è verificato richiesta non valida valido riprova più tardi qualcosa storto
    andato fallito fallita un
    fout interne onbekende er is een opgetreden ongeldig ongeldige invoer verzoek mislukt probeer opnieuw later iets
    ging mis
    błąd wewnętrzny nieznany wystąpił nieprawidłowe dane żądanie spróbuj ponownie później coś poszło nie tak
    ошибка внутренняя неизвестная произошла сервера запроса неверный неверные данные запрос попробуйте позже ещё раз
    что-то пошло не так сбой что то
    hata bir oluştu geçersiz istek girdi bilinmeyen sunucu iç lütfen tekrar deneyin sonra
    """.split()
)
"""The same in other languages that are written with spaces."""

VAGUE_UNSPACED: Final = lazy_re.compile(
    r"알 ?수 ?없는|예기치 ?않은|예상치 ?못한|내부|서버|시스템|처리|요청|입력|실행|작업|오류|에러|예외|문제|실패"
    r"|발생|잘못된|잘못|유효하지 ?않은"
    r"|했습니다|하였습니다|되었습니다|입니다|합니다|이|가|을|를|에서|에|중|하는|도중|다시|나중에|잠시 ?후|시도"
    r"|해 ?주세요|하세요|주십시오|값"
    r"|不明な?|予期しない|予期せぬ|内部|サーバー?|システム|処理|リクエスト|要求|入力|実行|操作|エラー|例外|問題"
    r"|失敗|発生|無効な?|不正な?"
    r"|しました|が|は|を|に|で|の|中|です|もう一度|再度|後で|しばらくして|お試しください|試してください"
    r"|してください|値"
    r"|未知|意外|内部|服务器|伺服器|系统|系統|处理|處理|请求|請求|输入|輸入|执行|執行|操作|错误|錯誤|异常|異常"
    r"|问题|問題|失败|失敗|发生|發生|出现|出現"
    r"|无效|無效|非法|不正确|了|的|时|時|请|請|稍后|稍後|再试|再試|重试|重試|一次|参数|參數|值"
)

ACCIDENTS: Final = lazy_re.compile(
    r"\b(?:list|string|tuple|array|bytes?)? ?(?:assignment )?index (?:-?\d+ )?(?:is )?out of (?:range|bounds)"
    r"(?: for length \d+)?|index was outside the bounds of the array"
    r"|'?\w+'? object (?:is not \w+|has no attribute '\w+'|does not support \w+(?: \w+)?)"
    r"|type object '\w+' has no attribute '\w+'|argument of type '\w+' is not \w+|object of type '\w+' has no len\(\)"
    r"|unsupported operand type\(s\) for [^:]*:.*|'.{1,2}' not supported between instances of '\w+' and '\w+'"
    r"|(?:not enough|too many) values to unpack.*|cannot unpack non-\w+ .*|maximum recursion depth exceeded.*"
    r"|can only concatenate .*|must be str, not \w+|(?:local|free) variable '\w+' referenced before assignment"
    r"|cannot access local variable '\w+'.*|name '\w+' is not defined|(?:__init__|\w+)\(\) (?:got an?|missing) .*"
    r"|cannot read propert(?:y|ies) (?:'\w+' )?of (?:undefined|null)(?: \(reading '[^']*'\))?"
    r"|cannot (?:set propert(?:y|ies)|destructure property|convert) .*(?:undefined|null).*"
    r"|[\w$.\[\]()]+ is not (?:a function|iterable|a constructor|defined)(?: or its return value is not iterable)?"
    r"|maximum call stack size exceeded|\[object \w+\]"
    r"|cannot invoke \".*\" because .*|null ?pointer ?exception|class [\w.$]+ cannot be cast to class [\w.$]+.*"
    r"|invalid memory address or nil pointer dereference|runtime error"
    r"|object reference not set to an instance of an object|sequence contains no elements"
    r"|the given key(?: '[^']*')? was not present in the dictionary|called `\w+::\w+\(\)` on an? `\w+` value"
    r"|undefined method [`'][^`']+[`'] for (?:nil|an instance of \w+).*|undefined (?:index|offset|variable"
    r"|array key).*"
    r"|KeyError: '[^']*'",
    re.IGNORECASE,
)
"""What a program says when it stumbles: of its own insides, and not of the call."""

TELLING_CODES: Final = frozenset({"401", "403", "404", "408", "409", "413", "415", "429", "503", "504"})
