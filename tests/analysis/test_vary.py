import pytest

from cactus_sim.analysis.vary import parse_vary
from cactus_sim.errors import UsageError


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("call_at=0:3", ("0", "1", "2", "3")),
        ("call_at=-2:2:2", ("-2", "0", "2")),
        ("memory=0:1:0.25", ("0", "0.25", "0.5", "0.75", "1")),
        ("memory=0.1:0.3:0.1", ("0.1", "0.2", "0.3")),
        ("points=10:30:10", ("10", "20", "30")),
        ("call_at = 5 , 3,4", ("5", "3", "4")),
        ("tie=all,caller", ("all", "caller")),
        ("x=7", ("7",)),
        ("x=0:5:2", ("0", "2", "4")),
    ],
)
def test_values_are_read(text, values):
    assert parse_vary(text).values == values


@pytest.mark.parametrize("text", ["", "call_at", "call_at=", "=3", "x=:", "x=1:", "x=a:b", "x=1,,2", "x=1:2:3:4"])
def test_what_has_another_form_is_refused(text):
    with pytest.raises(UsageError, match="write name="):
        parse_vary(text)


@pytest.mark.parametrize(
    "text", ["x=3:1", "x=1:2:0", "x=1:2:-1", "x=1,1", "x=0:1e9", "x=0:1:nan", "x=0:inf", "x=0:1:1e-30"]
)
def test_what_is_no_range_is_refused(text):
    with pytest.raises(UsageError):
        parse_vary(text)
