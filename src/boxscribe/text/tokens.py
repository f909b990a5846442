"""Tokenisation in the conventions of the corpora, and its inverse.

In: a text, `"The Kings (3-1) didn't lose."`; out: `The Kings ( 3 - 1 ) did n't lose .` as a list, and the reverse.

The two corpora differ in hyphens, initials and paragraphs; a `Convention` describes each:

| English          | ROTOWIRE              | MLB                  |
|------------------|-----------------------|----------------------|
| 44-30, two-run   | `44 - 30`, `two - run`| the same             |
| left-hander      | `left - hander`       | `left-hander`        |
| All-Star         | `All-Star`            | `All-Star`           |
| dash --          | `- -`                 | `--`                 |
| J.J.             | `J.J.`                | `J. J.`              |
| blank line       | a space               | `*NEWPARAGRAPH*`     |

`tokenise` keeps every character that is not a space, except that `"` becomes ` `` ` or `''`.
A typographic apostrophe stays inside its word ("didn’t" is one token), as in the corpora; `straighten` replaces
typographic signs in pasted text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PARAGRAPH = "*NEWPARAGRAPH*"


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that begin a sentence and are no name: after "Jr." or "a.m." they show that the full stop ends a sentence.
SENTENCE_OPENERS = _set(
    "The A An He She It They We His Her Its Their This That These Those There Both All Each Neither Either "
    "In On At After Before With Without For From By As But And While When Although Though Despite Since However "
    "Meanwhile Not Only Still Also Then If Once During Until Up"
)
# Words whose full stop belongs to them within a sentence. "No." is not among them: the corpora write `No . 1`.
ABBREVIATIONS = _set(
    "Jr. Sr. Dr. Mr. Mrs. Ms. St. ST. Ft. Mt. Co. Inc. Corp. vs. etc. Jan. Feb. Mar. Apr. Aug. Sept. Oct. Nov. Dec. "
    "Ala. Ariz. Ark. Calif. Colo. Conn. Fla. Ga. Ill. Ind. Kan. Ky. La. Mass. Md. Mich. Minn. Miss. Mo. Neb. Nev. "
    "Okla. Ore. Pa. Tenn. Va. Wash. Wis."
)
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+")


@dataclass(frozen=True)
class Convention:
    """The tokenisation of one corpus, where the two differ."""

    hyphen: re.Pattern[str]
    """the hyphens that are tokens of their own, in words that do not begin with a capital"""
    split_initials: bool
    """whether "J.J." is `J. J.`"""
    paragraphs: bool
    """whether a blank line is `*NEWPARAGRAPH*`"""


ROTOWIRE = Convention(re.compile("-"), split_initials=False, paragraphs=False)
MLB = Convention(
    re.compile(
        r"(?<=\d)-(?=\d|for-\d|of-\d)|(?:(?<=\d-for)|(?<=\d-of))-(?=\d)"
        r"|(?:(?<=one|two|six)|(?<=four|five|nine)|(?<=three|seven|eight))-(?=\w)"
    ),
    split_initials=True,
    paragraphs=True,
)

CONVENTIONS = {"rotowire": ROTOWIRE, "mlb": MLB}

_STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "--", "−": "-", "…": "..."})


def straighten(text: str) -> str:
    """Typographic quotes, dashes and ellipses as their plain ASCII forms."""
    return text.translate(_STRAIGHT)


# ---------------------------------------------------------------------------------------------- text to tokens

# A comma or colon before a digit stays in its word: 45,269 and 5:30.
_PIECE = re.compile(
    r"""
      \.{3,} | --+ | `` | ''
    | [:,](?!\d)
    | ["?!;@#$%&()\[\]{}<>“”—…]
    | (?: [^":,;@#$%&?!()\[\]{}<>“”—….`'-] | [:,](?=\d) | \.(?!\.\.) | `(?!`) | '(?!') | -(?!-) )++
    """,
    re.VERBOSE,
)
_OPENERS = _set("( [ { < `` “ — --")
_CLOSERS = _set("\" '' ' ” ) ] } >")
_CLITICS = _set("'s 'd 'll 're 've")  # "I'm" is one token in the corpora
# Words that are two tokens without a sign between them → the length of the first.
_CUTS = {"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "....": 2}


def tokenise(text: str, convention: Convention = ROTOWIRE) -> list[str]:
    """The tokens of `text` in the convention of a corpus.

    >>> boxscribe.tokenise("The Heat (9-19) didn't lose.")
    ['The', 'Heat', '(', '9', '-', '19', ')', 'did', "n't", 'lose', '.']
    """
    if not convention.paragraphs:
        return _tokenise_paragraph(text, convention)
    tokens: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        found = _tokenise_paragraph(paragraph, convention)
        if tokens and found:
            tokens.append(PARAGRAPH)
        tokens += found
    return tokens


def _tokenise_paragraph(text: str, convention: Convention) -> list[str]:
    words = text.split()
    tokens: list[str] = []
    for i, word in enumerate(words):
        if word.isalnum() and word.lower() not in _CUTS:
            tokens.append(word)
        else:
            ends = i + 1 == len(words) or words[i + 1] in SENTENCE_OPENERS
            tokens += _split_word(word, ends, convention)
    return tokens


def _split_word(word: str, ends: bool, convention: Convention) -> Iterator[str]:
    """The tokens of a word between two spaces; `ends`: a sentence is known to end after it."""
    pieces: list[str] = _PIECE.findall(word)
    last = len(pieces) - 1  # the last piece that is not a closing quote or bracket
    while last > 0 and pieces[last] in _CLOSERS:
        last -= 1
    previous = ""
    for i, piece in enumerate(pieces):
        if piece == '"':
            piece = "``" if not previous or previous in _OPENERS else "''"
            yield piece
        elif len(piece) == 1:
            yield piece
        else:
            yield from _split_piece(piece, i == last, ends, convention)
        previous = piece


def _split_piece(piece: str, is_last: bool, ends: bool, convention: Convention) -> list[str]:
    """Split full stop, closing apostrophe and clitics from the end, then at hyphens and initials."""
    tail: list[str] = []
    for _ in range(4):  # "wouldn't've'." has four; the bound keeps the time linear for any input
        cut = _suffix_length(piece)
        keeps_stop = piece[-1] == "." and (not is_last or (not ends and is_abbreviation(piece)))
        if cut == 0 or keeps_stop:
            break
        tail.append(piece[-cut:])
        piece = piece[:-cut]
    cut = _CUTS.get(piece.lower(), 0)
    if cut:
        body = [piece[:cut], piece[cut:]]
    elif convention.split_initials and piece[0].isupper() and _INITIALS.fullmatch(piece):
        body = re.findall(r"..", piece)
    elif "-" in piece and not piece[0].isupper():
        body = _split_hyphens(piece, convention.hyphen)
    else:
        body = [piece]
    return body + tail[::-1]


def _suffix_length(piece: str) -> int:
    """The length of the full stop, apostrophe or clitic at the end of `piece`; 0 if nothing else would be left."""
    end = piece[-1]
    if end in ".'":
        return 1 if len(piece) > 1 and piece[-2] != end else 0
    if piece[-3:].lower() == "n't":
        return 3 if len(piece) > 3 else 0
    at = piece.rfind("'", -3)
    return len(piece) - at if at > 0 and piece[at:].lower() in _CLITICS else 0


def is_abbreviation(word: str) -> bool:
    """Whether the full stop at the end of `word` belongs to it: "Jr.", "C.J.", "a.m.", "28-Aug."."""
    return word.rpartition("-")[2] in ABBREVIATIONS or _INITIALS.fullmatch(word) is not None


def _split_hyphens(piece: str, hyphen: re.Pattern[str]) -> list[str]:
    parts: list[str] = []
    start = 0
    for match in hyphen.finditer(piece):
        parts += [piece[start : match.start()], "-"]
        start = match.end()
    parts.append(piece[start:])
    return [part for part in parts if part]


# ---------------------------------------------------------------------------------------------- tokens to text

_QUOTES = {"``": '"', "''": '"'}
_NO_SPACE_BEFORE = (
    _set(", . .. ; : ? ! % + ) ] } > '' ' ’ ” / n't N'T 'm 'M") | _CLITICS | {c.upper() for c in _CLITICS}
)
_NO_SPACE_AFTER = _set("( [ { < `` ` “ $ # /")
_JOINED = frozenset((word[:cut], word[cut:]) for word, cut in _CUTS.items() if word.isalpha())
# A hyphen before one of these is a dash, unless another one follows: "a dunk - his third", but "behind-the-back".
_AFTER_A_DASH = _set("a an the his her their its who which he she they while both as")
_INITIAL = re.compile(r"[A-Z]\.")


def detokenise(tokens: Sequence[str]) -> str:
    """Plain English for `tokens`, of either convention.

    >>> boxscribe.detokenise("The Heat ( 9 - 19 ) did n't lose .".split())
    "The Heat (9-19) didn't lose."
    """
    return "".join(pieces(tokens))


def pieces(tokens: Sequence[str]) -> list[str]:
    """What each token adds to the text of `detokenise`: itself, with the space before it if there is one."""
    out: list[str] = []
    previous = ""
    glued = True  # whether the next token follows without a space
    for i, token in enumerate(tokens):
        before, after = True, True
        if token in _NO_SPACE_BEFORE:
            before = token == "'" and _opens_year(tokens, i)
            after = token != "/" and not before
            if token == "." and previous.endswith(".") and is_abbreviation(previous):  # "Hardaway Jr. ." needs one
                out.append("")
                previous = token
                continue
        elif token in _NO_SPACE_AFTER:
            after = False
        elif token == "-":
            before, after = _spaces_round_hyphen(tokens, i)
        elif token == PARAGRAPH:
            token, before, after = "\n\n", False, False
        elif token == "&":
            before = after = not _joins_letters(tokens, i)
        elif _belongs_to(previous, token, tokens, i):
            before = False
        written = _QUOTES.get(token, token)
        out.append(f" {written}" if before and not glued else written)
        previous, glued = token, not after
    return out


def _spaces_round_hyphen(tokens: Sequence[str], i: int) -> tuple[bool, bool]:
    """Whether there is a space before and after the hyphen at `i`."""

    def at(j: int) -> str:
        return tokens[j] if 0 <= j < len(tokens) else ""

    left, right = at(i - 1), at(i + 1)
    if left == "-" or right == "-":  # the dash `- -`
        return left != "-", right != "-"
    chained = at(i - 2) == "-" or at(i + 2) == "-"
    if right in ("and", "or") and at(i + 2) != "-":  # "second- and third-quarter", else a dash
        return at(i + 3) != "-", True
    # Words with a capital keep their hyphens, so a separate one is a dash: "the Spurs - who had won".
    after_name = left[:1].isupper() and not right[:1].isupper() and not chained
    is_dash = after_name or (right in _AFTER_A_DASH and not chained) or left in (")", "]")
    return is_dash, is_dash


def _opens_year(tokens: Sequence[str], i: int) -> bool:
    """`the ' 32 Phillies` is "the '32 Phillies", but `the Phillies ' 32 hits` is not."""
    year = tokens[i + 1] if i + 1 < len(tokens) else ""
    owner = tokens[i - 1] if i else ""
    return len(year) == 2 and year.isdigit() and not owner.endswith("s") and not owner[:1].isupper()


def _joins_letters(tokens: Sequence[str], i: int) -> bool:
    """`AT & T` is "AT&T", but `LeBron & Co.` keeps its spaces."""
    return 0 < i < len(tokens) - 1 and all(len(t) <= 2 and t.isupper() for t in (tokens[i - 1], tokens[i + 1]))


def _belongs_to(previous: str, token: str, tokens: Sequence[str], i: int) -> bool:
    """Whether `token` is the second half of a word: `can not`, `gon na`, the initials `J. J.`."""
    if (previous.lower(), token) in _JOINED:
        return not (token == "not" and i + 1 < len(tokens) and tokens[i + 1] == "only")
    return len(token) == 2 and len(previous) == 2 and bool(_INITIAL.fullmatch(previous) and _INITIAL.fullmatch(token))
