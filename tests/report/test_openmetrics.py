import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from report.sample import HOSTILE
from report.traffic_builders import full_traffic, logs, server, spread, traffic, used

from tool_audit.model.indicators import Ending, Unused
from tool_audit.model.spread import Rate
from tool_audit.report.openmetrics import render_openmetrics


def samples(*servers, **facts):
    """Return (name, labels but for server and tool) -> value of each tool, as the reference parser reads them."""
    found = {}
    for family in text_string_to_metric_families(render_openmetrics(traffic(*servers, **facts))):
        for sample in family.samples:
            found[sample.name, tuple(sorted(sample.labels.items()))] = sample.value
    return found


def of(tool, **labels):
    return tuple(sorted({"server": "files", "tool": tool, **labels}.items()))


@pytest.mark.parametrize("make", [full_traffic, traffic, lambda: traffic(server("s", [used("a")]), tokenizer="")])
def test_the_reference_parser_takes_it_and_it_ends_as_it_must(make):
    text = render_openmetrics(make())
    assert list(text_string_to_metric_families(text))
    assert text.endswith("# EOF\n")


def test_sizes_are_summaries_with_their_quantiles_sum_and_count():
    found = samples(server("files", [used("read", calls=100)]))
    name = "tool_audit_reply_tokens"
    assert [found[name, of("read", quantile=quantile)] for quantile in ("0.5", "0.9", "0.99")] == [50, 90, 99]
    assert (found[f"{name}_sum", of("read")], found[f"{name}_count", of("read")]) == (5_050, 100)


def test_times_are_in_seconds():
    found = samples(server("files", [used("read", milliseconds=spread([1_500]))]))
    assert found["tool_audit_call_seconds_sum", of("read")] == 1.5


def test_calls_are_counted_by_how_they_ended():
    endings = {Ending.SUCCESS: 7, Ending.TOOL_ERROR: 3, Ending.TIMEOUT: 0}
    found = samples(server("files", [used("read", endings=endings)]))
    counted = {labels: value for (name, labels), value in found.items() if name == "tool_audit_calls_total"}
    assert counted == {of("read", ending="success"): 7, of("read", ending="tool error"): 3}


def test_a_rate_is_two_counters_and_one_that_is_not_known_is_none():
    found = samples(server("files", [used("read", errors=Rate(3, 10))]))
    assert found["tool_audit_errors_total", of("read")] == 3
    assert found["tool_audit_errors_of_total", of("read")] == 10
    assert not any(name.startswith("tool_audit_invalid_calls") for name, _ in found)


def test_what_logs_say_is_data_in_a_label():
    name = HOSTILE + '"} 1\n# EOF\\'
    text = render_openmetrics(traffic(server("s", [used(name)])))
    assert not any(ord(character) < 32 and character != "\n" for character in text)
    labels = {
        sample.labels["tool"]
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if "tool" in sample.labels
    }
    [told] = labels
    assert told.endswith('"} 1\\n# EOF\\')


def test_tools_whose_names_are_written_the_same_stay_apart():
    found = samples(server("files", [used("a\n"), used("a\\n")]))
    assert sum(name == "tool_audit_reply_tokens_count" for name, _ in found) == 2


def test_definitions_tell_whether_the_tool_was_called():
    unused = Unused(server="files", name="write", definition_tokens=46, sessions=3)
    found = samples(server("files", [used("read", definition_tokens=20)], unused=[unused]))
    costs = {labels: value for (name, labels), value in found.items() if name == "tool_audit_definition_tokens"}
    assert costs == {of("read", called="true"): 20, of("write", called="false"): 46}


def test_without_a_tokenizer_the_context_is_told_in_characters():
    found = samples(server("files", [used("read", tokens=None)]), tokenizer="")
    assert "tool_audit_context_characters_total" in {name for name, _ in found}
    assert "tool_audit_context_tokens_total" not in {name for name, _ in found}


def test_broken_lines_are_there_to_be_watched():
    assert samples(logs=logs(broken=7))["tool_audit_log_broken_lines_total", ()] == 7
