import pytest
from builders import hits, server_run, tool

from tool_audit.rules.read_only_hint_doubtful import read_only_hint_doubtful

READS = {"readOnlyHint": True}


def found(name, description, hints=READS):
    return hits(read_only_hint_doubtful, server_run(tools=[tool(name, description=description, annotations=hints)]))


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("delete_project", "Deletes a project and all that is in it."),
        ("createIssue", "Creates an issue in a repository."),
        ("crm-update-contact", "Updates the fields of a contact."),
        ("notes.append", "Appends a line to a note."),
        ("delete_user", "사용자를 삭제합니다."),
        ("create_invoice", "Crea una factura nueva."),
        ("archiver_dossier", "Archive un dossier."),
        ("rezept_loeschen", "Löscht ein Rezept."),
    ],
)
def test_a_name_and_a_description_that_write_make_the_hint_doubtful(name, description):
    [hit] = found(name, description)
    assert hit.tools == (name,)
    assert "readOnlyHint is true on 1 tool" in hit.message


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_project", "Gets a project."),
        ("list_deleted_projects", "Lists projects that were deleted."),
        ("get_commit", "Returns a commit with its author."),
        ("delete_project", "Shows what deleting a project would remove."),
        ("delete_project", ""),
        ("rezept_lesen", "Löscht ein Rezept."),
        ("project_report", "Creates a report of the project's state."),
        ("create_sales_report", "Creates a report of the sales of a month."),
        ("write_sql_query", "Writes a query for a question."),
        ("get_or_find", "Deletes old entries."),
        ("session_resume", "Resumes a session from where it was left."),
        ("validate_update", "Checks an update. Does not modify anything."),
    ],
)
def test_one_word_alone_makes_no_doubt(name, description):
    assert found(name, description) == []


@pytest.mark.parametrize("hints", [{}, {"readOnlyHint": False}, {"readOnlyHint": "true"}, {"destructiveHint": True}])
def test_without_the_hint_there_is_nothing_to_doubt(hints):
    assert found("delete_project", "Deletes a project.", hints) == []


def test_all_doubtful_tools_are_one_finding():
    tools = [tool(f"delete_{word}", description=f"Deletes a {word}.", annotations=READS) for word in ("page", "tag")]
    [hit] = hits(read_only_hint_doubtful, server_run(tools=tools))
    assert hit.tools == ("delete_page", "delete_tag")
