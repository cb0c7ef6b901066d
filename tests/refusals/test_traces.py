"""A stack trace is told by its frames."""

import pytest

from tool_audit.refusals.traces import find_trace, without_trace

TRACES = {
    "Python": 'Traceback (most recent call last):\n  File "/srv/app.py", line 7, in call\n    return get(x)\n'
    '  File "/srv/db.py", line 4, in get\n    raise KeyError(x)\nKeyError: 1',
    "JavaScript": "TypeError: x is not a function\n    at load (/srv/dist/index.js:10:5)\n"
    "    at async Server.handle (file:///srv/dist/server.js:88:12)",
    "Java": "java.lang.IllegalStateException: no\n\tat com.acme.Db.find(Db.java:41)\n"
    "\tat com.acme.Tool.call(Tool.kt:7)\n"
    "\tat java.base/java.lang.reflect.Method.invoke(Method.java:580)",
    "Go": "panic: boom\n\ngoroutine 1 [running]:\nmain.find(0x1)\n\t/srv/main.go:12 +0x1d\n"
    "main.main()\n\t/srv/main.go:4 +0x2f",
    "Rust": "thread 'main' panicked at src/main.rs:4:9:\nboom\nstack backtrace:\n   0: demo::find\n"
    "             at ./src/main.rs:4:9\n   1: demo::main\n             at ./src/main.rs:9:5",
    "C#": "System.InvalidOperationException: no elements\n   at System.Linq.Enumerable.First[T](IEnumerable`1 source)\n"
    "   at Acme.Tools.Find(String id) in /src/Tools.cs:line 12",
    "PHP": "PHP Fatal error: Uncaught Exception: no\nStack trace:\n#0 /srv/index.php(12): find(1)\n#1 {main}",
    "Ruby": "app.rb:12:in `find': no such boat (ArgumentError)\n"
    "\tfrom app.rb:30:in `call'\n\tfrom app.rb:44:in `<main>'",
    "Dart": "Unhandled exception:\n#0      find (package:demo/find.dart:4:5)\n#1      main (file:///srv/bin/main.dart:9:3)",
    "Elixir": "** (KeyError) key :id not found\n    (demo 0.1.0) lib/demo.ex:12: Demo.find/1\n"
    "    (demo 0.1.0) lib/demo/tool.ex:7: Demo.Tool.call/2",
}


@pytest.mark.parametrize("language", TRACES)
def test_frames_make_a_trace_in_any_language(language):
    trace = find_trace(TRACES[language])
    assert trace is not None
    assert (trace.language, trace.frames >= 2) == (language, True)


@pytest.mark.parametrize("language", TRACES)
def test_a_trace_written_into_json_is_one_too(language):
    inside = TRACES[language].replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    assert find_trace(f'{{"error": {{"stack": "{inside}"}}}}') is not None


def test_one_frame_under_its_header_is_enough_and_alone_it_is_not():
    frame = '  File "/srv/app.py", line 7, in call\n'
    assert find_trace(f"Traceback (most recent call last):\n{frame}ValueError: no") is not None
    assert find_trace(f"the call failed:\n{frame}") is None


def test_a_panic_of_rust_names_its_frame_in_its_header():
    assert find_trace("thread 'main' panicked at src/lib.rs:10:5:\nboom") is not None


@pytest.mark.parametrize(
    "text",
    [
        "ENOENT: no such file or directory, open '/srv/data/12345'",
        "limit: must be at most 100 (see /srv/docs/limits.py:12)",
        "invalid JSON at line 3:14",
        "The traceback is in the log, error id 8f3a-11",
        "Error: no page at position 10",
        "meet me at noon (room 4:30)\nat the gate (3:15)",
        "1 validation error for callArguments\nlimit\n  Input should be a valid integer [type=int_parsing]",
        "available:\n#1 apples\n#2 pears",
    ],
)
def test_a_path_a_line_number_or_the_word_is_no_trace(text):
    assert find_trace(text) is None


def test_what_is_said_beside_the_frames_is_left_without_them():
    assert without_trace(TRACES["Python"]).splitlines() == ["KeyError: 1"]
    assert without_trace("    indented, and no trace") == "    indented, and no trace"
