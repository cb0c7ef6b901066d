"""Reports made by hand: every outcome, every kind of finding, and text that tries to break a renderer."""

import json
from dataclasses import replace

from tool_audit.model import (
    ABSENT,
    Action,
    Answer,
    Call,
    Certainty,
    ClientProfile,
    Confidence,
    Counted,
    Definitions,
    Disconnected,
    Encoding,
    Finding,
    ItemKind,
    Items,
    Lines,
    Listing,
    Measurement,
    Mistake,
    NotAudited,
    Observation,
    Probe,
    Refused,
    Replied,
    Report,
    ServerReport,
    ServerRun,
    ServerSpec,
    Severity,
    Showing,
    State,
    Status,
    Subject,
    Sweep,
    SweepKind,
    TimedOut,
    TooLarge,
    ToolFailed,
    ToolRun,
    ToolSpec,
    TransportKind,
    Unit,
    Verdict,
    WrongCall,
)

HOSTILE = "결제 \x1b[31mred\x1b[0m | pipe `tick` <b>bold</b>\nsecond line \x07 \ud800 \u202e reversed"

CLIENT = ClientProfile(
    name="claude-code",
    cap_tokens=25_000,
    cap_chars=50_000,
    warn_tokens=10_000,
    would="put it into a file and show the model its first 2 KB",
    action=Action.FILE,
    preview_bytes=2_000,
    meta_cap_key=None,
    meta_cap_ceiling=None,
    description_chars=2_048,
    source="a sample",
    checked="2026-01-01",
)
LINES = Lines(client="claude-code", cap_tokens=25_000, cap_chars=50_000, warn_tokens=10_000, action=CLIENT.would)


def call(
    tool, arguments=None, *, chars=None, items=None, outcome=None, encodings=(), experiment="default", value=ABSENT
):
    """Return an answered call of `chars` characters, or one with the outcome given and no measurement."""
    probe = Probe(subject=Subject(tool=tool), arguments=arguments or {}, experiment=experiment, value=value)
    if chars is None:
        return Call(observation=Observation(probe=probe, outcome=outcome, seconds=0.1), measurement=None)
    identities = None if items is None else tuple(f"m-{index:04}" for index in range(items))
    measurement = Measurement(
        bytes=chars + 120,
        chars=chars,
        tokens=chars * 2 // 5,
        text="",
        text_chars=chars,
        items=None if identities is None else Items(kind=ItemKind.JSON, path="$.hits", identities=identities),
        encodings=encodings,
    )
    observation = Observation(probe=probe, outcome=outcome or Replied(result={}), seconds=0.1, bytes=chars + 120)
    return Call(observation=observation, measurement=measurement)


def encodings(compact, toon=None):
    """Return the five encodings of a reply, its table in TOON only where given."""
    sizes = {"compact": compact, "ascii": compact * 2, "indented": compact + 900, "toon": toon, "csv": None}
    return tuple(Encoding(name=name, chars=n, tokens=None if n is None else n // 3) for name, n in sizes.items())


def tool(name, *, calls=(), default=None, status=Status.MEASURED, reason="read: name", sweeps=(), schema=None):
    """Return a tool run; its calls are the default and those given."""
    spec = ToolSpec(name=name, description="", input_schema=schema or {"type": "object"})
    everything = (*((default,) if default is not None else ()), *calls)
    return ToolRun(
        subject=Subject(tool=name),
        tool=spec,
        status=status,
        reason=reason,
        lines=LINES,
        calls=everything,
        default=default,
        repeat=default,
        sweeps=sweeps,
    )


def finding(rule, tools, message, *, severity=Severity.ERROR, advice="", calls=(), send=(), **settled):
    """Return a finding that is shown unless `settled` says otherwise."""
    return Finding(
        rule=rule,
        summary=f"What {rule} means, in one line.",
        severity=severity,
        confidence=Confidence.PROVEN if len(calls) > 1 else Confidence.SEEN,
        tools=tools,
        message=message,
        advice=advice,
        calls=calls,
        send=send,
        argument=settled.pop("argument", None),
        fingerprint=f"{rule}/{'+'.join(tools)}",
        **settled,
    )


def wrong_call(made, mistake, argument, answer, *, named=None, mended=None, chars=None):
    """Return what came of a wrong call."""
    return WrongCall(
        tool=made.observation.probe.subject.tool,
        mistake=mistake,
        argument=argument,
        call=made,
        answer=answer,
        names_argument=named,
        says_what_to_send=mended,
        chars=chars,
    )


def server(name, tools, *, findings=(), spec_name=None, wrong_calls=()):
    """Return a judged server on stdio."""
    listing = Listing(
        name=name,
        version="1.0",
        protocol="2025-11-25",
        transport=TransportKind.STDIO,
        tools=tuple(run.tool for run in tools),
    )
    run = ServerRun(
        spec=ServerSpec(name=spec_name or name, transport=TransportKind.STDIO, command=("bank",)),
        listing=listing,
        definitions=Definitions(chars=4_312, tokens=1_020),
        tools=tuple(tools),
        calls=tuple(made for run in tools for made in run.calls),
        lines=LINES,
        seconds=2.34,
    )
    return ServerReport(run=run, findings=tuple(findings), wrong_calls=tuple(wrong_calls))


def report(servers=(), failures=(), **verdict):
    """Return a report whose verdict counts what the servers' findings show."""
    shown = [item for judged in servers for item in judged.findings if item.state is State.SHOWN]
    counts = {severity: sum(item.severity is severity for item in shown) for severity in Severity}
    return Report(
        version="0.1.0",
        date="2026-01-02T03:04:05Z",
        client=CLIENT,
        tokenizer="o200k_base, exact",
        servers=tuple(servers),
        failures=tuple(failures),
        verdict=Verdict(
            **{
                "exit_code": 1,
                "fail_on": "error",
                "counts": counts,
                "reason": "exit code 1: 4 errors (--fail-on error)",
            }
            | verdict
        ),
    )


def _models():
    full = call("list_mental_models", chars=883_735, items=271, encodings=encodings(402_611, 380_114))
    leaner = {detail: {"detail": detail} for detail in ("full", "summary", "metadata")}
    summary = call("list_mental_models", leaner["summary"], chars=216_769, items=271, experiment="detail")
    metadata = call("list_mental_models", leaner["metadata"], chars=941, items=271, experiment="detail")
    said = call("list_mental_models", leaner["full"], chars=883_735, items=271, experiment="detail")
    calls = (said, summary, metadata)
    values = (ABSENT, "full", "summary", "metadata")
    sweep = Sweep(argument="detail", kind=SweepKind.DETAIL, values=values, calls=(full, *calls))
    return tool("list_mental_models", default=full, calls=calls, sweeps=(sweep,))


def _memories():
    default = call("list_memories", chars=28_522, items=100, encodings=encodings(14_660, 13_002))
    one = call("list_memories", {"limit": 1}, chars=2_174, items=1, experiment="limit", value=1)
    none = call("list_memories", {"limit": 0}, chars=2, experiment="limit", value=0)
    many = call("list_memories", {"limit": 100_000}, outcome=TooLarge(limit=64 * 1024 * 1024), experiment="limit")
    sweep = Sweep(argument="limit", kind=SweepKind.COUNT, values=(ABSENT, 1), calls=(default, one))
    schema = {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 500}}}
    return tool("list_memories", default=default, calls=(one, none, many), sweeps=(sweep,), schema=schema)


