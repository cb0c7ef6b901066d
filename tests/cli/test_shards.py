"""A fleet that is audited in parts, and the parts' reports put together."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.sample import bank, call, finding, report, server, tool
from running import CLEAN, end_of, environment, launch

from tool_audit.model import NotAudited, ServerSpec, Severity, TransportKind
from tool_audit.report.json import render_json
from tool_audit.targets.resolve import Resolution
from tool_audit.targets.shard import Shard, part_of

BAD = finding("oversized-default", ("ping",), "9,000 characters.", advice="Bound it.")
SMALL = finding("indented-json", ("ping",), "Padded.", severity=Severity.WARNING)


def saved(tmp_path, name, *servers, failures=(), **more):
    path = tmp_path / name
    path.write_text(render_json(replace(report(servers, failures), **more)), encoding="utf-8")
    return str(path)


def named(name, *findings):
    made = server(name, (tool("ping", default=call("ping", chars=50)),), findings=findings)
    return replace(made, run=replace(made.run, spec=replace(made.run.spec, name=name)))


@given(st.integers(0, 12), st.integers(0, 5), st.integers(0, 5), st.integers(1, 9))
def test_the_parts_together_are_the_whole_and_no_server_is_in_two(specs, listings, failures, count):
    whole = Resolution(
        specs=tuple(ServerSpec(name=f"s{n}", transport=TransportKind.STDIO) for n in range(specs)),
        listings=tuple((f"l{n}", {"tools": []}) for n in range(listings)),
        failures=tuple(NotAudited(name=f"f{n}", message="no") for n in range(failures)),
    )
    parts = [part_of(whole, Shard(number, count)) for number in range(1, count + 1)]
    for kind in ("specs", "listings", "failures"):
        dealt = [entry for part in parts for entry in getattr(part, kind)]
        assert len(dealt) == len(getattr(whole, kind))
        assert all(entry in dealt for entry in getattr(whole, kind))
    sizes = [len(part.specs) + len(part.listings) + len(part.failures) for part in parts]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("wrong", ["", "2", "0/3", "4/3", "a/b", "1/0", "-1/3"])
def test_what_is_no_part_is_refused(wrong, cli):
    ended = cli("probe", f"--shard={wrong}", *CLEAN)
    assert ended.code == 2
    assert "--shard" in ended.err


def test_a_fleet_in_parts_gives_what_one_run_gives(cli, tmp_path):
    command = {"command": CLEAN[1], "args": list(CLEAN[2:]), "env": {"PYTHONPATH": environment()["PYTHONPATH"]}}
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": dict.fromkeys("abc", command)}))
    options = ("--experiment", "default", "--fail-on", "warning")
    whole = cli("probe", config, *options, "--output", "json").json
    parts = []
    for number in (1, 2):
        parts.append(tmp_path / f"part-{number}.json")
        cli("probe", config, *options, "--shard", f"{number}/2", "--output", f"json={parts[-1]}")
    assert [len(json.loads(part.read_text())["servers"]) for part in parts] == [2, 1]
    together = cli("merge", *parts, "--output", "json")
    assert together.json["servers"] == whole["servers"]
    assert together.json["verdict"] == whole["verdict"]
    assert together.code == whole["verdict"]["exit_code"]


def test_a_part_without_a_server_is_clean_and_says_so(cli, tmp_path):
    ended = cli("probe", "--shard", "2/2", "--output", f"json={tmp_path / 'b.json'}", *CLEAN)
    assert ended.code == 0
    assert "there are fewer servers than parts, and none for this" in ended.err
    cli("probe", "--shard", "1/2", "--output", f"json={tmp_path / 'a.json'}", *CLEAN)
    merged = cli("merge", tmp_path / "a.json", tmp_path / "b.json", "--output", "json")
    assert len(merged.json["servers"]) == 1
    assert merged.json["failures"] == []


def test_a_part_whose_report_is_lost_is_never_counted_as_passed(cli, tmp_path):
    ended = cli("merge", saved(tmp_path, "a", named("a"), shard="1/3"), saved(tmp_path, "c", named("c"), shard="3/3"))
    assert ended.code == 3
    assert "not audited: --shard 2/3" in ended.out


def test_findings_of_all_parts_count_and_stand_grouped_by_rule(cli, tmp_path):
    parts = [saved(tmp_path, name, named(name, BAD, SMALL)) for name in "cab"]
    ended = cli("merge", *parts)
    assert ended.code == 1
    assert "ERROR  oversized-default   a (ping), b (ping), c (ping)" in ended.out
    assert "3 errors, 3 warnings, 0 notes" in ended.out
    assert cli("merge", *parts, "--fail-on", "never").code == 0


def test_markdown_has_the_table_the_findings_and_what_was_not_audited(cli, tmp_path):
    failure = NotAudited(name="gone|away", message="it did not start.", hint="look at its log")
    ended = cli("merge", saved(tmp_path, "a", named("a", BAD), failures=[failure]), "--output", "markdown")
    assert "| a | 1 | 1 |" in ended.out
    assert "gone\\|away: not audited" in ended.out
    assert "it did not start. Look at its log" in ended.out
    assert "- error `oversized-default`: a (ping)<br>" in ended.out


@pytest.mark.parametrize("again", [True, False])
def test_a_server_that_is_in_two_reports_is_refused(again, cli, tmp_path):
    one = saved(tmp_path, "a", named("a"))
    ended = cli("merge", one, one if again else saved(tmp_path, "b", named("a")))
    assert ended.code == 2
    assert "a is in" in ended.err


def test_parts_that_engines_of_one_encoding_counted_can_be_put_together(cli, tmp_path):
    one = saved(tmp_path, "a", named("a"), tokenizer="o200k_base, exact (toktok-rs 0.3.0)")
    other = saved(tmp_path, "b", named("b"), tokenizer="o200k_base, exact (tiktoken 0.14.0)")
    assert cli("merge", one, other).code == 0


def test_what_cannot_be_put_together_says_why(cli, tmp_path):
    one, other = saved(tmp_path, "a", named("a")), saved(tmp_path, "b", named("b"), tokenizer="other")
    assert "count tokens in different ways" in cli("merge", one, other).err
    assert cli("merge", one, "--output", "sarif").code == 2
    assert cli("merge", one, "--fail-on", "often").code == 2
    assert cli("merge", str(tmp_path / "absent.json")).code == 2
    assert cli("merge", one, "--output", "json", "--output", "terminal").code == 2


def test_a_part_that_comes_late_completes_a_merged_report(cli, tmp_path):
    one, two, three = (saved(tmp_path, f"p{n}", named(f"s{n}"), shard=f"{n}/3") for n in (1, 2, 3))
    some, all_of_them = tmp_path / "some.json", tmp_path / "all.json"
    assert cli("merge", one, three, "--output", f"json={some}").code == 3
    assert "not audited: --shard 2/3" in cli("merge", some).out
    assert cli("merge", some, two, "--output", f"json={all_of_them}").code == 0
    whole = json.loads(all_of_them.read_text(encoding="utf-8"))
    assert (len(whole["servers"]), whole["failures"], whole.get("shards")) == (3, [], None)
    assert "s1 is in" in cli("merge", all_of_them, one).err


def test_of_two_fleets_in_as_many_parts_none_may_lack_one(cli, tmp_path):
    parts = [("a", "1/2"), ("b", "2/2"), ("c", "1/2"), ("d", "2/2")]
    paths = [saved(tmp_path, name, named(name), shard=shard) for name, shard in parts]
    assert cli("merge", *paths).code == 0
    assert "not audited: --shard 2/2" in cli("merge", *paths[:3]).out


def test_notes_of_all_parts_are_kept_once(cli, tmp_path):
    paths = [saved(tmp_path, name, named(name), notes=("lapsed", f"only {name}")) for name in "ab"]
    assert cli("merge", *paths, "--output", "json").json["notes"] == ["lapsed", "only a", "only b"]


def test_parts_that_are_judged_by_different_caps_are_refused(cli, tmp_path):
    one, other = saved(tmp_path, "a", named("a")), saved(tmp_path, "b", named("b"))
    edited(other, lambda report: report["policy"].update(cap_chars=7))
    assert "judged by different caps" in cli("merge", one, other).err


def edited(path, change):
    """A report that somebody wrote into."""
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    change(report)
    Path(path).write_text(json.dumps(report), encoding="utf-8")
    return path


def deep(report):
    report["servers"][0]["more"] = nested = {}
    for _ in range(700):
        nested["a"] = nested = {}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda report: report.update(shard="1/" + "9" * 5_000), "shard"),
        (lambda report: report.update(shard="1/9999999999"), "shard"),
        (deep, "nested"),
        (lambda report: report.update(servers=7), "servers"),
    ],
)
def test_a_report_that_somebody_wrote_into_is_refused_and_breaks_nothing(change, why, cli, tmp_path):
    ended = cli("merge", edited(saved(tmp_path, "a", named("a")), change), "--output", "json")
    assert ended.code == 2
    assert why in ended.err


def test_a_byte_order_mark_before_a_report_means_nothing(cli, tmp_path):
    path = Path(saved(tmp_path, "a", named("a", BAD)))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert cli("merge", path).code == 1
    assert cli("diff", path, path).code == 0


@pytest.mark.parametrize(
    "outputs", [("json=",), ("json=x", "terminal=x"), ("json=here/x",), ("=x",), ("json=.",), ("markdown", "terminal")]
)
def test_outputs_of_merge_are_refused_like_those_of_an_audit(outputs, cli, tmp_path):
    one = saved(tmp_path, "a", named("a"))
    Path("here").write_text("a file, and no folder", encoding="utf-8")
    assert cli("merge", one, *(f"--output={output}" for output in outputs)).code == 2
    assert not Path("x").exists()
    if len(outputs) == 1:
        assert cli("diff", one, one, f"--output={outputs[0].replace('json', 'markdown')}").code == 2


def test_a_merged_report_on_a_screen_of_ascii_is_json_all_the_same(tmp_path):
    name = "\u5de5\u5177\U0001f44d"
    process = launch(
        ["merge", saved(tmp_path, "a", named(name)), "--output", "json"], tmp_path, PYTHONIOENCODING="ascii"
    )
    assert end_of(process).json["servers"][0]["configured_name"] == name


def test_an_interrupted_part_makes_the_whole_interrupted(cli, tmp_path):
    part = report((named("a"),), ())
    cut = replace(part, verdict=replace(part.verdict, exit_code=130))
    path = tmp_path / "cut.json"
    path.write_text(render_json(cut), encoding="utf-8")
    assert cli("merge", path, saved(tmp_path, "b", named("b"))).code == 130


def test_a_merged_report_is_a_report_for_diff(cli, tmp_path):
    whole = tmp_path / "all.json"
    cli("merge", saved(tmp_path, "a", named("a", BAD)), saved(tmp_path, "b", bank()), "--output", f"json={whole}")
    assert "0 new, 0 fixed" in cli("diff", whole, whole).out
