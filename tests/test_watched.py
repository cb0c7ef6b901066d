"""What is told of a watched folder: which files are another, and that they are, whatever stands in it."""

import os

import pytest

from tool_audit import watched
from tool_audit.errors import UsageError
from tool_audit.watched import WatchedFolders, check_folders


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.txt").write_text("two")
    return tmp_path


def changes(folder, change, *more):
    """What is told when `change()` is made between two looks."""
    folders = WatchedFolders([folder, *more])
    folders.begin()
    change()
    return [(seen.path, seen.what) for seen in folders.changes()]


def test_nothing_is_told_where_nothing_changed(folder):
    assert changes(folder, lambda: None) == []


def test_new_changed_and_gone_files_and_folders_are_told_by_their_paths(folder):
    def change():
        (folder / "a.txt").write_text("another")
        (folder / "sub" / "b.txt").unlink()
        (folder / "sub" / "deep").mkdir()
        (folder / "c.txt").write_text("")

    assert changes(folder, change) == [
        ("a.txt", "changed"),
        ("c.txt", "new"),
        ("sub/b.txt", "gone"),
        ("sub/deep/", "new"),
    ]


def test_a_change_that_keeps_the_size_is_seen(folder):
    assert changes(folder, lambda: (folder / "a.txt").write_text("two")) == [("a.txt", "changed")]


def test_a_file_written_again_with_the_same_content_is_told_apart(folder):
    assert changes(folder, lambda: os.utime(folder / "a.txt", ns=(1, 1))) == [("a.txt", "rewritten")]


def test_of_a_large_file_the_time_alone_is_a_change(folder, monkeypatch):
    monkeypatch.setattr(watched, "LONGEST_READ", 2)
    assert changes(folder, lambda: os.utime(folder / "a.txt", ns=(1, 1))) == [("a.txt", "changed")]


def test_a_second_look_is_held_against_the_one_before(folder):
    folders = WatchedFolders([folder])
    folders.begin()
    (folder / "a.txt").write_text("another")
    folders.begin()
    assert folders.changes() == ()


def test_no_link_is_followed(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (folder / "link").symlink_to(outside)
    (folder / "round").symlink_to(folder)
    assert changes(folder, lambda: (outside / "new.txt").write_text("x")) == []


def test_several_folders_are_told_apart(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    told = changes(folder, lambda: (other / "new.txt").write_text("x"), other)
    assert told == [(f"{other.name}/new.txt", "new")]


def test_more_than_can_be_watched_is_said_and_the_rest_is_watched(folder, monkeypatch):
    monkeypatch.setattr(watched, "MOST_ENTRIES", 2)
    folders = WatchedFolders([folder])
    folders.begin()
    (folder / "a.txt").write_text("another")
    assert [seen.path for seen in folders.changes()] == ["a.txt"]
    assert folders.notes == ("of the watched folders only 2 files and folders were watched",)


def test_a_folder_that_goes_away_is_no_crash(folder):
    def change():
        (folder / "sub" / "b.txt").unlink()
        (folder / "sub").rmdir()

    assert changes(folder, change) == [("sub/", "gone"), ("sub/b.txt", "gone")]


def test_only_folders_can_be_watched(folder):
    check_folders([folder])
    with pytest.raises(UsageError, match="no such folder"):
        check_folders([folder / "a.txt"])
