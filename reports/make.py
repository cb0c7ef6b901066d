# ruff: noqa: INP001 - a script beside what it writes, no package
"""Make the sample reports in this folder, or check with --check that they are current.

`python reports/make.py` makes all; name some to make only these. The real servers come from the cache folder of
tests/real and are installed into it where it lacks them; `sessions` is read off the logs of fixtures/story. A report
that differs only by what every run changes (dates, seconds, versions of the tokenizer and of the protocol) is left as
it is.
"""

import argparse
import difflib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REPORTS = Path(__file__).resolve().parent
sys.path.insert(0, str(REPORTS.parent / "tests" / "real"))

from audits import over_stdio  # noqa: E402
from servers import installed  # noqa: E402

ALL_FORMATS = {"md": "markdown", "txt": "terminal", "json": "json"}
STORY = REPORTS.parent / "fixtures" / "story"
MARKDOWN_AND_JSON = {"md": "markdown", "json": "json"}
SAMPLES = {
    "demo": (ALL_FORMATS, ()),
    "sessions": (
        ALL_FORMATS,
        ("--no-config", f"--tools=notes={STORY / 'tools.json'}", f"--expect={STORY / 'expected.jsonl'}"),
    ),
    "code-review-graph-2.3.7": (MARKDOWN_AND_JSON, ("--call-timeout=20s", "--max-calls=25")),
    "memory": (MARKDOWN_AND_JSON, ()),
}
CURRENT = ("demo", "sessions")
"""Those that are made without a network."""
_CHANGES_BY_ITSELF = (
    r"\b\d{4}-\d\d-\d\d\b",  # dates, of the run and of the protocol's version
    r"\b\d+(\.\d+)? (s|ms|min)\b",
    r"\b(splintr-rs|toktok-rs|tiktoken) \d[\w.]*",
)
_LARGEST = 300_000


def main() -> int:
    """Make or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    told = f"of: {', '.join(SAMPLES)} (all; with --check: {', '.join(CURRENT)})"
    parser.add_argument("names", nargs="*", metavar="NAME", help=told)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a report is not current")
    given = parser.parse_args()
    if unknown := set(given.names) - set(SAMPLES):
        parser.error(f"no such report: {', '.join(sorted(unknown))}")
    stale = False
    for name in given.names or (CURRENT if given.check else list(SAMPLES)):
        for file, text in make(name).items():
            old = file.read_text(encoding="utf-8") if file.exists() else ""
            difference = compared(old, text, file.name)
            stale = stale or bool(difference)
            if difference and given.check:
                sys.stdout.write("\n".join(difference[:40]) + f"\n{file.name} is not current: run reports/make.py\n")
            elif difference:
                file.write_text(text, encoding="utf-8")
                sys.stdout.write(f"{file.name}: {len(text):,} characters\n")
    return int(stale and given.check)


def make(name: str) -> dict[Path, str]:
    """Audit one server, or read the sample sessions; return the reports, by the file that each belongs into."""
    formats, options = SAMPLES[name]
    target, places = _target(name)
    with tempfile.TemporaryDirectory() as folder:
        made = {suffix: Path(folder) / f"{name}.{suffix}" for suffix in formats}
        outputs = [f"--output={formats[suffix]}={path}" for suffix, path in made.items()]
        command = [sys.executable, "-m", "tool_audit", *target[:1], *outputs, *options, *target[1:]]
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, check=False)
        if done.returncode not in {0, 1}:
            raise SystemExit(f"{name} was not audited: exit code {done.returncode}")
        places |= {folder: "/work-folder"}
        return {REPORTS / path.name: without_places(path.read_text(encoding="utf-8"), places) for path in made.values()}


def compared(old: str, new: str, name: str) -> list[str]:
    """Return the lines of a difference, empty where only that differs which changes by itself."""
    before, after = (_masked(text).splitlines() for text in (old, new))
    return list(difflib.unified_diff(before, after, f"{name} (kept)", f"{name} (made)", lineterm=""))


def without_places(text: str, places: dict[str, str]) -> str:
    """Return the text with this machine's folders replaced; raises SystemExit where one is left or it is too long."""
    for place, name in places.items():
        text = text.replace(place, name)
    # what was cut within such a path, to fit into a line
    text = re.sub(re.escape(str(Path.home())) + r"[^\s\"'`,]*?(?=\.\.\.|\u2026)", "/folder/", text)
    for place in (str(Path.home()), str(REPORTS.parent), sys.prefix, sys.base_prefix):
        if re.search(re.escape(place) + r"(?![\w-])", text):
            at = text.index(place)
            raise SystemExit(f"a report names a folder of this machine: {text[max(0, at - 80) : at + 120]!r}")
    if len(text) > _LARGEST:
        raise SystemExit(f"a report has {len(text):,} characters; at most {_LARGEST:,} are kept here")
    return text


def _target(name: str) -> tuple[list[str], dict[str, str]]:
    if name == "demo":
        return ["demo", "--quiet"], {}
    if name == "sessions":
        return ["sli", str(STORY / "sessions")], {str(STORY): "fixtures/story"}
    server = installed(name)
    return ["probe", "--quiet", "--no-config", *over_stdio(server)], {str(server.folder): f"/srv/{name}"}


def _masked(text: str) -> str:
    for pattern in _CHANGES_BY_ITSELF:
        text = re.sub(pattern, "~", text)
    return text


if __name__ == "__main__":
    sys.exit(main())
