import pytest

from boxscribe.foreign import MAX_DEPTH, MAX_TABLE_DIGITS, ForeignError, parse_json, parse_toml, whole_number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 200_000, "nested"),
        ("[" * (MAX_DEPTH + 1) + "1" + "]" * (MAX_DEPTH + 1), "nested"),
        ("1" * 5_000, "digits"),
        ("-" + "1" * 101, "digits"),
        ("[NaN]", "NaN or Infinity"),
        ("[-Infinity]", "NaN or Infinity"),
        ("1e999", "NaN or Infinity"),
        (r'"\ud800"', "surrogate"),
        (r'{"\udfff": 1}', "surrogate"),
        (b'"\xff"', "UTF-8"),
        ("{", "is not JSON: Expecting"),
        ("", "is not JSON"),
    ],
)
def test_json_beyond_the_limits_is_refused_with_a_reason(text: str | bytes, message: str) -> None:
    with pytest.raises(ForeignError, match=message):
        parse_json(text)


@pytest.mark.parametrize(
    "text", ["9" * 100, "-" + "9" * 100, "1.5e3", r'"\ud83d\ude00"', '{"a": [1, null, true]}', "[" * 50 + "]" * 50]
)
def test_json_within_the_limits_is_read(text: str) -> None:
    parse_json(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "1" * 5_000, "digits"),
        ("a = 0x" + "f" * 5_000, "digits"),
        ("a = " + "[" * 5_000, "nested"),
        (".".join("a" * 2_000) + " = 1", "nested"),
        ("a = nan", "NaN or Infinity"),
        ("a = -inf", "NaN or Infinity"),
        ("a = ", "not valid TOML"),
        ("#" * (2 << 20), "longer"),
    ],
)
def test_toml_beyond_the_limits_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(ForeignError, match=message):
        parse_toml(text)


def test_whole_numbers() -> None:
    assert whole_number("007") == 7
    assert whole_number("9" * MAX_TABLE_DIGITS) == 10**MAX_TABLE_DIGITS - 1
    for text in ("", "-1", "1.0", "²", "1" * (MAX_TABLE_DIGITS + 1)):
        assert whole_number(text) is None
