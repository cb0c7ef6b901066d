"""The shape of the program, checked: who may import whom, how long things may be, what every rule must have."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tool_audit.rules import catalogue, index

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "tool_audit"
RULES = PACKAGE / "rules"

LAYERS = (
    {"__main__"},
    {"cli", "pytest_plugin"},
    {"guard", "transcripts"},
    {"audit", "gather", "merge_reports"},
    {"planned"},
    {
        "report",
        "policy",
        "baseline",
        "compare_reports",
        "compare_traffic",
        "judge",
        "assemble",
        "record",
        "execute",
        "discover",
        "surroundings",
        "watched",
    },
    {"record_lines", "saved_report", "saved_sli"},
    {"rules", "plan"},
    {"experiments", "in_order"},
    {"rule", "measure", "connect", "listing", "targets", "clients"},
    {"strangers", "stated", "refusals", "bounds"},
    {"settings", "schema", "effects", "json_schema"},
    {"vocabulary", "docstrings", "described_values", "conforming", "saved_json", "patterns", "shelf", "two_samples"},
    {"model"},
    {"errors", "lazy_re", "tongues", "demo", "__init__"},
)
"""Folders and modules, the last stage first: one may import only what stands below it, and none beside it."""

ONLY = {
    "report": {"model", "lazy_re"},
    "rules": {
        "rule",
        "in_order",
        "measure",
        "bounds",
        "schema",
        "stated",
        "refusals",
        "patterns",
        "json_schema",
        "effects",
        "vocabulary",
        "described_values",
        "model",
        "lazy_re",
    },
    "judge": {"rules", "rule", "model"},
    "policy": {"settings", "model", "errors"},
    "connect": {"model", "errors", "lazy_re", "__init__"},
    "model": set(),
    "demo": set(),
    "pytest_plugin": {"report", "rules", "rule", "settings", "model", "errors"},
}
"""What these may import at most, whatever stands below them."""

THIRD_PARTY = {
    "typer": {"cli"},
    "pytest": {"pytest_plugin"},
    "rich": {"report"},
    "tabulate": {"report", "cli"},
    "mcp": {"connect", "guard"},
    "mcp_types": {"connect", "guard"},
    "httpx2": {"connect", "guard"},
    "starlette": {"guard"},
    "uvicorn": {"guard"},
    "httpx": {"connect", "measure"},
    "pydantic": {"connect"},
    "pydantic_core": {"transcripts"},
    "zstandard": {"transcripts"},
    "anyio": {"connect", "execute", "gather", "cli", "guard"},
    "json5": {"settings", "targets", "guard"},
    "jsonschema": {"json_schema", "rules", "measure", "schema", "saved_json"},
    "tomlkit": {"guard"},
    "splintr": {"measure"},
    "toktok": {"measure"},
    "tiktoken": {"measure"},
    "toon_format": {"measure"},
}
"""Who may know of each library."""

LONGEST_MODULE = 300
LONGEST_FUNCTION = 45

RULE_IDS = {
    "A": "oversized-default oversized-maximum default-is-maximum unbounded-listing no-upper-bound no-size-control "
    "binary-in-text empty-fields dominant-field fixed-wrapper side-payload identifier-noise oversized-definitions "
    "oversized-description oversized-instructions oversized-error",
    "B": "silent-truncation possible-truncation silent-clamp total-follows-page wrong-has-more count-contradicts-items "
    "cut-json truncated-without-continuation marker-buried",
    "C": "stuck-cursor overlapping-pages missing-items unstable-order invalid-cursor-accepted no-way-to-page",
    "D": "ignored-argument unknown-argument-accepted closed-schema-not-enforced bound-not-enforced "
    "invalid-value-ignored negative-limit-unbounded boolean-coerced long-text-cut",
    "E": "default-differs undeclared-default required-not-declared schema-value-rejected described-not-in-schema "
    "closed-set-as-text description-contradicts output-schema-mismatch structured-missing",
    "F": "unicode-escaped indented-json double-encoded-json duplicated-structured payload-only-in-structured "
    "stringified-object non-finite-number lone-surrogate terminal-codes html-in-text",
    "H": "crash-on-call call-timeout stuck-after-bad-call slow-call stdout-noise ignores-shutdown",
    "G": "error-not-flagged failure-looks-empty empty-content opaque-error no-fix-in-error no-retry-advice "
    "internal-error-on-bad-input stack-trace-in-error secret-in-response",
    "I": "no-op-success read-only-hint-contradicted read-only-hint-doubtful hints-contradict hints-missing",
    "J": "tool-name-invalid duplicate-tool-name schema-invalid schema-refused-by-clients tools-list-repeats "
    "undeclared-bound ambiguous-parameter undescribed-parameter missing-namespace overlapping-tools "
    "too-many-parameters",
    "K": "high-p99-reply ambiguous-argument-in-use unrecoverable-error retry-loop silent-truncation-in-use "
    "merge-candidate",
}
"""Group -> the ids, which reports, baselines and ignore lists refer to: none may ever be renamed."""

HEADINGS = ["What it flags", "Why it costs an agent", "Example", "How to fix", "Options", "When to ignore"]


@cache
def modules() -> Mapping[str, Path]:
    """Dotted name -> file; a package under its own name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