def _recall():
    default = call("recall", {"query": "결제"}, chars=16_980, items=27, encodings=encodings(14_161))
    fuller = call("recall", {"query": "결제", "max_tokens": 65_536}, chars=170_800, items=271, experiment="limit")
    leaner = call("recall", {"query": "결제", "max_tokens": 256}, chars=940, items=2, experiment="limit")
    long = call(
        "recall", {"query": "가나다라 " * 60}, outcome=Refused(code=-32602, message=HOSTILE), experiment="bad-input"
    )
    failed = ToolFailed(result={"content": [{"type": "text", "text": f"Error: {HOSTILE}"}], "isError": True})
    wrong = call("recall", {"query": 7}, outcome=failed, experiment="bad-input")
    return tool("recall", default=default, calls=(fuller, leaner, long, wrong))


def _bank_findings(models, memories, recall):
    return (
        finding(
            "unicode-escaped",
            ("list_memories", "list_mental_models", "recall"),
            "\\uXXXX escapes make Korean text six times longer; UTF-8 would save 118,000 characters in these replies.",
            severity=Severity.WARNING,
            advice="Serialize with ensure_ascii=False.",
            calls=(memories.default,),
        ),
        finding(
            "default-is-maximum",
            ("list_mental_models",),
            "Leaving detail out gives its largest setting (full): 883,735 characters; metadata gives 941.",
            advice="claude-code would put it into a file and show the model 2 KB. Send detail=metadata.",
            calls=models.calls,
            send=(models.calls[3],),
            argument="detail",
        ),
        finding(
            "silent-truncation",
            ("recall",),
            "max_tokens left out (4,096) returned 27 of 271 hits and says nothing of the rest, such as m-0412.",
            calls=recall.calls[:2],
            send=(recall.calls[1],),
            argument="max_tokens",
        ),
        finding("opaque-error", ("recall",), HOSTILE, severity=Severity.WARNING, calls=recall.calls[3:]),
        finding("oversized-default", ("list_mental_models",), "883,735 characters.", advice="Bound the default."),
        finding("oversized-default", ("list_memories",), "28,522 characters.", advice="Bound the default."),
        finding("dominant-field", ("list_memories",), "$.hits[].text is 71 %.", severity=Severity.INFO),
        finding("fixed-wrapper", ("recall",), "412 characters are the same.", severity=Severity.INFO),
        finding("possible-truncation", ("list_memories",), "100 items.", state=State.HIDDEN, why="indicated"),
        finding("hints-missing", (), "No annotations.", state=State.IGNORED, why="settings: not our <style>"),
    )


