"""The cue words of a domain: by which words a text makes a claim of some family. See `boxscribe.checking`."""

from typing import Literal

from pydantic import Field

from boxscribe.tables.record_type import Description

Words = tuple[str, ...]


class Area(Description):
    """What a pair of numbers or a percentage is about."""

    words: Words  # how texts name it
    types: dict[str, tuple[str, ...]]  # kind of entity → the record types


class Adjective(Description):
    """Words before a percentage that say whether it is high or low."""

    words: Words
    is_low: bool = False
    areas: dict[str, int]  # area of `percentages` → a higher (or lower) percentage belies the word


class Sense(Description):
    """Words that decide which of several record types a unit counts: "allowed five hits"."""

    words: Words  # before the count
    units: dict[str, dict[str, str]]  # kind of entity → unit → the record type


class Leader(Description):
    """A rank among entities that texts state in words."""

    words: Words = ()  # "led the team": what is compared follows, or is `type`
    verbs: Words = ()  # with the side as their object, or followed by "by": "led the Hawks with 20 points"
    highs: Words = ()  # before a count: "a team - high 11 rebounds"
    context: Words = ()  # in the sentence before, if it names no entity: "the bench was strong"
    kind: str  # of the entities
    type: str  # of the cell that is compared where the text names none
    among: str = "side"  # or "table"
    where: tuple[str, ...] = ()  # conditions on the entities that are compared
    rank: int = 1


class Follower(Description):
    """How texts continue a list of entities in the order of a cell: "was next with 15 points"."""

    words: Words
    continues: Words = ()  # other verbs of such a list: "chipped in"
    kind: str
    type: str


class Statement(Description):
    """Something that texts state about an entity in words, and the conditions that prove it."""

    words: Words
    kind: str
    holds: tuple[str, ...]
    of_each: bool = False  # of entities that are named together, each must meet them: "were productive as reserves"


class Implication(Description):
    """Words that imply conditions on a competitor."""

    words: Words
    holds: tuple[str, ...]
    when: Literal["game", "ahead", "any"] = (
        "game"  # "ahead": in clauses about a game to come, "will look to bounce back"
    )
    of_side: bool = False  # only where a competitor itself is meant, and none of its members: "the struggling Hawks"


class EntityGroup(Description):
    """Some of the entities of a kind."""

    words: Words  # how texts call them: "starters"
    where: tuple[str, ...] = ()  # conditions


class Reached(Description):
    """A mark that texts count entities by: "six players in double figures"."""

    words: Words  # "double figures"
    only_other: Words  # before the group: "only other"
    only: Words = ()  # before the group, of which no other one reaches the mark: "only"
    kind: str
    type: str  # of the cell
    holds: tuple[str, ...]  # conditions on an entity that reaches the mark
    groups: dict[str, EntityGroup]


class NextGame(Description):
    """The types of the records of a competitor that say which game is next."""

    opponent: str
    city: str  # where it is played
    weekday: str
    side: str
    date: str = ""


class GameBeforeCues(Description):
    """How texts speak of the game of a competitor before this one."""

    words: Words  # before the result: "coming off"
    result: str  # the types of the records of a competitor
    opponent: str


class StreakTypes(Description):
    """The types of the records that count results in a row."""

    now: str  # with this game
    before: str  # before it


class StreakCues(Description):
    """How texts speak of results in a row."""

    words: Words = ()  # "straight", "in a row"
    results: dict[str, Words] = Field(default_factory=dict)  # result → words for it: "winning"
    types: dict[str, StreakTypes] = Field(default_factory=dict)  # result → the records
    ended: Words = ()  # verbs that end a streak: "snapped"
    before: Words = ()  # words that place it before this game: "entered"
    exceptions: Words = ()  # clauses with these speak of something else: "at home"


class Run(Description):
    """A statement that texts count over games: "his third double - double in a row"."""

    words: Words
    kind: str
    holds: tuple[str, ...]  # conditions on the entity in each game


class WindowCues(Description):
    """How texts name the games of a mean, a sum or a count over several games."""

    games: Words = ()  # nouns for games: "contests"
    spans: Words = ()  # nouns for some games in a row: "stretch"
    season: Words = ()  # phrases for all games of the season: "on the year"


