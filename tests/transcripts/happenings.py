"""What happens in sessions, in few words, and what the indicators make of it."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import count

from tool_audit.clients import lines_for, load_client
from tool_audit.measure.tokens import TokenCounter, load_counter
from tool_audit.model import Form, Observation, Outcome, Probe, Replied, Subject, ToolFailed, ToolSpec
from tool_audit.model.indicators import Indicators, Logs, ToolTraffic, TrafficReport
from tool_audit.model.traffic import Event, Said, Task, Used
from tool_audit.settings import Policy
from tool_audit.transcripts.assess import assess
from tool_audit.transcripts.families import Asked
from tool_audit.transcripts.gather import gather

LOGS = Logs(files={"made": 1}, bytes=1, lines=1, broken=0, unknown=(), repeated=0, notes=())


class Session:
    """One session: each call is a step of its own, unless it is said to be made at once with the one before it."""

    _numbers = count(1)

    def __init__(self, server: str = "notes") -> None:
        self.name = f"session-{next(self._numbers)}"
        self.server = server
        self.step = 0
        self.events: list[Event] = []

    def task(self, text: str = "do it") -> "Session":
        self.events.append(Task(session=self.name, text=text))
        return self

    def says(self, text: str) -> "Session":
        self.events.append(Said(session=self.name, text=text))
        return self

    def call(
        self,
        tool: str,
        arguments: dict | None = None,
        reply: object = "done",
        *,
        error: str | None = None,
        outcome: Outcome | None = None,
        at_once: bool = False,
        server: str | None = None,
        form: Form = Form.OBJECT,
        **more: object,
    ) -> "Session":
        self.step += not at_once
        if outcome is None:
            text = error if error is not None else reply if isinstance(reply, str) else json.dumps(reply)
            result = {"content": [{"type": "text", "text": text}]}
            outcome = Replied(result=result) if error is None else ToolFailed(result=result)
        probe = Probe(subject=Subject(tool=tool), arguments=arguments or {}, experiment="transcript", form=form)
        observation = Observation(probe=probe, outcome=outcome, seconds=0.1)
        self.events.append(
            Used(
                session=self.name,
                server=self.server if server is None else server,
                step=self.step,
                observation=observation,
                **more,
            )
        )
        return self


def spec(name: str, properties: dict, required: Sequence[str] = (), **more: object) -> ToolSpec:
    schema = {"type": "object", "properties": properties, "required": list(required), **more}
    raw = {"name": name, "description": f"Does {name}.", "inputSchema": schema}
    return ToolSpec(name=name, description=raw["description"], input_schema=schema, raw=raw)


def came_to(
    *sessions: Session, also: Iterable[Event] = (), counter: TokenCounter | None = None, **asked: object
) -> Indicators:
    events = [*also, *(event for session in sessions for event in session.events)]
    profile = load_client("claude-code")
    counter = counter or load_counter()
    return gather(events, Asked(**asked), counter, lambda _, tool: lines_for(profile, tool, ()), lambda: LOGS)


def tool(indicators: Indicators, name: str) -> ToolTraffic:
    return next(one for server in indicators.servers for one in server.tools if one.name == name)


def judged(*sessions: Session, policy: Policy | None = None, **asked: object) -> TrafficReport:
    return assess(came_to(*sessions, **asked), policy or Policy(), "o200k_base", date(2026, 11, 30))


def found(report: TrafficReport) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.rule, one.tools) for server in report.indicators.servers for one in server.findings]


def rules_found(*sessions: Session, **asked: object) -> set[str]:
    return {rule for rule, _ in found(judged(*sessions, **asked))}


def findings_on(*sessions: Session, **asked: object):
    return [one for server in judged(*sessions, **asked).indicators.servers for one in server.findings]


def replies_of(*sizes: int) -> Session:
    session = Session().task()
    for number, size in enumerate(sizes):
        session.call("list", {"n": number}, f"{number} " + "to " * size)
    return session
