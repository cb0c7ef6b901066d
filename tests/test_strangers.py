import pytest
from builders import tool

from tool_audit.schema import arguments_of
from tool_audit.strangers import writes_somewhere


def argument(name, description="", **schema):
    return arguments_of(tool(properties={name: {"type": "string", "description": description, **schema}}))[0]


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("filename", "File name to save the screenshot to. Defaults to `page-{timestamp}.png`."),
        ("output_path", ""),
        ("outFile", ""),
        ("savePath", ""),
        ("destination", ""),
        ("destination", "Where the copy goes."),
        ("destination", "保存先"),
        ("dest", "Target folder"),
        ("export_dir", ""),
        ("path", "Where the chart is written to, as PNG."),
        ("file", "결과를 저장할 파일"),
        ("path", "保存先のパス"),
    ],
)
def test_an_argument_that_names_where_something_is_written_is_known(name, description):
    assert writes_somewhere(argument(name, description))


@pytest.mark.parametrize("name", ["save", "overwrite", "save_to_disk", "dry_run", "downloadImages"])
def test_a_switch_that_makes_a_call_write_is_known(name):
    assert writes_somewhere(argument(name, type="boolean"))


@pytest.mark.parametrize(
    ("name", "description", "schema"),
    [
        ("path", "Path of the file to read.", {}),
        ("file", "The file whose lines are counted.", {}),
        ("directory", "The directory in which the notes are stored.", {}),
        ("path", "Project whose reports were saved in the last run.", {}),
        ("output_format", "", {"enum": ["json", "text"]}),
        ("output", "", {"enum": ["json", "text"]}),
        ("name", "Name of the bank.", {}),
        ("destination", "Where the journey ends, for example Chur", {}),
        ("destination", "IATA code of the airport.", {}),
        ("include_deleted", "", {"type": "boolean"}),
        ("max_output_tokens", "", {"type": "integer"}),
        ("query", "What to look for in the stored notes.", {}),
    ],
)
def test_what_chooses_only_what_is_read_is_no_such_argument(name, description, schema):
    assert not writes_somewhere(argument(name, description, **schema))