class PeriodCues(Description):
    """How texts speak of the score of a part of the game."""

    outscore: Words = ()  # verbs with the better side as subject: "outscored"
    ahead: Words = ()  # a score with these is the subject's lead: "led", "lead"
    behind: Words = ()  # a score with these is its deficit: "trailed"
    other: Words = ()  # a score with these is no sum of parts: "run"
    wins: Words = ()  # verbs with a part as their object: "won the first quarter , 30 - 18"
    neither: Words = ()  # subjects that are both sides: "neither team led by more than ten points"
    until: dict[str, Words] = Field(default_factory=dict)  # part from the start of the game → words for its end
    scores: dict[str, str] = Field(default_factory=dict)  # part of the game → sum of cells that a side scored in it
    most_of: Words = ()  # after "led for the": "majority of the game"
    minutes: str = ""  # unit of "led for the final 40 minutes"
    left: dict[str, int] = Field(default_factory=dict)  # a part at whose end a lead is known → what is left then


class RunningCues(Description):
    """How texts state the score after a play: "made it 7 - 5"."""

    kind: str  # of the plays
    types: tuple[str, str]  # of the cells that are the score of each side
    words: Words  # near a score
    leads: Words = ()  # after a score whose first number is the higher one: "a 5 - 3 lead"
    ties: Words = ()  # before one number: "tied it at"


class PlayCues(Description):
    """How texts state plays: "hit a two - run double in the third"."""

    kind: str  # of the plays
    people: tuple[str, ...]  # the types of the cells that name who takes part: the batter
    event: str  # the type of the cell that is the event
    score: str  # of the one that is the score that the play made
    period: str  # of the one that is the period of the game
    unit: str  # after a number and a hyphen: "run"
    numbers: dict[str, int] = Field(default_factory=dict)  # other words for the score, 0 for any: "solo"
    events: dict[str, Words]  # event → nouns for it
    verbs: dict[str, Words] = Field(default_factory=dict)  # event → verbs with who takes part as subject: "homered"
    named_by: Words = ()  # the derived types whose values are words for the event: "homered", "single"
    always: Words = ()  # events that always make a score
    scoring: Words = ()  # one of these words stands in a sentence about another event that made one: "RBI", "drove"


class ComparisonCues(Description):
    """How texts compare a count of the two sides."""

    topics: dict[str, str] = Field(default_factory=dict)  # "rebounding" → the type of the cell
    better: Words = ()  # with the better side as subject: "winning"
    verbs: dict[str, str] = Field(default_factory=dict)  # both at once: "outrebounded" → the type


class AbsenceCues(Description):
    """How texts say that an entity did not take part: "played this game without"."""

    words: Words  # before the name: "without"
    verbs: Words  # before these words: "played"
    parts: Words = ()  # after the name: absent for a part of the game only, "down the stretch"
    kind: str
    type: str  # of the cell that those who took part have, and which is not 0


class StandingsGroup(Description):
    """A group of the league in which sides have places."""

    type: str  # of the record that names the group of a side
    place: str  # of the record that is the place in it
    words: Words  # "division"
    names: Words  # of the groups
    size: int  # competitors in a group


class StandingsCues(Description):
    """How texts state places in the standings: "remain in second place in the Eastern Conference"."""

    verbs: Words  # before the place: "remain"
    places: Words  # after an ordinal: "place", "seed"
    last: str  # instead of an ordinal
    top: Words = ()  # for the first place: "atop"
    exceptions: Words = ()  # words near it that make it no statement: "battle"
    groups: tuple[StandingsGroup, ...]  # the narrowest first


