"""The options that several commands share, each declared once."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from tool_audit.experiments import EXPERIMENTS, SCRIPTS

_TARGET = "Which servers"
_CALLS = "What may be called"
_LIMITS = "How long and how much"
_JUDGING = "What counts"
_OUTPUT = "What is written"
_SETTINGS = "Settings"

Targets: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TARGET",
        help="A URL, a client's configuration (mcp.json), a saved tools/list or a record. "
        "A command after -- is started and audited over stdio. Without any, the current folder's .mcp.json is taken.",
        show_default=False,
    ),
]
Server: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="Of a configuration, only these servers.", rich_help_panel=_TARGET),
]
ShardOf: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Of all servers, only the I-th of N parts; `tool-audit merge` puts their reports together.",
        rich_help_panel=_TARGET,
    ),
]
FromClient: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="CLIENT",
        help="Your own configuration of claude-code, cursor, codex, vscode ...",
        rich_help_panel=_TARGET,
    ),
]
Header: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="'K: V'",
        help="A header for servers with a URL; ${NAME} in it takes your variable.",
        rich_help_panel=_TARGET,
    ),
]
Env: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="K[=V]", help="A variable for servers that are started; K alone takes yours.", rich_help_panel=_TARGET
    ),
]
Cwd: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="The folder that servers are started in.", rich_help_panel=_TARGET),
]
Input: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="K=V", help="A value for ${input:K} of a configuration.", rich_help_panel=_TARGET),
]
Tool: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="Only these tools.", rich_help_panel=_CALLS),
]
Allow: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="Call these tools although it is unclear what they do.", rich_help_panel=_CALLS),
]
Deny: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="Never call these tools.", rich_help_panel=_CALLS),
]
AllowWrites: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--allow-writes",
        metavar="",
        help="Ask tools that delete or change a thing for one that cannot exist.",
        rich_help_panel=_CALLS,
    ),
]
Watch: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="DIR",
        help="A folder in which no tool that says it only reads may change a file.",
        rich_help_panel=_CALLS,
    ),
]
Args: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="JSON or TOML: tool name -> arguments to call it with.", rich_help_panel=_CALLS),
]
Arg: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TOOL.ARGUMENT=VALUE",
        help="One argument of one tool: JSON, else a text, or the JSON in @FILE.",
        rich_help_panel=_CALLS,
    ),
]
Experiment: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME", help=f"Only these experiments: {', '.join((*EXPERIMENTS, *SCRIPTS))}.", rich_help_panel=_CALLS
    ),
]
MaxCalls: TypeAlias = Annotated[
    int | None,
    typer.Option(metavar="N", help="At most this many calls of one tool (40).", rich_help_panel=_LIMITS),
]
MaxTime: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="TIME", help="For the whole audit of one server, such as 90s or 5m (no end).", rich_help_panel=_LIMITS
    ),
]
CallTimeout: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="For one call (30s).", rich_help_panel=_LIMITS),
]
StartTimeout: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="For a server to start (60s).", rich_help_panel=_LIMITS),
]
MaxReplyBytes: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE", help="Of one reply; one that is longer is not read further (64MiB).", rich_help_panel=_LIMITS
    ),
]
Concurrency: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Calls of a server under way at once (1); more can upset one that keeps state.",
        rich_help_panel=_LIMITS,
    ),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", help="Servers audited at once (4).", rich_help_panel=_LIMITS),
]
Client: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="The program whose caps count (claude-code); further ones are compared with it.",
        rich_help_panel=_JUDGING,
    ),
]
Tokenizer: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="ENGINE",
        help="auto, splintr, toktok or tiktoken; all count o200k_base exactly.",
        rich_help_panel=_JUDGING,
    ),
]
FailOn: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="SEVERITY", help="Exit with 1 at error (default), warning, info; or never.", rich_help_panel=_JUDGING
    ),
]
ShowIndicated: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--show-indicated", metavar="", help="Show findings that are signs, not proofs.", rich_help_panel=_JUDGING
    ),
]
Baseline: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Findings that are known and do not count.", rich_help_panel=_JUDGING),
]
BaselineGrowth: TypeAlias = Annotated[
    float | None,
    typer.Option(
        metavar="TIMES",
        help="Known findings count again where their reply grew by more (1.25).",
        rich_help_panel=_JUDGING,
    ),
]
UpdateBaseline: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--update-baseline",
        metavar="",
        show_default=False,
        help="Write the baseline anew: what is found now is known.",
        rich_help_panel=_JUDGING,
    ),
]
Outputs: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        metavar="FORMAT[=FILE]",
        help="terminal, markdown, json, sarif, junit or github; several at once.",
        rich_help_panel=_OUTPUT,
    ),
]
Record: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Keep all replies there, for `tool-audit report`.", rich_help_panel=_OUTPUT),
]
Quiet: TypeAlias = Annotated[
    bool | None,
    typer.Option("--quiet", metavar="", help="No progress line.", rich_help_panel=_OUTPUT),
]
Verbose: TypeAlias = Annotated[
    bool | None,
    typer.Option("--verbose", metavar="", help="Notes in full, and the exit code's reason.", rich_help_panel=_OUTPUT),
]
Config: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Settings from this file.", rich_help_panel=_SETTINGS),
]
NoConfig: TypeAlias = Annotated[
    bool | None,
    typer.Option("--no-config", metavar="", help="No settings file at all.", rich_help_panel=_SETTINGS),
]
