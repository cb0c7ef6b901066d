import pytest
from builders import call, hits, tool_run

from tool_audit.model import Replied
from tool_audit.rules.empty_content import empty_content


@pytest.mark.parametrize(
    "result",
    [{"content": []}, {"content": [], "structuredContent": {}, "isError": False}, {"content": None}, {}],
)
def test_a_success_with_neither_text_nor_data_is_a_finding(result):
    (hit,) = hits(
        empty_content, tool_run(call("fine"), calls=[call(outcome=Replied(result=result), arguments={"q": "z"})])
    )
    assert hit.message.startswith("1 of 2 calls")
    assert hit.calls[0].arguments == {"q": "z"}


def test_an_empty_list_an_image_and_an_error_say_something():
    image = [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]
    calls = [
        call("[]"),
        call(""),
        call(content=image),
        call(content=[], error=True),
        call(content=[], structured={"n": 0}),
    ]
    assert not hits(empty_content, tool_run(calls[0], calls=calls[1:]))


def test_a_result_of_no_known_shape_is_not_called_empty():
    assert not hits(empty_content, tool_run(call(outcome=Replied(result={"toolResult": {"a": 1}}))))