class Cues(Description):
    """Words in lower case; those of a phrase are separated by blanks, in the tokens of the domain's texts."""

    objects: Words = ()  # verbs whose object is an entity: "defeated", "led"
    nouns: Words = ()  # that refer to one entity after "the": "veteran"
    average: Words = ()  # a clause with one of these states means of several games
    together: Words = ()  # a clause with one of these states a sum, of several entities or games
    several_games: Words = ()  # a clause with one of these is about several games
    other_games: Words = ()  # a clause with one of these is about another game, or compares: "at least"
    ahead: Words = ()  # a clause with one of these is about a game to come
    parts: dict[str, Words] = Field(default_factory=dict)  # part of the game → how texts name it
    pairs: dict[str, Area] = Field(default_factory=dict)  # made and attempted: "9 - of - 15 from the field"
    percentages: dict[str, Area] = Field(default_factory=dict)  # "48 percent from the field"
    adjectives: dict[str, Adjective] = Field(default_factory=dict)  # "a meager 42 percent"
    hold: Words = ()  # verbs by which a subject keeps its opponent to a number: "held"
    force: Words = ()  # verbs by which a subject causes a number of its opponent: "forced 17 turnovers"
    allow: Words = ()  # verbs whose subject lets its opponent have a number: "allowed 54 percent shooting"
    sides: dict[str, Words] = Field(default_factory=dict)  # side → nouns for its competitor: "the visitors"
    this_game: Words = ()  # phrases that do not make a clause speak of several games: "career - high"
    senses: dict[str, Sense] = Field(default_factory=dict)  # what a unit counts after some words
    compounds: Words = ()  # units that count nothing of an entity after a hyphen: "a two - run homer"
    verb_units: dict[str, str] = Field(default_factory=dict)  # verb before a number without a unit → unit: "walked two"
    fractions: dict[str, tuple[str, str]] = Field(default_factory=dict)  # unit → types of whole ones and of the rest
    durations: Words = ()  # units after which "over" is no comparison: "five hits over six innings"
    limits: dict[str, int] = Field(default_factory=dict)  # record type → a higher number is that of several games
    events: Words = ()  # units of what is reported one by one: a single lower count may be a part of the total
    margins: Words = ()  # nouns that make a number a difference of scores: "a 12 - point lead"
    partial: Words = ()  # phrases after a unit that restrict the count: "20 points in the paint"
    shoot: Words = ()  # verbs after which a percentage without an area is of the first area: "shot 46 percent"
    score: Words = ()  # verbs after which a number without a unit is a score: "scored 20"
    adds: Words = ()  # verbs after which a number without a unit is a score, too, if one came before: "added 16"
    rounded: Words = ()  # units whose counts may differ by one: "minutes"
    lineups: dict[str, Words] = Field(default_factory=dict)  # part of a side → how texts name it: "second unit"
    record: tuple[str, ...] = ()  # the record types of a competitor's wins and losses
    single_record: tuple[str, ...] = ()  # the same of a single entity, in brackets after its name: "Garza ( 7 - 5 )"
    record_verbs: Words = ()  # "improved to 41 - 9"
    record_exceptions: Words = ()  # after the numbers: those of some games only, "on the road"
    record_sides: dict[str, Words] = Field(default_factory=dict)  # side → words beside a record of its games: "at home"
    record_adjectives: dict[str, Words] = Field(default_factory=dict)  # side → words before "wins": "road"
    record_tries: Words = ()  # nouns for games after "in" and a number: "six road wins in 17 tries"
    record_before: Words = ()  # words that place a record before this game: "checked in"
    win: Words = ()  # before the loser, with the winner as subject: "defeated", "a win over"
    lose: Words = ()  # the reverse: "lost to", "a loss to"
    results: Words = ()  # nouns for the result: "win"
    aliases: dict[str, Words] = Field(default_factory=dict)  # informal forms of parts of names: "Mavericks" → "Mavs"
    leaders: dict[str, Leader] = Field(default_factory=dict)  # "paced the bench"
    followers: Follower | None = None
    topics: dict[str, str] = Field(default_factory=dict)  # "in scoring" → the type of the cell that is compared
    statements: dict[str, Statement] = Field(default_factory=dict)  # "double - double"
    reached: Reached | None = None
    side_words: dict[str, Words] = Field(default_factory=dict)  # side → words before a competitor: "host"
    nearly: Words = ()  # words that take a statement back: "nearly"
    opposed: Words = ()  # words between an entity and "for" that make what follows its opponent: "too much for"
    denied: Words = ()  # words that take an implication back: "unable"
    enters: Words = ()  # words before the day of this game in a clause about games before it: "came into"
    weekday: str = ""  # the type of a competitor's record that is the day of the game
    venue: str = ""  # the type of a competitor's record that is the venue of the game
    venue_city: str = ""  # the type of the record that is the city of the venue
    venue_nouns: Words = ()  # last words of the names of venues: "arena"
    next_game: NextGame | None = None
    game_before: GameBeforeCues | None = None
    against: Words = ()  # words before an opponent: "against", "host"
    next_sides: dict[str, Words] = Field(default_factory=dict)  # side → words about a game ahead
    streaks: StreakCues = StreakCues()
    periods: PeriodCues = PeriodCues()
    running: RunningCues | None = None
    plays: PlayCues | None = None
    comparisons: ComparisonCues = ComparisonCues()
    result: str = ""  # the type of a competitor's record that is the result of the game
    windows: WindowCues = WindowCues()
    season_highs: Words = ()  # before a count that is the most of the season: "season - high"
    unclear_games: Words = ()  # a mean in a sentence with one of these is over games that are not named: "that span"
    bare_numbers: bool = True  # whether a number without a unit may state a cell where no claim is read
    total: Words = ()  # a clause with one of these states sums over several games: "combined"
    runs: dict[str, Run] = Field(default_factory=dict)
    standings: StandingsCues | None = None
    absences: AbsenceCues | None = None
    implications: dict[str, Implication] = Field(default_factory=dict)  # "bounce back"
