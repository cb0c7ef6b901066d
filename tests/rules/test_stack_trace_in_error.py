from builders import call, hits, refused, server_run, tool_run

from tool_audit.rules.stack_trace_in_error import stack_trace_in_error

FRAME = '  File "/srv/app.py", line {}, in call\n    get(x)\n'
TRACE = "Traceback (most recent call last):\n" + "".join(map(FRAME.format, range(60))) + "KeyError: 'id'"


def run(*calls):
    return tool_run(call("fine"), calls=calls)


def test_a_trace_in_an_error_is_a_finding_with_its_frames_and_length():
    error = call(TRACE, error=True, arguments={"url": "nope"})
    (hit,) = hits(stack_trace_in_error, server_run(run(error)))
    assert hit.message.startswith(
        f"The error of list_items for url=nope holds a stack trace in Python: 60 frames, {len(TRACE):,} characters"
    )
    assert hit.calls == (error,)


def test_a_protocol_error_and_an_unflagged_failure_count_too():
    assert len(hits(stack_trace_in_error, server_run(run(refused(TRACE))))) == 1
    assert len(hits(stack_trace_in_error, server_run(run(call(TRACE))))) == 1


def test_a_trace_in_data_and_an_error_without_one_are_silent():
    quiet = [call(f"The log of today:\n{TRACE}"), call('File "/srv/app.py", line 7: no such key', error=True)]
    assert not hits(stack_trace_in_error, server_run(run(*quiet)))