def bank(**named):
    """Return the server with everything in it: six tools, each status, each outcome."""
    models, memories, recall = _models(), _memories(), _recall()
    reason = "disconnected: exit code 139 on the first call"
    crash = call("get_model", {"id": "m-1"}, outcome=Disconnected(reason=HOSTILE, exit_code=139, stderr=("Segfault",)))
    slow = call("get_model", {"id": "m-2"}, outcome=TimedOut(limit=30.0))
    tools = (
        recall,
        memories,
        models,
        tool("ping", default=call("ping", chars=4)),
        tool("get_model", calls=(crash, slow), status=Status.UNMEASURED, reason=reason),
        tool("delete_memory", status=Status.REFUSED, reason="it writes"),
    )
    wrong_calls = (
        wrong_call(recall.calls[4], Mistake.WRONG_TYPE, "query", Answer.TOOL, named=True, mended=False, chars=88),
        wrong_call(call("recall"), Mistake.MISSING, "query", Answer.SCHEMA, named=True, mended=True, chars=41),
        wrong_call(call("list_memories", {"lmit": 1}), Mistake.UNKNOWN_KEY, "lmit", Answer.ACCEPTED, chars=28_522),
        wrong_call(crash, Mistake.NO_SUCH_ID, "id", Answer.CRASHED),
    )
    return server("bank", tools, findings=_bank_findings(models, memories, recall), wrong_calls=wrong_calls, **named)


def full_report():
    """Return the report on `bank` alone."""
    return report([bank()])


OTHER = ClientProfile(
    name="sample-cli",
    cap_tokens=None,
    cap_chars=20_000,
    counted=Counted.SINGLE_PART,
    warn_tokens=5_000,
    would="drop its middle, marked",
    action=Action.HEAD_AND_TAIL,
    head_share=0.2,
    marked=True,
    tool_count=5,
    meta_cap_key=None,
    meta_cap_ceiling=None,
    description_chars=None,
    source="another <sample>",
    checked="2026-01-01",
    certainty=Certainty.DATED,
    note="of a version | of last year",
)


def _shown(name, chars):
    first = Showing(
        client="claude-code",
        whole=chars <= 50_000,
        sees="whole" if chars <= 50_000 else f"the path of a file and the first 2 KB of {chars:,} chars",
        over=None if chars <= 50_000 else Unit.CHARS,
        cap=None if chars <= 50_000 else 50_000,
        size=None if chars <= 50_000 else chars,
        shown_chars=chars if chars <= 50_000 else 2_000,
        unseen_chars=0 if chars <= 50_000 else chars - 2_000,
    )
    other = Showing(
        client="sample-cli",
        whole=chars <= 20_000,
        sees="whole"
        if chars <= 20_000
        else f"first 4,000 and last 16,000 chars (20 % and 80 % of 20,000); {chars - 20_000:,} lost, marked",
        shown_chars=min(chars, 20_000),
        unseen_chars=max(chars - 20_000, 0),
    )
    return name, (first, other)


def clients_report():
    """Return the report on `bank` with two clients, tools with lines of their own, regraded findings and notes."""
    judged = bank()
    own = {
        "recall": replace(LINES, cap_tokens=None, cap_chars=200_000, raised_by="the tool declares 200,000 characters"),
        "get_model": replace(LINES, warn_tokens=20_000, raised_by=f"the settings say so: {HOSTILE}"),
        "delete_memory": replace(LINES, warn_tokens=20_000, raised_by=f"the settings say so: {HOSTILE}"),
    }
    tools = tuple(replace(run, lines=own.get(run.name, run.lines)) for run in judged.run.tools)
    lowered = {"fixed-wrapper": Severity.WARNING, "opaque-error": Severity.ERROR, "hints-missing": Severity.ERROR}
    findings = tuple(
        replace(one, regraded_from=lowered[one.rule], regraded_why=f"ours: {HOSTILE}") if one.rule in lowered else one
        for one in judged.findings
    )
    sizes = {run.name: run.default.measurement.chars for run in tools if run.default is not None}
    server = replace(
        judged,
        run=replace(judged.run, tools=tools),
        findings=findings,
        showings=dict(_shown(name, chars) for name, chars in sizes.items()),
        client_notes=("sample-cli takes 5 tools of all servers together (dated): 6 are listed here",),
    )
    lapsed = f"[[ignore]] cut-json on * until 2026-01-01 ({HOSTILE}) has lapsed: 1 finding counts again"
    lines = replace(LINES, warn_tokens=9_000, raised_by="the settings say so: all of ours")
    return replace(report([server]), others=(OTHER,), lines=lines, notes=(lapsed,))


def several_report():
    """Return two servers, one of them empty, and one that did not start."""
    failure = NotAudited(
        name="acme",
        message="the server did not start: `npx -y @acme/server` exited with 1 after 0.8 s, before it said anything.",
        hint='pass it with --env ACME_TOKEN (taken from your environment) or in the config\'s "env".',
        detail=("last lines of its stderr:", "Error: ACME_TOKEN is \x1b[1mnot set"),
    )
    return report([bank(spec_name="memory"), server("empty", ())], [failure])


def strict_json(text):
    """Return what a strict reader makes of a JSON text."""

    def refuse(constant):
        raise AssertionError(constant)

    return json.loads(text.encode("utf-8"), parse_constant=refuse)
