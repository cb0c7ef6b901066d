"""What an audit found, for tests: a few small things with figures, which print what a failing test should say."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TypeAlias

import pytest

from tool_audit.model import Json, Severity
from tool_audit.report.figures import counted
from tool_audit.report.junit import label
from tool_audit.report.safe import cut, json_text, readable
from tool_audit.rules import catalogue
from tool_audit.settings import nearest
from tool_audit.settings.kinds import FAIL_ON

Object: TypeAlias = Mapping[str, Json]


class NotMeasuredError(KeyError):
    """There are no figures: no such tool, or one that was not called or never answered."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Reply:
    """A call and the size of its reply; `tokens` are those of the tokenizer that every report names."""

    tool: str
    arguments: Object
    chars: int | None
    tokens: int | None
    items: int | None
    outcome: str

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        items = [] if self.items is None else [counted(self.items, "item")]
        if self.chars is None or self.tokens is None:
            came = [self.outcome]
        else:
            came = [*items, counted(self.chars, "char"), counted(self.tokens, "token")]
        return f"{self.tool} {cut(json_text(dict(self.arguments)))}: {', '.join(came)}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Tool:
    """A tool that was measured, or one action of it (`manage[action=list]`)."""

    name: str
    server: str
    smallest: Reply
    """The smallest reply that answers: what to send instead of nothing."""
    largest: Reply
    answered: Reply | None
    """`default`, or None."""

    @property
    def default(self) -> Reply:
        """The reply to the call with nothing filled in but what is required. NotMeasuredError where there was none."""
        __tracebackhide__ = True
        if self.answered is None:
            raise NotMeasuredError(f"{self.name}: its call with nothing filled in was never answered")
        return self.answered

    def __repr__(self) -> str:
        return f"<tool {self.name}; smallest that answers: {self.smallest}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Finding:
    """What a rule found: `calls` prove it, `send` is to be called instead; without `tools` it is about the server."""

    rule: str
    severity: str
    confidence: str
    server: str
    tools: tuple[str, ...]
    argument: str | None
    message: str
    advice: str
    calls: tuple[Reply, ...]
    send: tuple[Reply, ...]

    def __repr__(self) -> str:
        send = "".join(f" Send {reply}." for reply in self.send[:1])
        return f"<{self.severity} {self.rule}, {', '.join(self.tools) or self.server}:{send} {readable(self.message)}>"

    def __str__(self) -> str:
        lines = [f"{self.severity} {self.rule}, {', '.join(self.tools) or self.server}: {readable(self.message)}"]
        lines += [readable(self.advice)] if self.advice else []
        for title, replies in (("send", self.send), ("seen", self.calls)):
            lines += [f"{title}: {reply}" for reply in replies]
        return "\n  ".join(lines)


