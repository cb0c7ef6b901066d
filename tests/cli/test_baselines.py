"""From a failing run to a baseline, to a passing run, through the command."""

import json

from running import odd


def test_a_failing_run_passes_once_its_findings_are_known(tmp_path, cli):
    words = ("--fail-on", "info", "--baseline", "base.json", *odd(tmp_path, "list_things"))
    assert cli("probe", "--fail-on", "info", *odd(tmp_path, "list_things")).code == 1
    assert cli("probe", "--update-baseline", *words).code == 0
    again = cli("probe", *words)
    assert again.code == 0
    assert "known" in again.out


def test_a_baseline_without_a_file_is_told_before_a_server_is_started(tmp_path, cli):
    ended = cli("probe", "--update-baseline", *odd(tmp_path))
    assert ended.code == 2
    assert "--baseline" in ended.err
    ended = cli("probe", "--baseline", "none.json", *odd(tmp_path))
    assert ended.code == 2
    assert "run once with --update-baseline" in ended.err
    assert not list(tmp_path.glob("*.pid"))


def test_what_is_found_no_more_is_told_and_dropped_with_the_next_update(tmp_path, cli):
    words = ("--fail-on", "info", "--baseline", "base.json", *odd(tmp_path, "list_things"))
    cli("probe", "--update-baseline", *words)
    file = tmp_path / "work" / "base.json"
    document = json.loads(file.read_text())
    document["findings"].append({**document["findings"][0], "fingerprint": "0", "rule": "cut-json", "argument": "x"})
    file.write_text(json.dumps(document))
    assert "found no more" in cli("probe", *words).out
    cli("probe", "--update-baseline", *words)
    assert "cut-json" not in file.read_text()


def test_how_much_a_known_reply_may_grow_can_be_chosen(tmp_path, cli):
    words = ("--fail-on", "info", "--baseline", "base.json", *odd(tmp_path, "list_things"))
    cli("probe", "--update-baseline", *words)
    file = tmp_path / "work" / "base.json"
    document = json.loads(file.read_text())
    for finding in document["findings"]:
        finding["chars"] = finding["chars"] and finding["chars"] // 2
    file.write_text(json.dumps(document))
    assert "it grew to" in " ".join(cli("probe", "--verbose", *words).out.split())
    assert cli("probe", "--baseline-growth", "3", *words).code == 0
    assert cli("probe", "--baseline-growth", "0.5", *words).code == 2


def test_a_record_is_held_to_a_baseline_too(tmp_path, cli):
    cli("probe", "--record", "rec", "--fail-on", "never", *odd(tmp_path, "list_things"))
    assert cli("report", "rec", "--fail-on", "info").code == 1
    assert cli("report", "rec", "--fail-on", "info", "--baseline", "b.json", "--update-baseline").code == 0
    assert cli("report", "rec", "--fail-on", "info", "--baseline", "b.json").code == 0
