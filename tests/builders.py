"""Builders for rule tests: full defaults, override what matters. Replies are measured for real."""

from collections.abc import Mapping, Sequence
from typing import Any

from tool_audit.clients import limits_of_clients
from tool_audit.measure import measure
from tool_audit.measure.definitions import measure_definitions
from tool_audit.measure.tokens import load_counter
from tool_audit.model import (
    ABSENT,
    Call,
    Hit,
    Json,
    Lines,
    Listing,
    Observation,
    Outcome,
    Probe,
    Refused,
    Replied,
    ServerRun,
    ServerSpec,
    Status,
    Subject,
    Sweep,
    SweepKind,
    ToolFailed,
    ToolRun,
    ToolSpec,
    TransportKind,
)
from tool_audit.rule import Rule

COUNTER = load_counter()
LINES = Lines(client="claude-code", cap_tokens=25_000, cap_chars=50_000, warn_tokens=10_000)


def tool(name: str = "list_items", properties: Mapping[str, Json] | None = None, **schema: Json) -> ToolSpec:
    """A tool whose input schema has these properties; `schema` adds root keywords, `description` its text."""
    description = schema.pop("description", f"What {name} gives.")
    output_schema = schema.pop("output_schema", ABSENT)
    annotations = schema.pop("annotations", {})
    input_schema = {"type": "object", "properties": dict(properties or {}), **schema}
    raw = {"name": name, "description": description, "inputSchema": input_schema}
    return ToolSpec(
        name=name,
        description=description,
        input_schema=input_schema,
        output_schema=output_schema,
        annotations=annotations,
        raw=raw,
    )


def call(
    text: str | Sequence[str] | None = "",
    *,
    tool: str = "list_items",
    arguments: Mapping[str, Json] | None = None,
    structured: Json = ABSENT,
    content: Sequence[Json] | None = None,
    error: bool = False,
    outcome: Outcome | None = None,
    experiment: str = "default",
    attempt: int = 0,
    seconds: float = 0.01,
    **how: Any,
) -> Call:
    """A measured call. `text`: one text block, or several; `content`: raw blocks instead; `outcome`: anything else.

    `how` are further fields of the probe.
    """
    if outcome is None:
        blocks = [text] if isinstance(text, str) else list(text or [])
        result: dict[str, Any] = {
            "content": list(content) if content is not None else [{"type": "text", "text": block} for block in blocks]
        }
        if structured is not ABSENT:
            result["structuredContent"] = structured
        if error:
            result["isError"] = True
        outcome = ToolFailed(result=result) if error else Replied(result=result)
    named = {"subject": Subject(tool=tool), "arguments": dict(arguments or {}), "experiment": experiment}
    probe = Probe(**{**named, "attempt": attempt, **how})
    return measure(Observation(probe=probe, outcome=outcome, seconds=seconds, bytes=0), COUNTER)


def refused(message: str = "missing argument", code: int = -32602, **kwargs: Any) -> Call:
    """A call that was answered with a JSON-RPC error."""
    return call(outcome=Refused(code=code, message=message), **kwargs)


def sweep(argument: str, kind: SweepKind, calls: Mapping[Any, Call]) -> Sweep:
    """A sweep from value (ABSENT: left out) to call."""
    return Sweep(argument=argument, kind=kind, values=tuple(calls), calls=tuple(calls.values()))


def tool_run(
    default: Call | None = None,
    *,
    spec: ToolSpec | None = None,
    sweeps: Sequence[Sweep] = (),
    calls: Sequence[Call] = (),
    repeat: Call | None = None,
    lines: Lines = LINES,
    status: Status = Status.MEASURED,
    volatile: bool = False,
) -> ToolRun:
    """A tool's run; the calls of the sweeps, the default and the repeat are all among its calls."""
    spec = spec or tool()
    every = [c for c in (default, repeat) if c is not None]
    every += [c for s in sweeps for c in s.calls] + list(calls)
    unique = tuple({id(c): c for c in every}.values())
    return ToolRun(
        subject=Subject(tool=spec.name),
        tool=spec,
        status=status,
        reason="",
        lines=lines,
        calls=unique,
        default=default,
        repeat=repeat,
        sweeps=tuple(sweeps),
        volatile=volatile,
    )


def server_run(
    *runs: ToolRun,
    tools: Sequence[ToolSpec] | None = None,
    instructions: str = "",
    calls: Sequence[Call] | None = None,
    **listing: Any,
) -> ServerRun:
    """A server with these runs; its listing holds their tools, and its calls are theirs unless that is said."""
    specs = tuple(tools) if tools is not None else tuple(run.tool for run in runs)
    listed = Listing(
        **{
            "name": "sample",
            "version": "1.0",
            "protocol": "2025-11-25",
            "transport": TransportKind.STDIO,
            "instructions": instructions,
            "tools": specs,
            **listing,
        }
    )
    return ServerRun(
        spec=ServerSpec(name="sample", transport=TransportKind.STDIO, command=("sample",)),
        listing=listed,
        definitions=measure_definitions(listed, COUNTER),
        tools=tuple(runs),
        calls=tuple(one for run in runs for one in run.calls) if calls is None else tuple(calls),
        lines=LINES,
        clients=limits_of_clients(),
    )


def hits(rule: Rule, run: ToolRun | ServerRun, **options: Any) -> list[Hit]:
    """What a rule sees in a run, with its default options or these."""
    chosen = rule.options(**options)
    if isinstance(run, ServerRun):
        assert rule.check_server is not None
        return list(rule.check_server(run, chosen))
    assert rule.check_tool is not None
    return list(rule.check_tool(run, chosen))
