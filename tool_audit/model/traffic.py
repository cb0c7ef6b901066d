"""What happened in an agent's sessions, as a log of them tells it: tasks, texts, calls and lists of tools, in order."""

from dataclasses import dataclass
from typing import TypeAlias

from tool_audit.model.calls import Observation
from tool_audit.model.server import ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A person (or a program in a person's place) asked for something: what the model does next is done for it."""

    session: str
    text: str = ""
    time: float | None = None
    """Seconds since 1970, where the log says when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What else went into, or came out of, the model's context: what it wrote or thought, what it was told.

    `by_model`: it may refer to what replies held. Arguments of calls and replies are not repeated here.
    """

    session: str
    text: str
    by_model: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How long a reply was, where the log tells that and not what it held; None: it does not tell."""

    chars: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What is left of arguments in a log that keeps no values: their names, and a hash that equal ones share."""

    names: tuple[str, ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """A call that was made, and what came of it; it is told when its reply comes, or when the log ends without one.

    `server` is empty for the tools of the client itself, and where the log does not say. `step` counts the answers of
    the model in its session: the calls of one step were made at once, none of them knowing another's reply.
    """

    session: str
    server: str
    step: int
    observation: Observation
    id: str = ""
    """What tells the call apart in any log of the session; empty: nothing does. One that came before is not counted."""
    time: float | None = None
    size: Size | None = None
    """Set where the outcome does not hold the reply."""
    names: Names | None = None
    """Set where the probe does not hold the arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A list of tools that a server (or the client, for all of its servers) offered the model."""

    session: str
    server: str
    tools: tuple[ToolSpec, ...]


Event: TypeAlias = Task | Said | Used | Offered
