"""What a test wants to know of a server -> a run of `tool-audit`, made once, however many ask for it.

It runs as a program of its own: warnings that a project turned into errors, event loops and patches of its tests do not
reach it, nothing of it stays in their process, and workers of pytest-xdist share what it wrote.
"""

import fcntl
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, TypeAlias, TypedDict, cast

from tool_audit.errors import ExitCode, UsageError
from tool_audit.model import Arguments
from tool_audit.settings import nearest

Target: TypeAlias = str | os.PathLike[str] | Sequence[str]
Texts: TypeAlias = str | Sequence[str]

PATIENCE: Final = 20
"""Seconds for a run to end its servers after it was told to stop."""
LISTING: Final = ("--deny=*",)
"""With every tool denied, an audit only lists them."""
_NOTE: Final = "note: "


class Options(TypedDict, total=False):
    """The options of `tool-audit probe`, by their names with underscores; `args` also takes what its file holds."""

    server: Texts
    env: Mapping[str, str]
    header: Mapping[str, str]
    input: Mapping[str, str]
    cwd: str | os.PathLike[str]
    tool: Texts
    allow: Texts
    deny: Texts
    allow_writes: bool
    watch: Texts
    args: str | os.PathLike[str] | Mapping[str, Arguments]
    experiment: Texts
    max_calls: int
    max_time: str | float
    call_timeout: str | float
    start_timeout: str | float
    max_reply_bytes: str | int
    concurrency: int
    jobs: int
    client: Texts
    tokenizer: str
    fail_on: str
    show_indicated: bool
    baseline: str | os.PathLike[str]
    baseline_growth: float
    config: str | os.PathLike[str]
    no_config: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: the words for `tool-audit probe`, and the folder that they are said in."""

    words: tuple[str, ...]
    cwd: Path

    @property
    def key(self) -> str:
        """A name for files; equal questions have the same."""
        return hashlib.sha256(json.dumps([self.words, str(self.cwd)]).encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a run wrote: its report, and the same as JUnit writes it."""

    report: Path
    junit: Path
    told: Path
    """What it said beside them."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines that a reader should see: an option that has no effect, an argument that fits no tool."""
        lines = self.told.read_text(encoding="utf-8", errors="replace").splitlines()
        return tuple(line.removeprefix(_NOTE) for line in lines if line.startswith(_NOTE))


class NoAnswerError(Exception):
    """A run ended without a report: the message is what it said. `usage`: what was asked cannot be meant."""

    def __init__(self, message: str, *, usage: bool) -> None:
        super().__init__(message)
        self.usage = usage


def question(target: Target, options: Options, cwd: Path) -> Question:
    """Return what to ask about a target. UsageError where an option is none, or where there is no target."""
    known = Options.__annotations__
    words: list[str] = []
    for name, value in options.items():
        if name not in known:
            raise UsageError(f"tool_audit has no option {name!r}", hint=nearest(name, known))
        words += _option(name, value)
    return Question(words=(*words, *_target(target, cwd)), cwd=cwd)


def listing(asked: Question) -> Question:
    """Return the question that only asks which tools there are: none is called."""
    return Question(words=(*LISTING, *asked.words), cwd=asked.cwd)


def answer(asked: Question, folder: Path) -> Answer:
    """Return what a run says, made now or by whoever asked first with the same folder. NoAnswerError."""
    stem = folder / asked.key
    found = Answer(report=stem.with_suffix(".json"), junit=stem.with_suffix(".xml"), told=stem.with_suffix(".txt"))
    done = stem.with_suffix(".code")
    with _alone(stem.with_suffix(".lock")):
        if not done.exists():
            outputs = [f"--output=json={found.report}", f"--output=junit={found.junit}"]
            # where a record is configured, one without calls must not take its place
            record = [f"--record={stem}"] if asked.words[: len(LISTING)] == LISTING else []
            code = _run(["probe", *outputs, *record, *asked.words], asked.cwd, found.told)
            done.write_text(str(code), encoding="ascii")
    code = int(done.read_text(encoding="ascii"))
    if not found.junit.exists() or code == ExitCode.INTERRUPTED:
        said = found.told.read_text(encoding="utf-8", errors="replace").strip()
        raise NoAnswerError(said or f"tool-audit ended with {code}", usage=code == ExitCode.USAGE)
    return found


def _option(name: str, value: object) -> Iterator[str]:
    option = f"--{name.replace('_', '-')}"
    match name, value:
        case _, None | False:
            return
        case _, True if Options.__annotations__[name] is bool:
            yield option
        case "args", Mapping():
            yield from _arguments(value)
        case "header", Mapping():
            yield from (f"{option}={key}: {_text(f'{name} {key}', each)}" for key, each in value.items())
        case _, Mapping():
            yield from (f"{option}={key}={_text(f'{name} {key}', each)}" for key, each in value.items())
        case _, list() | tuple():
            yield from (f"{option}={_text(name, each)}" for each in value)
        case _:
            yield f"{option}={_text(name, value)}"


def _arguments(given: Mapping[str, object]) -> Iterator[str]:
    for tool, arguments in given.items():
        if not isinstance(arguments, Mapping):
            raise UsageError(f"args {tool}: {arguments!r} is no dict", hint='write it as {"limit": 5}')
        for argument, value in arguments.items():
            try:
                yield f"--arg={tool}.{argument}={json.dumps(value)}"
            except (TypeError, ValueError) as error:
                raise UsageError(f"args {tool}.{argument}: {error}", hint="write what JSON can hold") from None


def _text(what: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | os.PathLike | int | float):
        unset = "is the variable set that it comes from?" if value is None else "several are a list"
        raise UsageError(f"{what}: {value!r} is no text", hint=unset)
    return str(value)


def _target(target: Target, cwd: Path) -> tuple[str, ...]:
    if not isinstance(target, str | os.PathLike):
        if not isinstance(target, list | tuple):
            raise UsageError(f"the target {target!r} is no text", hint="the words of a command are a list")
        return ("--", *(_text("the target", word) for word in target))
    text = os.fspath(target)
    if not text.strip():
        raise UsageError("the target is empty", hint="name a URL, a configuration, or a command")
    path = _environment()["PATH"]
    program = shutil.which(text, path=path) is not None
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"the command {text!r} cannot be read: {error}", hint="close its quotes") from None
    if not program and ("://" in text or (cwd / text).expanduser().exists() or len(words) == 1):
        return (text,)  # and where it is nothing at all, tool-audit knows best what is said then
    return ("--", *words)


def _environment() -> dict[str, str]:
    """Ours; programs beside our Python come first, so that `python` is the one that runs the tests."""
    beside = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])}


def _run(words: Sequence[str], cwd: Path, told: Path) -> int:
    # -P: no module of the project may take the place of ours; a group of its own: Ctrl-C is ours to pass on
    command = [sys.executable, "-P", "-m", "tool_audit.cli.piped"]
    with (
        told.open("wb") as stderr,
        subprocess.Popen(
            command,
            cwd=cwd,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            process_group=0,
        ) as process,
    ):
        stdin = cast("IO[bytes]", process.stdin)
        try:
            with suppress(BrokenPipeError):  # it could not even start, and has said why
                stdin.write(json.dumps(words).encode() + b"\n")
                stdin.flush()
            return process.wait()
        finally:
            with suppress(BrokenPipeError):
                stdin.close()  # which stops it, where it has not ended
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    with file.open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # let go at the end of the process, however that comes
        yield
