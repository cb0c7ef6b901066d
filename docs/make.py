# ruff: noqa: INP001 - a script beside what it writes, no package
"""Make what the pages here take from the program, or check with --check that it is current.

`python docs/make.py` writes the commands and options (cli.md), the inputs of the GitHub action (ci.md), the client
profiles (clients.md), the keys of the JSON reports (json.md, sli-json.md), the rules of real traffic (sli.md) and the
picture of the demo (demo.svg). In a page, what stands between `<!-- made: NAME -->` and `<!-- end -->` is made here;
the rest is written by hand.
"""

import argparse
import difflib
import html
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import typer
import yaml
from rich.console import Console
from rich.text import Text

from tool_audit.cli.app import app
from tool_audit.clients import client_names, limits_of_clients, load_client
from tool_audit.model import ClientProfile, DefinitionLimits
from tool_audit.report.policy import caps_text
from tool_audit.rules import catalogue
from tool_audit.settings.keys import BY_OPTION

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PICTURE = DOCS / "demo.svg"
FINDINGS_SHOWN = 3
"""In the picture: the report goes on."""
COLUMNS = 100


def main() -> int:
    """Make or check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where something is not current")
    check = parser.parse_args().check
    stale = [differs(page, page.read_text(encoding="utf-8"), made(page), check=check) for page in pages()]
    old = PICTURE.read_text(encoding="utf-8") if PICTURE.exists() else ""
    new = picture()
    # how it is drawn is the matter of the library's version; what it shows is ours
    stale.append(shown_in(old) != shown_in(new) and differs(PICTURE, old, new, check=check))
    return int(check and any(stale))


def differs(file: Path, old: str, new: str, *, check: bool) -> bool:
    """Write the file, or tell what would change; returns whether it was not current."""
    if old == new:
        return False
    if check:
        lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "kept", "made", lineterm="")
        sys.stdout.write("\n".join([*lines][:40]) + f"\n{file.name} is not current: run docs/make.py\n")
    else:
        file.write_text(new, encoding="utf-8")
        sys.stdout.write(f"{file.name}: {len(new):,} characters\n")
    return True


def pages() -> list[Path]:
    """Return the pages that hold something made."""
    return [page for page in sorted(DOCS.glob("*.md")) if "<!-- made: " in page.read_text(encoding="utf-8")]


def made(page: Path) -> str:
    """Return a page with its made parts made again."""
    return re.sub(
        r"(?ms)^(<!-- made: (\w+) -->\n).*?^(<!-- end -->)$",
        lambda found: f"{found[1]}{PARTS[found[2]]()}\n{found[3]}",
        page.read_text(encoding="utf-8"),
    )


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table in Markdown; bars in cells are escaped."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines) + "\n"


def commands() -> str:
    """Return every command with its arguments and options."""
    return "\n".join(_command(name, command) for name, command in _every(typer.main.get_command(app)))


def _every(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _every(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _command(name: str, command: Any) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    text = [f"## {name}", "", f"    tool-audit {name} {usage}", "", *command.help.strip().splitlines(), ""]
    reads_settings = any(parameter.name == "no_config" for parameter in command.params)
    panels: dict[str, list[tuple[str, ...]]] = {}
    for parameter in command.params:
        panel = getattr(parameter, "rich_help_panel", None) or ""
        panels.setdefault(panel, []).append(_parameter(parameter))
    for panel, rows in panels.items():
        text += [f"**{panel}**", ""] if panel else []
        columns = 3 if reads_settings and any(place for *_, place in rows) else 2
        text.append(table(("", "", "in a file")[:columns], [row[:columns] for row in rows]))
    return "\n".join(text)


def _parameter(parameter: Any) -> tuple[str, ...]:
    help_ = " ".join((parameter.help or "").split())
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar}`", help_, ""
    name = " ".join(filter(None, (", ".join(parameter.opts), parameter.metavar)))
    # by the parameter's name, as the program finds it: sli has a --tool and an --output of its own
    key = BY_OPTION.get(parameter.name.replace("_", "-"))
    return f"`{name}`", help_, f"`{'.'.join(key.path)}`" if key else ""


def inputs() -> str:
    """Return what the GitHub action takes and gives."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    taken = [(f"`{name}`", one["description"], _code(one["default"])) for name, one in action["inputs"].items()]
    given = [(f"`{name}`", one["description"]) for name, one in action["outputs"].items()]
    return table(("input", "", "default"), taken) + "\n" + table(("output", ""), given)


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def clients() -> str:
    """Return the bundled profiles: what each does with a long reply, which definitions it refuses, and the sources."""
    limits = {each.client: each for each in limits_of_clients()}
    profiles = [load_client(name) for name in client_names()]
    replies = [
        (f"`{each.name}`", caps_text(each.lines) or "not known", each.would, each.certainty.value) for each in profiles
    ]
    definitions = [row for each in profiles if any((row := _taken(limits[each.name]))[1:])]
    sources = [f"- `{each.name}`: {', '.join(_sources(each, limits[each.name]))}" for each in profiles]
    return (
        table(("client", "shows replies up to", "what is longer it would", "how sure that is"), replies)
        + "\n"
        + table(("client", "takes as names of tools", "refuses in schemas"), definitions)
        + "\nWhere that is known from, and the day on which it was read:\n\n"
        + "\n".join(sources)
        + "\n"
    )


def _taken(limits: DefinitionLimits) -> tuple[str, ...]:
    return f"`{limits.client}`", _names(limits), ", ".join(map(_code, limits.refuses))


