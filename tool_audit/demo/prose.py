"""Korean work notes by the sentence, the same on every machine and every Python: words, dice, sentences."""

from collections.abc import Sequence
from itertools import cycle
from typing import TypeVar
from zlib import crc32

Choice = TypeVar("Choice")

TAGS = ("결제", "배포", "정산", "검색", "알림", "인증", "재고", "보안", "온콜", "비용", "데이터", "고객")

SERVICES = (
    "payments-api",
    "checkout-web",
    "ledger-batch",
    "search-indexer",
    "notify-worker",
    "auth-gateway",
    "report-builder",
    "inventory-sync",
)
PEOPLE = ("j.kim", "s.lee", "h.park", "m.choi", "y.jung", "d.kang", "e.yoon", "w.lim")

_TEAMS = ("결제팀", "플랫폼팀", "검색팀", "데이터팀", "정산팀", "보안팀")
_ENDPOINTS = ("/v1/charges", "/v1/refunds", "/v2/search", "/v1/sessions", "/v1/stock", "/internal/export")
_SETTINGS = ("retry.max_attempts", "pool.max_size", "cache.ttl_seconds", "batch.chunk_rows", "queue.visibility_timeout")
_CAUSES = (
    "만료된 인증서",
    "중복 발송된 재시도",
    "잠금 순서가 엇갈린 트랜잭션",
    "캐시에 남은 옛 환율",
    "시간대를 빠뜨린 집계 쿼리",
    "한도를 넘긴 커넥션 풀",
)
_ACTIONS = (
    "이중 기록 기간을 하루 더 두는",
    "재시도 간격을 늘리는",
    "색인을 새로 만들고 별칭을 바꾸는",
    "기능 플래그로 먼저 막는",
    "야간 배치를 둘로 나누는",
    "읽기 복제본으로 조회를 옮기는",
)
_SENTENCES = (
    "{service} {version} 배포 뒤 {endpoint} p95 응답이 {big}ms 까지 느려졌다.",
    "{team}은 {service} 설정 {setting} 값을 {small} 에서 {big} 으로 바꾸기로 했다.",
    "{service} 오류율이 {small}% 를 넘으면 {person} 에게 먼저 알린다.",
    "원인은 {cause} 문제였고 재현 절차는 {ticket} 에 남겼다.",
    "문의 {big}건 가운데 {small}건이 {endpoint} 호출 실패에서 나왔다.",
    "{ticket} 검토에서 {action} 쪽이 안전하다는 결론을 얻었다.",
    "같은 증상이 {ticket} 에도 있으며 {service} {version} 에서 사라졌다.",
    "재시작은 {other} 다음에 {service} 순서로 하고 {setting} 값은 건드리지 않는다.",
    "{person} 확인: {endpoint} 호출은 {service} 쪽 {setting} 값의 영향을 받는다.",
    "{team} 회의에서 {action} 방안을 {ticket} 으로 등록했다.",
)
_NOTE_WORDS = (
    "담당자가",
    "다시",
    "확인한",
    "내용으로",
    "다음",
    "점검",
    "때까지",
    "그대로",
    "유지하며",
    "바뀌면",
    "이곳에",
    "덧붙인다",
)
_NOTE_REFERENCE = " OPS-20418, OPS-20533, runbook/bank/notes.md, reviewed 2026-06-29;"


class Dice:
    """Numbers that depend on the key alone. The standard generator is not promised to stay the same."""

    def __init__(self, key: str) -> None:
        self._state = crc32(key.encode())

    def below(self, sides: int) -> int:
        """Return a number from 0 to `sides` - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % sides

    def pick(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices."""
        return choices[self.below(len(choices))]

    def several(self, choices: Sequence[Choice], count: int) -> list[Choice]:
        """Return `count` different choices, in the order of `choices` from a random start."""
        start = self.below(len(choices))
        return [choices[(start + step) % len(choices)] for step in range(count)]


def sentence(dice: Dice) -> str:
    """Return one sentence, about half of it Hangul."""
    service, other = dice.several(SERVICES, 2)
    return dice.pick(_SENTENCES).format(
        service=service,
        other=other,
        version=f"v{dice.below(4) + 1}.{dice.below(30)}.{dice.below(10)}",
        endpoint=dice.pick(_ENDPOINTS),
        team=dice.pick(_TEAMS),
        setting=dice.pick(_SETTINGS),
        small=dice.below(9) + 1,
        big=dice.below(900) + 100,
        person=dice.pick(PEOPLE),
        ticket=f"OPS-{dice.below(9000) + 10000}",
        cause=dice.pick(_CAUSES),
        action=dice.pick(_ACTIONS),
    )


def paragraph(dice: Dice, *, chars: int) -> str:
    """Return whole sentences, `chars` characters of them or a little more."""
    sentences: list[str] = []
    while sum(map(len, sentences)) + len(sentences) <= chars:
        sentences.append(sentence(dice))
    return " ".join(sentences)


def note(hangul: int, plain: int) -> str:
    """Return a remark of exactly `hangul` Hangul and `plain` ASCII characters.

    Raises ValueError where the ASCII characters are too few to part the words.
    """
    words: list[str] = []
    for word in cycle(_NOTE_WORDS):
        if hangul <= 0:
            break
        words.append(word[:hangul])
        hangul -= len(word)
    rest = plain - max(len(words) - 1, 0)
    if rest < 0:
        raise ValueError(f"a note of {len(words)} words needs {len(words) - 1} ASCII characters, not {plain}")
    reference = _NOTE_REFERENCE * (rest // len(_NOTE_REFERENCE) + 1)
    return " ".join(words) + reference[:rest]
