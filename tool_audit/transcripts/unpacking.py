"""A log as it lies on the disk, packed by gzip or Zstandard or not at all -> its UTF-8, as far as it can be read."""

import codecs
import io
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

_BUFFER: Final = 1 << 20
_PACKED: Final = 1 << 13
"""Bytes unpacked at once: few, since a handful of them may stand for megabytes."""
_GZIP: Final = b"\x1f\x8b"
_ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
_WITH_GZIP_HEADER: Final = 31
_UTF_16: Final = {
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    b"{\0": "utf-16-le",
    b"[\0": "utf-16-le",
    b"\0{": "utf-16-be",
    b"\0[": "utf-16-be",
}
"""How a file begins that some shells of Windows write whatever is sent there."""


class DamagedError(Exception):
    """The file ends too early, or holds what cannot be unpacked: what came before counts."""


class _Unpacker(Protocol):
    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


def unpacked(file: "io.BufferedReader[Any]") -> "io.BufferedReader[Any]":
    """Return what reads the file's content; which packing it is in is told by its first bytes, not by its name.

    Reading raises DamagedError where the packing is broken or cut.
    """
    head = file.peek(len(_ZSTANDARD))
    if head.startswith(_GZIP):
        pieces = _pieces(file, lambda: zlib.decompressobj(_WITH_GZIP_HEADER), zlib.error)
    elif head.startswith(_ZSTANDARD):
        import zstandard  # noqa: PLC0415 - few logs are packed in this way

        pieces = _pieces(file, lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError)
    else:
        return _as_utf_8(file)
    return _as_utf_8(io.BufferedReader(_Pieces(pieces), _BUFFER))


def _as_utf_8(file: "io.BufferedReader[Any]") -> "io.BufferedReader[Any]":
    encoding = _UTF_16.get(file.peek(2)[:2])
    return file if encoding is None else io.BufferedReader(_Pieces(_recoded(file, encoding)), _BUFFER)


def _recoded(file: io.BufferedReader, encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    while chunk := file.read(_BUFFER):
        if piece := decoder.decode(chunk).encode("utf-8", "surrogatepass"):
            yield piece
    if piece := decoder.decode(b"", final=True).encode("utf-8", "surrogatepass"):
        yield piece


def _pieces(file: io.BufferedReader, start: Callable[[], _Unpacker], broken: type[Exception]) -> Iterator[bytes]:
    unpacker: _Unpacker | None = None
    try:
        while chunk := file.read(_PACKED):
            while chunk:
                if unpacker is None:
                    chunk = chunk.lstrip(b"\0")  # padding, as tapes have it
                    if not chunk:
                        break
                    unpacker = start()
                piece = unpacker.decompress(chunk)
                # a file that was appended to consists of several packed ones, one behind the other
                chunk = unpacker.unused_data if unpacker.eof else b""
                unpacker = None if unpacker.eof else unpacker
                if piece:
                    yield piece
    except (broken, OSError) as error:
        raise DamagedError(str(error)) from None
    if unpacker is not None:
        raise DamagedError("it ends in the middle of what was packed")


class _Pieces(io.RawIOBase):
    """Bytes that come in pieces of any size, as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._rest:
            self._rest = memoryview(next(self._pieces, b""))
        wanted = memoryview(buffer)
        count = min(len(wanted), len(self._rest))
        wanted[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count
