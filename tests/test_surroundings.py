from pathlib import Path

import pytest

from tool_audit.model import ServerSpec, TransportKind
from tool_audit.surroundings import surroundings_of


def spec(*command: str, cwd: Path | None = None) -> ServerSpec:
    return ServerSpec(
        name="s", transport=TransportKind.STDIO, command=("server", *command), cwd=str(cwd) if cwd else None
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "data" / "deep").mkdir(parents=True)
    for name in ("data/b.txt", "data/a.txt", "data/.hidden", "data/deep/c.txt", "data/deep/d.txt", "top.db"):
        (tmp_path / name).write_text("x")
    return tmp_path


def test_folders_and_files_of_the_command_line_are_meant(place: Path) -> None:
    found = surroundings_of(spec("data", "--db=top.db", cwd=place))
    assert found.folders == (str(place / "data"),)
    assert found.files[0] == str(place / "top.db")


def test_the_nearest_files_come_first_and_hidden_ones_never(place: Path) -> None:
    found = surroundings_of(spec(str(place / "data")))
    assert found.files == tuple(str(place / "data" / name) for name in ("a.txt", "b.txt", "deep/c.txt"))


def test_without_any_path_the_working_folder_is_meant(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert surroundings_of(spec("--verbose", cwd=place)).folders == (str(place),)
    monkeypatch.chdir(place)
    assert surroundings_of(spec()).folders == (str(place),)


@pytest.mark.parametrize("word", ["x" * 600, "a\0b", "print('hello')\n" * 90, "", "--", "-c=", "~nobody/x"])
def test_words_that_can_be_no_path_are_passed_over(word: str, place: Path) -> None:
    assert surroundings_of(spec("-c", word, cwd=place)).folders == (str(place),)


def test_a_folder_that_may_not_be_read_is_passed_over(place: Path) -> None:
    closed = place / "data" / "deep"
    closed.chmod(0o000)
    try:
        files = surroundings_of(spec("data", cwd=place)).files
    finally:
        closed.chmod(0o755)
    assert files[:2] == (str(place / "data" / "a.txt"), str(place / "data" / "b.txt"))


def test_links_that_lead_in_circles_end(place: Path) -> None:
    (place / "data" / "deep" / "again").symlink_to(place / "data")
    assert len(surroundings_of(spec("data", cwd=place)).files) == 3


@pytest.mark.parametrize("transport", [TransportKind.HTTP, TransportKind.SSE, TransportKind.LISTING])
def test_a_server_elsewhere_has_no_places_of_this_machine(transport: TransportKind) -> None:
    found = surroundings_of(ServerSpec(name="s", transport=transport, url="http://127.0.0.1:1/mcp"))
    assert (found.folders, found.files) == ((), ())


def started(place: Path, **variables: str) -> ServerSpec:
    return ServerSpec(name="s", transport=TransportKind.STDIO, command=("server",), cwd=str(place), env=dict(variables))


def test_a_folder_that_the_servers_variables_name_is_meant(place: Path) -> None:
    assert surroundings_of(started(place, BASE_DIR=str(place / "data"))).folders == (str(place / "data"),)


@pytest.mark.parametrize("name", ["HOME", "PATH", "LOGS_DIR", "XDG_CACHE_HOME"])
def test_variables_that_any_process_has_name_nothing_that_a_server_is_about(name: str, place: Path) -> None:
    assert surroundings_of(started(place, **{name: str(place / "data")})).folders == (str(place),)


def test_a_repository_inside_a_folder_is_found_and_nothing_in_its_own_files(place: Path) -> None:
    (place / "data" / "deep" / ".git").mkdir()
    (place / "data" / "deep" / ".git" / "config.ini").write_text("x")
    found = surroundings_of(spec("data", cwd=place))
    assert found.repositories == (str(place / "data" / "deep"),)
    assert not any(".git" in path for path in found.files)


def test_a_file_of_each_kind_is_kept_however_many_of_another_come_first(place: Path) -> None:
    (place / "data" / "z.xlsx").write_text("x")
    (place / "data" / "zz.xlsx").write_text("x")
    files = [Path(path).name for path in surroundings_of(spec("data", cwd=place)).files]
    assert files.count("z.xlsx") == 1
    assert "zz.xlsx" not in files


def test_the_program_itself_is_no_file_that_it_is_about(place: Path) -> None:
    (place / "data" / "server.py").write_text("x")
    (place / "data" / "serve").write_text("x")
    (place / "data" / "serve").chmod(0o755)
    found = surroundings_of(spec("data/server.py", "data/serve", "top.db", cwd=place))
    assert found.files[0] == str(place / "top.db")
    assert not any(path.endswith(("server.py", "serve")) for path in found.files[:1])
