import string

import pytest

from cactus_sim.errors import UsageError
from cactus_sim.report.words import LANGUAGES, catalogue, words


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_languages_have_the_same_keys():
    english, french = catalogue("en"), catalogue("fr")
    assert list(english) == list(french)
    assert {place: list(texts) for place, texts in english.items()} == {
        place: list(texts) for place, texts in french.items()
    }


@pytest.mark.parametrize("place", sorted(catalogue("en")))
def test_languages_have_the_same_fields(place):
    english, french = catalogue("en")[place], catalogue("fr")[place]
    assert {key: fields(text) for key, text in english.items()} == {key: fields(text) for key, text in french.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty(lang):
    assert all(text for texts in catalogue(lang).values() for text in texts.values())


@pytest.mark.parametrize(
    ("lang", "value", "decimals", "text"),
    [
        ("en", 1234567, 0, "1,234,567"),
        ("fr", 1234567, 0, "1\u202f234\u202f567"),
        ("en", 3.14159, 2, "3.14"),
        ("fr", 3.14159, 2, "3,14"),
        ("en", -0.5, 1, "−0.5"),
        ("en", -0.001, 1, "0.0"),
    ],
)
def test_numbers_are_written_as_the_language_does(lang, value, decimals, text):
    assert words(lang, "simulate").number(value, decimals) == text


def test_lists_end_with_and():
    assert words("en", "sweep").listed(["3", "4", "6"]) == "3, 4 and 6"
    assert words("fr", "sweep").listed(["3", "4"]) == "3 et 4"
    assert words("en", "sweep").listed(["3"]) == "3"


def test_an_unknown_language_is_refused():
    with pytest.raises(UsageError, match="languages: en, fr"):
        words("de", "sweep")
