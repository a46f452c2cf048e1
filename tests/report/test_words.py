import string

import pytest

from cactus_sim.errors import UsageError
from cactus_sim.report.words import LANGUAGES, Words, catalogue, words


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def forms(text):
    return [spec for _, name, spec, _ in string.Formatter().parse(text) if name and spec]


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_have_a_singular_and_a_plural_or_no_forms(lang):
    texts = [text for place in catalogue(lang).values() for text in place.values()]
    assert all(spec.count("|") == 1 for text in texts for spec in forms(text))


@pytest.mark.parametrize(
    ("lang", "value", "decimals", "text"),
    [
        ("en", 1, 0, "1 point"),
        ("en", 0, 0, "0 points"),
        ("en", 2, 0, "2 points"),
        ("en", 1, 1, "1.0 points"),
        ("en", -1, 0, "−1 point"),
        ("en", 1001, 0, "1,001 points"),
        ("en", float("nan"), 0, "nan points"),
        ("fr", 1, 0, "1 point"),
        ("fr", 0, 0, "0 point"),
        ("fr", 1.94, 2, "1,94 point"),
        ("fr", 2, 0, "2 points"),
        ("fr", -0.5, 1, "−0,5 point"),
        ("fr", 1001, 0, "1\u202f001 points"),
        ("fr", 10**6, 0, "1\u202f000\u202f000 points"),
    ],
)
def test_words_go_with_the_number_as_it_is_written(lang, value, decimals, text):
    w = Words(lang, {"counted": "{number} {number:point|points}"}, catalogue(lang)["numbers"])
    assert w("counted", number=w.number(value, decimals)) == text


def test_words_go_with_plain_whole_numbers_too():
    w = Words("en", {"counted": "{number} {number:deal|deals} of {seed}"}, {})
    assert w("counted", number=1, seed=12345) == "1 deal of 12345"


@pytest.mark.parametrize(("value", "text"), [(0.5, "+0.5"), (-0.5, "−0.5"), (0.04, "0.0"), (-0.04, "0.0")])
def test_a_sign_is_shown_where_asked_but_not_before_nought(value, text):
    assert words("en", "simulate").number(value, 1, sign=True) == text


@pytest.mark.parametrize(
    ("lang", "value", "text"),
    [("en", 0.2, "0.2"), ("fr", 0.25, "0,25"), ("en", 1500, "1,500"), ("en", 0, "0"), ("en", -2.5, "−2.5"),
     ("en", 1234567, "1,234,570"), ("en", 1e-7, "0.0000001")],
)  # fmt: skip
def test_short_numbers_have_no_needless_digits(lang, value, text):
    assert words(lang, "simulate").short(value) == text


def test_lists_end_with_and():
    assert words("en", "sweep").listed(["3", "4", "6"]) == "3, 4 and 6"
    assert words("fr", "sweep").listed(["3", "4"]) == "3 et 4"
    assert words("en", "sweep").listed(["3"]) == "3"


def test_an_unknown_language_is_refused():
    with pytest.raises(UsageError, match="languages: en, fr"):
        words("de", "sweep")
