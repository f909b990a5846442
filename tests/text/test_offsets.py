"""Where tokens stand in their string."""

from hypothesis import given
from hypothesis import strategies as st

from boxscribe.text.offsets import offsets, plain_signs
from boxscribe.text.tokens import MLB, ROTOWIRE, tokenise

SIGNS = st.text(alphabet="ab Zé19.,-'\"`()…—“”’!?:;%&/\n\t@", max_size=60)


@given(SIGNS | st.text(max_size=40))
def test_every_token_stands_where_it_is_said_to(text: str) -> None:
    plain = plain_signs(text)
    assert len(plain) == len(text)
    for convention in (ROTOWIRE, MLB):
        tokens = tokenise(plain, convention)
        at = 0
        for token, (start, end) in zip(tokens, offsets(plain, tokens), strict=True):
            assert start >= at
            assert plain[start:end] == token or (plain[start:end] == '"' and token in ("``", "''")) or start == end
            at = end