def _names(limits: DefinitionLimits) -> str:
    longest = f"{limits.name_chars} characters" if limits.name_chars else ""
    prefix = f"with `{limits.name_prefix}` before" if limits.name_prefix and longest else ""
    return ", ".join(filter(None, (_code(limits.name_pattern or ""), " ".join(filter(None, (longest, prefix))))))


def _sources(profile: ClientProfile, limits: DefinitionLimits) -> Iterator[str]:
    said = [profile.source, limits.names_source, *limits.refuses.values()]
    links = dict.fromkeys(link for text in said for link in re.findall(r"https://[^\s;,]+", text))
    yield from (f"<{link}>" for link in links)
    yield max(profile.checked, limits.checked) + (f"; {profile.note}" if profile.note else "")


def keys() -> str:
    """Return the keys of the JSON report, by the object that holds them."""
    schema = _schema("report.schema.json")
    text = []
    for name, one in {"report": schema, **schema["$defs"]}.items():
        if "properties" in one:
            rows = [
                (f"`{key}`", _type(value, schema["$defs"]), value.get("description", ""))
                for key, value in one["properties"].items()
            ]
            text.append(f"### {name}\n\n" + table(("key", "", ""), rows))
    return "\n".join(text)


def sli_keys() -> str:
    """Return the keys of the JSON report of sessions; those of an object without a name stand below it, with dots."""
    schema = _schema("sli.schema.json")
    objects = {"report": schema, **schema["$defs"]}
    return "\n".join(
        f"### {name}\n\n" + table(("key", "", ""), list(_rows("", one, schema["$defs"])))
        for name, one in objects.items()
        if "properties" in one
    )


def _rows(before: str, holder: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, value in holder["properties"].items():
        yield f"`{before}{key}`", _type(value, definitions), value.get("description", "")
        ones = [value, *value.get("anyOf", ())]
        for one in [*ones, *(one["items"] for one in ones if isinstance(one.get("items"), dict))]:
            if "properties" in one:
                yield from _rows(f"{before}{key}.", one, definitions)


def _schema(name: str) -> Any:
    return json.loads((ROOT / "tool_audit" / "report" / name).read_text(encoding="utf-8"))


def traffic_rules() -> str:
    """Return the rules of real traffic, with their options."""
    rules = [rule for rule in catalogue().values() if rule.about_traffic]
    rows = [
        (
            f"`{rule.id}`",
            rule.severity.value,
            rule.summary,
            ", ".join(f"`{name} = {value}`" for name, value in rule.option_defaults.items()),
        )
        for rule in sorted(rules, key=lambda rule: rule.id)
    ]
    return table(("rule", "", "", "options"), rows)


def _type(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            has_keys = "properties" in definitions[name]
            return f"[{name}](#{name.lower()})" if has_keys else _type(definitions[name], definitions)
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"enum": [*members]}:
            return ", ".join(f"`{member}`" for member in members)
        case {"anyOf": [*members]}:
            return " or ".join(_type(member, definitions) for member in members)
        case {"type": "array", "items": items}:
            return f"list of {_type(items, definitions)}"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"name -> {_type(values, definitions)}"
        case {"type": [*names]}:
            return " or ".join(names)
        case {"type": str(name)}:
            return name
    return "any"


PARTS: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "inputs": inputs,
    "clients": clients,
    "keys": keys,
    "sli_keys": sli_keys,
    "traffic_rules": traffic_rules,
}


def picture() -> str:
    """Return the top of the demo's report as a terminal shows it, in SVG, without what every run changes."""
    text = re.sub(
        r", in [\d.]+ (?:s|ms|min)\b", "", _on_a_terminal([sys.executable, "-m", "tool_audit", "demo", "--quiet"])
    )
    text = re.sub(r"(o200k_base, exact) \([^)]*\)", r"\1", text)
    lines = Text.from_ansi(text).split("\n")
    findings = [place for place, line in enumerate(lines) if re.match(r"(ERROR|WARN) ", line.plain)]
    # the width of a terminal is that of its widest line: characters of two cells count as two
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, legacy_windows=False)
    for line in lines[: findings[FINDINGS_SHOWN]]:
        console.print(line, no_wrap=True, crop=False, overflow="ignore")
    drawn = console.export_svg(title="tool-audit demo", unique_id="demo")
    # a font from elsewhere is loaded by no reader of ours
    return re.sub(r"(?s)\s*@font-face \{.*?\}", "", drawn).replace("Fira Code, monospace", "monospace")


def _on_a_terminal(command: list[str]) -> str:
    environ = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    for name in [name for name in environ if name == "NO_COLOR" or name.startswith("TOOL_AUDIT_")]:
        del environ[name]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, env=environ, stdin=subprocess.DEVNULL, stdout=theirs, cwd=ROOT) as process:
        os.close(theirs)
        said = b""
        try:
            while piece := os.read(ours, 65536):
                said += piece
        except OSError:  # how a terminal says that the other side is gone
            pass
    os.close(ours)
    if process.returncode:
        raise SystemExit(f"the demo ended with {process.returncode}")
    return said.decode("utf-8").replace("\r\n", "\n")


def shown_in(svg: str) -> list[str]:
    """Return the words that a picture shows, line by line."""
    texts = re.findall(r'<text class="demo-[^"]*" x="[^"]*" y="([^"]*)"[^>]*>([^<]*)</text>', svg)
    lines: dict[str, list[str]] = {}
    for height, text in texts:
        lines.setdefault(height, []).append(html.unescape(text).replace("\xa0", " "))
    return [" ".join("".join(words).split()) for words in lines.values()]


if __name__ == "__main__":
    sys.exit(main())
