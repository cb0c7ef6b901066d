"""The pages for people, and the blocks in them.

A comment above a fenced block says how tests use it; readers do not see it:

    <!-- test: NAME -->                 the shell runs it, in the folder of the scenario NAME; it ends with 0
    <!-- test: NAME; exit 1 -->         the same, ending with 1
    <!-- test: NAME; file a/b.py -->    it is the content of that file
    <!-- test: NAME; says -->           its lines stand in what the step before wrote, in this order ("..." is any line)
    <!-- test: NAME; job; exit 1 -->    no block: the workflow that was written last runs, and ends with 1
    <!-- test: NAME; run COMMAND -->    no block: a command that the page need not show
    <!-- test: NAME; checkout -->       no block: the folder is a checkout from here on

Steps of one name on one page run in their order. Blocks in `sh` without a comment run one by one, in a folder that has
what they name.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from docs.places import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_STEP = re.compile(
    r"(?m)^(?:<!-- test: (?P<mark>.*?) -->\n+)?^(?P<fence>```+)(?P<language>\w+)\n(?P<body>(?s:.*?))^(?P=fence)$"
    r"|^<!-- test: (?P<alone>.*?) -->$"
)
_ENDS_COMMAND = frozenset({"&&", "||", ";", "|", "\n"})


@dataclass(frozen=True)
class Step:
    """A block of a page, with what its comment says; or a comment alone."""

    page: Path
    scenario: str = ""
    language: str = ""
    body: str = ""
    file: str = ""
    exit: int = 0
    says: bool = False
    job: bool = False
    checkout: bool = False
    run: str = ""

    def __str__(self) -> str:
        first = self.body.strip().partition("\n")[0]
        return f"{self.page.name}: {first[:60]}"


def steps_of(page: Path) -> list[Step]:
    """Every block of a page, and every comment that stands alone, in their order."""
    found = _STEP.finditer(page.read_text(encoding="utf-8"))
    return [_step(page, match) for match in found]


def _step(page: Path, match: re.Match[str]) -> Step:
    name, *said = (part.strip() for part in (match["mark"] or match["alone"] or "").split(";"))
    details = {}
    for part in said:
        word, _, rest = part.partition(" ")
        assert word in {"exit", "file", "says", "job", "checkout", "run"}, (
            f"{page.name}: {part!r} is nothing that a comment can say"
        )
        details[word] = int(rest) if word == "exit" else rest or True
    return Step(page, name, match["language"] or "", match["body"] or "", **details)


def commands_in(script: str) -> Iterator[list[str]]:
    """Every command line of ours in a shell script, as words, without the program's name."""
    joined = script.replace("\\\n", " ")
    for line in joined.splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|<>()")
        lexer.whitespace_split = True
        words: list[str] = []
        for word in [*lexer, "\n"]:
            if word in _ENDS_COMMAND:
                while words and re.fullmatch(r"\w+=.*|if|then|!|do", words[0]):
                    words.pop(0)
                if words and words[0].rpartition("/")[2] == "tool-audit":
                    yield words[1:]
                words = []
            else:
                words.append(word)


def scripts_in(step: Step) -> list[str]:
    """The shell scripts of a block: itself, or what a workflow in it runs."""
    if step.language == "sh":
        return [step.body]
    if step.language != "yaml":
        return []
    # one script a list of lines, as GitLab writes it, or a text, as GitHub does
    return list(_run_lines(yaml.safe_load(step.body)))


def _run_lines(part) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key in {"run", "script", "before_script"}:
                yield value if isinstance(value, str) else "\n".join(value)
            elif key == "entry":
                yield str(value)
            else:
                yield from _run_lines(value)
    elif isinstance(part, list):
        for value in part:
            yield from _run_lines(value)
