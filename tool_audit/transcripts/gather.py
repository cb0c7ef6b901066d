"""Events -> indicators: all families are told of what happened, and what they say is put together."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tool_audit.measure.tokens import TokenCounter
from tool_audit.model import Lines, ToolSpec
from tool_audit.model.indicators import Indicators, Logs, ServerTraffic, ToolTraffic
from tool_audit.model.spread import Rate
from tool_audit.model.traffic import Event
from tool_audit.transcripts.families import Asked, Families
from tool_audit.transcripts.indicators.parts import ToolParts
from tool_audit.transcripts.indicators.references import ToolReferences
from tool_audit.transcripts.indicators.sizes import ToolSizes
from tool_audit.transcripts.seen import Key
from tool_audit.transcripts.traffic import utc


def gather(
    events: Iterable[Event],
    asked: Asked,
    counter: TokenCounter | None,
    lines_of: Callable[[str, ToolSpec], Lines],
    logs: Callable[[], Logs],
) -> Indicators:
    """Return what the events come to; `logs` is asked for what was read when all is read.

    Without a counter, tokens are known only where a log tells them. One pass; memory grows with the number of tools and
    by a hash with each session, not with the number of calls.
    """
    families = Families(asked, counter, lines_of)
    for event in events:
        families.take(event)
    families.end()
    return _result(families, asked, logs())


def _result(families: Families, asked: Asked, logs: Logs) -> Indicators:
    shares = families.context.shares()
    tools = sorted(
        (
            _tool(families, key, sizes, shares.get(key, 0.0 if shares else None))
            for key, sizes in families.sizes.tools.items()
        ),
        key=lambda tool: (-(tool.share or 0.0), -tool.calls, tool.server, tool.name),
    )
    unused = families.unused()
    chains = families.steps.chains()
    names = dict.fromkeys([*(tool.server for tool in tools), *sorted(one.server for one in unused)])
    if asked.since is not None or asked.until is not None:
        first, last = families.in_time
        logs = replace(logs, first=utc(first), last=utc(last))
    return Indicators(
        logs=logs,
        servers=tuple(
            ServerTraffic(
                name=name,
                tools=tuple(tool for tool in tools if tool.server == name),
                chains=tuple(chain for chain in chains if chain.server == name),
                unused=tuple(one for one in unused if one.server == name),
            )
            for name in names
        ),
        sessions=families.sessions,
        tasks=families.steps.tasks,
        steps=families.steps.per_task,
        calls=families.calls,
        left_out=families.left_out,
        context=families.context.result(),
        within=asked.within,
        looked_at=families.looks.count,
        choice=families.choices.result() if asked.labels else None,
    )


def _tool(families: Families, key: Key, sizes: ToolSizes, share: float | None) -> ToolTraffic:
    outcomes, retries = families.outcomes.tools[key], families.retries.tools[key]
    checks = families.arguments.tools.get(key)
    parts = families.parts.tools.get(key, ToolParts())
    references = families.references.tools.get(key, ToolReferences())
    over_warning, over_cap = sizes.over()
    return ToolTraffic(
        server=key[0],
        name=key[1],
        calls=sizes.calls,
        sessions=len(sizes.sessions),
        tokens=sizes.tokens if sizes.tokens.n else None,
        chars=sizes.chars,
        milliseconds=sizes.milliseconds,
        share=share,
        over_warning=over_warning,
        over_cap=over_cap,
        endings=dict(outcomes.endings),
        errors=outcomes.errors,
        recovered=outcomes.recovered,
        shapes=outcomes.by_shape(),
        invalid=checks.rate if checks is not None else Rate(0, 0),
        bad_arguments=checks.by_argument() if checks is not None else (),
        again=retries.rate,
        again_after_error=retries.after_error,
        loops=retries.loops,
        longest_loop=retries.longest,
        parts=parts.rate,
        followed=parts.further,
        stop=parts.stop,
        unreferred=references.rate,
        fields=references.fields(),
        declared=families.offers.declared(key),
        definition_tokens=families.offers.tokens(key),
        largest=sizes.largest,
        lines=sizes.lines,
        alike=families.likeness.of(key),
    )
