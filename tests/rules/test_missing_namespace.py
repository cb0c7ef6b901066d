import pytest
from builders import hits, server_run, tool

from tool_audit.rules.missing_namespace import missing_namespace


def found(*names, **options):
    return hits(missing_namespace, server_run(tools=[tool(name) for name in names]), **options)


MIXED = "search fetch run_report send_mail get_weather convert list_files translate resize_image echo".split()


def test_ten_names_that_share_nothing_are_found():
    [hit] = found(*MIXED)
    assert hit.tools == tuple(MIXED)
    assert "The names of 10 tools have no service or resource in common" in hit.message


def test_fewer_than_ten_need_no_namespace():
    assert found(*MIXED[:9]) == []


VERBS = "get list create update delete search find move copy archive".split()


@pytest.mark.parametrize(
    "names",
    [
        [f"crm_{name}" for name in MIXED],
        [f"crm.{name}" for name in MIXED],
        [f"crm-{name}" for name in MIXED],
        [f"crm{name.title().replace('_', '')}" for name in MIXED],
        [f"{name}_tool" for name in MIXED],
        [f"{verb}_note" for verb in VERBS],
        [f"{verb}Notes" for verb in VERBS],
        [f"{verb}_jira_{thing}" for verb, thing in zip(VERBS, MIXED, strict=True)],
        [f"{thing}_{verb}" for thing in ("issue", "page") for verb in VERBS[:5]],
        [f"{verb}_{thing}" for thing in ("issues", "pages", "users") for verb in VERBS[:4]],
        [f"search_{thing}" for thing in "web news images videos maps books music code papers shops".split()],
    ],
)
def test_a_shared_service_suffix_or_resource_is_a_namespace(names):
    assert found(*names) == []


def test_verbs_in_common_are_no_namespace():
    assert found(*[f"get_{name}" if n % 2 else f"list_{name}" for n, name in enumerate(MIXED)])


def test_names_whose_words_cannot_be_read_are_left_alone():
    assert found(*["조회", *MIXED]) == []


def test_the_number_of_tools_is_an_option():
    assert found(*MIXED[:5], tools=5)
    assert found(*MIXED, tools=11) == []
