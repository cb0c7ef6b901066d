import gc
from dataclasses import dataclass

from tool_audit.model.remembered import remembered


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Noun:
    value: object


def counting():
    asked = []

    @remembered
    def find(noun):
        asked.append(noun.value)
        return [noun.value]

    return find, asked


def test_a_noun_is_looked_at_once():
    find, asked = counting()
    noun = Noun({"limit": 1})
    assert find(noun) is find(noun)
    assert asked == [{"limit": 1}]


def test_nouns_that_are_equal_are_still_two():
    find, _ = counting()
    one, true = Noun(1), Noun(True)
    assert one == true
    assert find(one) == [1]
    assert find(true)[0] is True


def test_what_was_found_goes_with_its_noun():
    find, asked = counting()
    for value in range(100):
        find(Noun(value))  # each in the place of the one before, as likely as not
    gc.collect()
    assert asked == list(range(100))
    assert find.__closure__ is not None
    kept = next(cell.cell_contents for cell in find.__closure__ if isinstance(cell.cell_contents, dict))
    assert kept == {}