class Tools(Mapping[str, Tool]):
    """The tools that were measured, by name; asked for another, it says why there are no figures."""

    def __init__(self, tools: Sequence[Tool], not_measured: Mapping[str, str]) -> None:
        """Take the measured ones, and why others were not."""
        self._tools = {tool.name: tool for tool in tools}
        self._servers: dict[str, list[str]] = {}
        for tool in tools:
            self._servers.setdefault(tool.name, []).append(tool.server)
        self._not_measured = not_measured

    def __getitem__(self, name: str) -> Tool:
        __tracebackhide__ = True
        if name not in self._tools:
            raise NotMeasuredError(self.why_not(name))
        if len(servers := self._servers[name]) > 1:
            raise NotMeasuredError(f"{name} is a tool of {', '.join(servers)}: name one of them with server=")
        return self._tools[name]

    def why_not(self, name: str) -> str:
        """Return why there are no figures of a tool of this name."""
        if name in self._not_measured:
            return f"{name} was not measured: {self._not_measured[name]}"
        hint = nearest(name, [*self._tools, *self._not_measured])
        return f"there is no tool {name!r}" + (f": {hint}" if hint else "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def __repr__(self) -> str:
        return f"<tools {', '.join(self._tools)}>"


@dataclass(frozen=True, kw_only=True, repr=False)
class Report:
    """An audit. `findings` are those that count: none that the settings ignore or that a baseline knows."""

    tools: Tools
    not_measured: Mapping[str, str]
    """Name -> why there are no figures."""
    findings: tuple[Finding, ...]
    definition_tokens: int
    """What a model pays for names, descriptions and schemas in every turn."""
    fail_on: str
    """The severity of the settings: error, warning, info, or never."""
    notes: tuple[str, ...]
    """What was said beside: an option that has no effect, an argument that fits no tool."""
    data: Sequence[Object] = field(repr=False)
    """The JSON reports that this was read from, one for each target."""

    def findings_at(self, severity: str = "error") -> tuple[Finding, ...]:
        """Return the findings of this severity and of those above it; none for "never"."""
        return tuple(finding for finding in self.findings if Severity(finding.severity).fails(severity))

    def assert_clean(self, fail_on: str | None = None, *, tool: str = "*", rule: str = "*") -> None:
        """Fail the test where there is a finding at or over `fail_on`, and say which, what proves it, what to send.

        `tool` and `rule` are globs; a finding on a whole server has no tool, and counts only where `tool` is "*". What
        fits nothing fails, too: a misspelled name, a tool that was not measured, a severity that there is not.
        """
        __tracebackhide__ = True
        severity = fail_on or self.fail_on
        if severity not in FAIL_ON:
            pytest.fail(f"there is no severity {severity!r}: one of {', '.join(FAIL_ON)}", pytrace=False)
        if tool != "*" and not any(fnmatchcase(name, tool) for name in self.tools):
            pytest.fail(self.tools.why_not(tool), pytrace=False)
        if not any(fnmatchcase(known, rule) for known in catalogue()):
            hint = nearest(rule, list(catalogue()))
            pytest.fail(f"there is no rule {rule!r}" + (f": {hint}" if hint else ""), pytrace=False)
        failing = [
            finding
            for finding in self.findings_at(severity)
            if fnmatchcase(finding.rule, rule)
            and (tool == "*" or any(fnmatchcase(name, tool) for name in finding.tools))
        ]
        if failing:
            pytest.fail("\n\n".join(map(str, failing)), pytrace=False)

    def __repr__(self) -> str:
        measured = f"{counted(len(self.tools), 'tool')} measured"
        return f"<report: {measured}, {counted(len(self.findings), 'finding')}>"


def read_report(texts: Sequence[str], notes: Sequence[str] = ()) -> Report:
    """Return the report that JSON reports make together."""
    data = [json.loads(text) for text in texts]
    servers = [server for each in data for server in each["servers"]]
    not_measured = {
        entry["tool"]: ("it was not called: " if kind == "refused" else "") + entry["reason"]
        for server in servers
        for kind in ("refused", "unmeasured")
        for entry in server["coverage"][kind]
    }
    return Report(
        tools=Tools(
            [_tool(tool, server["configured_name"]) for server in servers for tool in server["tools"]], not_measured
        ),
        not_measured=not_measured,
        findings=tuple(
            _finding(finding, server["configured_name"])
            for server in servers
            for finding in server["findings"]
            if finding["state"] == "shown"
        ),
        definition_tokens=sum(server["definitions"]["tokens"] for server in servers),
        fail_on=data[0]["verdict"]["fail_on"],
        notes=tuple(notes),
        data=data,
    )


def nothing_measured(text: str, name: str) -> str:
    """Say why no tool of a server was measured; nothing where one was, or where a saved list was judged.

    `name` is that of its cases.
    """
    for server in json.loads(text)["servers"]:
        if label(server["configured_name"]) != name or server["transport"] == "listing":
            continue
        coverage = server["coverage"]
        if not coverage["listed"]:
            return "the server lists no tool"
        if not coverage["measured"]:
            untold = [*coverage["refused"], *coverage["unmeasured"]]
            return "\n".join(["no tool was measured", *(f"{each['tool']}: {each['reason']}" for each in untold)])
    return ""


def _tool(entry: Object, server: str) -> Tool:
    name = entry["name"]
    default = entry["default"]
    return Tool(
        name=name,
        server=server,
        answered=None if default is None else _reply(default, name),
        smallest=_reply(entry["smallest"], name),
        largest=_reply(entry["largest"], name),
    )


def _finding(entry: Object, server: str) -> Finding:
    return Finding(
        rule=entry["rule"],
        severity=entry["severity"],
        confidence=entry["confidence"],
        server=server,
        tools=tuple(entry["tools"]),
        argument=entry["argument"],
        message=entry["message"],
        advice=entry["advice"],
        calls=tuple(_reply(call, call["tool"]) for call in entry["evidence"]),
        send=tuple(_reply(call, call["tool"]) for call in entry["send"]),
    )


def _reply(entry: Object, tool: str) -> Reply:
    return Reply(
        tool=tool,
        arguments=entry["arguments"],
        chars=entry["chars"],
        tokens=entry["tokens"],
        items=entry["items"],
        outcome=entry["outcome"],
    )
