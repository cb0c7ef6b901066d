"""What was found out about one noun once, and holds as long as it lives: nouns never change."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar
from weakref import ref

Noun = TypeVar("Noun")
Found = TypeVar("Found")


def remembered(finds: Callable[[Noun], Found]) -> Callable[[Noun], Found]:
    """Let a pure function of one noun be carried out once for each; what it returns must not hold the noun.

    By identity, not by equality: nouns hold JSON, which has no hash, and in which 1 equals true.
    """
    known: dict[int, tuple[ref[Any], Found]] = {}

    @wraps(finds)
    def find(noun: Noun) -> Found:
        key = id(noun)
        there = known.get(key)
        if there is None or there[0]() is not noun:
            there = known[key] = (ref(noun, lambda _: known.pop(key, None)), finds(noun))
        return there[1]

    return find
