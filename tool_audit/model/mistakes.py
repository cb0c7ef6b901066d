"""A caller's mistake, and what came of it: whether the reply lets a model know that it was one, and what to send."""

from dataclasses import dataclass
from enum import StrEnum

from tool_audit.model.runs import Call


class Mistake(StrEnum):
    """What is wrong with a call."""

    MISSING = "missing"
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    NULL = "null"
    OUT_OF_RANGE = "out-of-range"
    BAD_MEMBER = "bad-enum-member"
    BAD_DATE = "bad-date"
    BAD_FORMAT = "bad-format"
    TOO_LONG = "too-long"
    BAD_CURSOR = "bad-cursor"
    BAD_CREDENTIAL = "bad-credential"  # a token or key that nobody gave
    NO_SUCH_ID = "unknown-id"

    @property
    def words(self) -> str:
        """The kind in plain words."""
        return self.value.replace("-", " ")


class Answer(StrEnum):
    """How a wrong call was answered."""

    ACCEPTED = "accepted"
    SCHEMA = "refused-by-schema"  # -32602, or a check of the arguments in front of the tool
    PROTOCOL = "refused-with-code"
    TOOL = "refused-by-tool"  # isError from within
    UNFLAGGED = "unflagged-error"
    UNANSWERED = "not-answered"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCall:
    """One wrong call of one tool; `argument` is what it was wrong about.

    `names_argument` and `says_what_to_send` are None where there was no error to say so.
    """

    tool: str
    mistake: Mistake
    argument: str
    call: Call
    answer: Answer
    names_argument: bool | None = None
    says_what_to_send: bool | None = None
    chars: int | None = None
    """Of the reply, whatever it was."""