def imports(name: str) -> Iterator[str]:
    """Every name that a module imports, wherever in it that stands; a module of ours by its own name."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} has a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else str(node.module)


def area(name: str) -> str:
    """The folder or module directly below the package."""
    return name.split(".")[1] if "." in name else "__init__"


def layer(name: str) -> int:
    return next(place for place, areas in enumerate(LAYERS) if name in areas)


EVERY_AREA = sorted({area(name) for name in modules()})


def test_every_folder_and_module_has_its_layer_and_no_layer_names_what_is_gone():
    assert sorted(name for areas in LAYERS for name in areas) == EVERY_AREA


@pytest.mark.parametrize("here", EVERY_AREA)
def test_imports_go_down_the_layers(here):
    wrong = [
        f"{name} imports {other}"
        for name in modules()
        if area(name) == here
        for other in imports(name)
        if other.startswith("tool_audit") and area(other) != here
        if layer(area(other)) <= layer(here) or area(other) not in ONLY.get(here, {area(other)})
    ]
    assert wrong == []


def test_each_library_is_known_only_where_it_is_needed():
    wrong = [
        f"{name} imports {library}"
        for name in modules()
        for library in {other.partition(".")[0] for other in imports(name)}
        if library in THIRD_PARTY and area(name) not in THIRD_PARTY[library]
    ]
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle():
    # a package that hands out the names of its own modules is no circle as long as they do not ask it back
    edges = {name: {other for other in imports(name) if other in modules()} - {name} for name in modules()}
    while leaves := [name for name, others in edges.items() if not others]:
        for leaf in leaves:
            del edges[leaf]
        for others in edges.values():
            others.difference_update(leaves)
    assert edges == {}


@pytest.mark.parametrize("name", sorted(modules()))
def test_a_module_is_short_and_says_first_what_it_is_for(name):
    assert len(modules()[name].read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
    assert ast.get_docstring(tree(name))


def test_functions_are_short():
    # what is counted is the body: a command has as many options as it needs
    long = [
        f"{name}.{node.name}"
        for name in modules()
        for node in ast.walk(tree(name))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.body[0].lineno >= LONGEST_FUNCTION
    ]
    assert long == []


def test_only_the_command_line_prints_and_exits():
    calls = re.compile(r"^(print|input|exit|quit|sys\.exit|os\._exit|typer\..*|sys\.std(out|err)\..*)$")
    wrong = [
        f"{name}: {ast.unparse(node.func)}"
        for name in modules()
        if area(name) not in {"cli", "__main__", "demo"}
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Call) and calls.match(ast.unparse(node.func))
    ]
    assert wrong == []


def test_what_catches_everything_says_why():
    wrong = []
    for name, path in modules().items():
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.ExceptHandler):
                caught = "" if node.type is None else ast.unparse(node.type)
                reason = re.search(r"# (noqa: \S+ +[-#] +\S|(?!noqa)\w+ \w+)", lines[node.lineno - 1])
                if caught in {"", "Exception", "BaseException"} and not reason:
                    wrong.append(f"{name}:{node.lineno}")
    assert wrong == []


def test_what_is_suppressed_for_a_checker_names_the_check():
    bare = re.compile(r"# (type: ignore|noqa)(?!\[|: [A-Z])")
    wrong = [name for name, path in modules().items() if bare.search(path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_nothing_is_left_to_do_and_no_path_of_one_machine_is_in_a_file():
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b|/home/[a-z]|/root/")
    wrong = [name for name, path in modules().items() if marks.search(path.read_text(encoding="utf-8"))]
    assert wrong == []


def test_the_rules_are_those_of_the_catalogue():
    by_group = {group: set(ids.split()) for group, ids in RULE_IDS.items()}
    assert {rule.id: rule.group for rule in catalogue().values()} == {
        rule: group for group, ids in by_group.items() for rule in ids
    }


def test_what_is_listed_of_the_rules_is_what_they_are():
    # as JSON, in which a tuple is a list
    assert index() == [
        {
            "id": rule.id,
            "group": rule.group,
            "severity": rule.severity,
            "confidence": rule.confidence,
            "summary": rule.summary,
            "options": json.loads(json.dumps(rule.option_defaults)),
        }
        for rule in catalogue().values()
    ], "run python -m tool_audit.rules"


@pytest.mark.parametrize("rule", sorted(catalogue()))
def test_every_rule_has_its_file_its_page_and_its_tests(rule):
    stem = rule.replace("-", "_")
    assert (RULES / f"{stem}.py").exists()
    assert (ROOT / "tests" / "rules" / f"test_{stem}.py").exists()
    page = (RULES / f"{stem}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {rule}\n")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == HEADINGS


@pytest.mark.parametrize("rule", sorted(catalogue()))
def test_every_option_of_a_rule_is_in_its_page_with_its_default(rule):
    page = (RULES / f"{rule.replace('-', '_')}.md").read_text(encoding="utf-8")
    told = page.partition("## Options")[2].partition("\n## ")[0]
    rows = {
        cells[0].strip("` "): cells[1].strip("` ")
        for line in told.splitlines()
        if line.startswith("| `") and (cells := line.strip("| ").split("|"))
    }
    defaults = catalogue()[rule].option_defaults
    assert set(rows) == set(defaults)
    for option, default in defaults.items():
        each = default if isinstance(default, tuple | list) else (default,)
        assert rows[option].replace(",", "") == " ".join(map(str, each)), option


def test_no_page_or_test_is_left_of_a_rule_that_is_gone():
    stems = {rule.replace("-", "_") for rule in catalogue()}
    assert {path.stem for path in RULES.glob("*.md")} == stems
    assert {path.stem.removeprefix("test_") for path in (ROOT / "tests" / "rules").glob("test_*.py")} >= stems


def test_a_rule_is_found_by_its_file_alone():
    files = {path.stem for path in RULES.glob("*.py") if not path.stem.startswith("_")}
    assert files == {rule.replace("-", "_") for rule in catalogue()}


def test_no_two_test_files_have_one_name_for_pytest_imports_them_by_it():
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.stem not in {"conftest", "__init__"}]
    assert sorted({name for name in names if names.count(name) > 1}) == []
