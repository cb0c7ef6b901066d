"""The data that the real servers serve: made anew, the same everywhere but for the running Python's own modules."""

import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sysconfig
import zlib
from collections.abc import Iterator
from pathlib import Path

KOREAN = "결제 오류 회의 일정 배포 점검 승인 담당자 고객 답변 환불 재고 로그 세션 인증".split()
ENGLISH = "retry parser queue cache index session limit export shard token worker report".split()
_START = 1_760_000_000  # every date in the repositories counts from here
_MODULES = 150  # so many give a graph whose replies are over every cap, and an audit of two minutes
_NO_MODULES = {"test", "tests", "site-packages", "__pycache__", "idlelib", "lib2to3", "ensurepip", "encodings"}


def git_history(folder: Path, commits: int = 1_200) -> None:
    """A repository with a long history in two languages, and one change that is not committed."""
    chance = random.Random(21)
    stream: list[str] = []
    for number in range(commits):
        subject = " ".join(chance.choices(KOREAN if number % 2 else ENGLISH, k=5))
        body = "\n".join(" ".join(chance.choices(KOREAN + ENGLISH, k=10)) for _ in range(number % 4))
        who = f"Kim Sora <sora@example.com> {_START + 3_600 * number} +0900"
        stream += [f"commit refs/heads/main\nmark :{number + 1}", f"author {who}\ncommitter {who}"]
        stream += [_data(f"{subject} (#{number})\n\n{body}\n")]
        stream += [f"from :{number}"] if number else []
        lines = [f"{index}: {chance.choice(ENGLISH)}" for index in range(40)]
        stream += [f"M 100644 inline src/part_{number % 30:02d}.txt", _data("\n".join(lines) + "\n"), ""]
    stream += [f"reset refs/heads/topic-{number:02d}\nfrom :{number * 40 + 1}\n" for number in range(20)]
    folder.mkdir(parents=True)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "fast-import", "--quiet", given="\n".join(stream) + "\n")
    _git(folder, "reset", "--quiet", "--hard", "main")
    with (folder / "src" / "part_00.txt").open("a", encoding="utf-8") as file:
        file.write("변경\n")


def standard_library(folder: Path) -> None:
    """A repository of the running Python's own modules: every n-th of them, in one commit."""
    source = Path(sysconfig.get_paths()["stdlib"])
    modules = [path for path in sorted(source.rglob("*.py")) if not _NO_MODULES & set(path.relative_to(source).parts)]
    step = len(modules) / _MODULES
    for path in (modules[int(number * step)] for number in range(_MODULES)):
        copy = folder / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message=modules")


def shop(file: Path, orders: int = 20_000) -> None:
    """An SQLite file with orders and their customers."""
    chance = random.Random(22)
    database = sqlite3.connect(file)
    with database:
        database.execute("create table customers (id integer primary key, name text, city text)")
        database.execute("create table orders (id integer primary key, customer integer, cents integer, memo text)")
        names = [
            (number, f"{chance.choice(KOREAN)} {number}", chance.choice(["서울", "부산"])) for number in range(900)
        ]
        database.executemany("insert into customers values (?, ?, ?)", names)
        rows = [
            (number, chance.randrange(900), chance.randrange(100, 900_000), " ".join(chance.choices(KOREAN, k=3)))
            for number in range(orders)
        ]
        database.executemany("insert into orders values (?, ?, ?, ?)", rows)
    database.close()


def graph(file: Path, entities: int = 3_000) -> None:
    """A memory graph in the lines that server-memory keeps, with two relations for each entity."""
    chance = random.Random(23)
    names = [f"{chance.choice(KOREAN)}-{number:04d}" for number in range(entities)]
    with file.open("w", encoding="utf-8") as lines:
        for number, name in enumerate(names):
            facts = [" ".join(chance.choices(KOREAN, k=6)) for _ in range(1 + number % 4)]
            _line(lines.write, type="entity", name=name, entityType=chance.choice(ENGLISH), observations=facts)
        for number in range(2 * entities):
            ends = {"from": names[number % entities], "to": chance.choice(names)}
            _line(lines.write, type="relation", **ends, relationType="담당")


def tree(folder: Path, files: int = 1_200) -> None:
    """Folders of small files, a long log, a wide JSON file and an image of noise."""
    chance = random.Random(24)
    for path, content in _small_files(folder, files, chance):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    log = "\n".join(f"{number:06d} {' '.join(chance.choices(ENGLISH, k=8))}" for number in range(15_000))
    (folder / "service.log").write_text(log, encoding="utf-8")
    values = [{"id": number, "memo": chance.choice(KOREAN)} for number in range(5_000)]
    (folder / "values.json").write_text(json.dumps(values), encoding="utf-8")
    (folder / "noise.png").write_bytes(_image(96, chance))


def _small_files(folder: Path, files: int, chance: random.Random) -> Iterator[tuple[Path, str]]:
    for number in range(files):
        name = folder / f"notes-{number % 24:02d}" / f"note-{number:04d}.md"
        yield name, f"# {chance.choice(KOREAN)} {number}\n\n" + " ".join(chance.choices(KOREAN + ENGLISH, k=40)) + "\n"


def _image(side: int, chance: random.Random) -> bytes:
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + chance.randbytes(3 * side) for _ in range(side))
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    parts = [
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _line(write, **fields: object) -> None:
    write(json.dumps(fields, ensure_ascii=False) + "\n")


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}"


def _git(folder: Path, *words: str, given: str | None = None) -> None:
    dates = {f"GIT_{role}_DATE": f"{_START} +0000" for role in ("AUTHOR", "COMMITTER")}
    no_settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=seed", "-c", "user.email=seed@example.com")
    command = ["git", *who, "-C", str(folder), *words]
    text = None if given is None else given.encode()
    subprocess.run(command, input=text, check=True, capture_output=True, env={**os.environ, **dates, **no_settings})
