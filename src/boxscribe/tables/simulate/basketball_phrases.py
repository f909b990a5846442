"""Templates for the sentences of a basketball story; of each group one is sampled and filled.

W and L are the winners and the losers in full, w and l in short, wr and lr their records; p is a player, t his team;
a and b are teams of which a has more (x) and b less (y). A team brings the words that agree with it, a score its
article: {w.were}, {a.own}, {score.a}.
"""

BEAT_NARROWLY = ("edged", "held off", "slipped past", "nipped", "barely beat", "squeezed by", "survived")
BEAT = ("beat", "defeated", "got past", "took care of", "topped", "knocked off", "downed", "overcame")
BEAT_CLEARLY = ("routed", "crushed", "rolled past", "overwhelmed", "cruised past", "ran away from", "dominated")

OPENINGS = (
    "{W} ( {wr} ) {beat} {L} ( {lr} ) {score} {late} {place} .",
    "{W} ( {wr} ) {beat} {L} ( {lr} ) , {score} , {venue} {late} .",
    "{W} {beat} {L} , {score} , {place} {late} .",
    "{L} ( {lr} ) lost to {W} ( {wr} ) {score} {late} {venue} .",
    "{L} ( {lr} ) did n't have enough for {W} ( {wr} ) , who won {score} {late} .",
    "{L} could not stop {W} and lost {score} {late} {venue} .",
    "{W} ( {wr} ) took {score.a} win over {L} ( {lr} ) {late} {place} .",
    "{W} walked away with {score.a} victory over {L} {late} {venue} .",
    "{W} improved to {wr} with {score.a} victory over {L} ( {lr} ) {late} {place} .",
    "{L} dropped to {lr} with {score.a} loss to {W} ( {wr} ) {late} {venue} .",
    "Playing {place} , {W} ( {wr} ) {beat} {L} ( {lr} ) by a score of {score} {late} .",
    "The final was {score} {late} {venue} , where {W} ( {wr} ) {beat} {L} ( {lr} ) .",
    "{star} scored {points} as {W} ( {wr} ) {beat} {L} ( {lr} ) {score} {late} {place} .",
    "{star} had {points} and {W} {beat} {L} , {score} , {late} {venue} .",
    "Led by {star} and his {points} , {W} ( {wr} ) {beat} {L} ( {lr} ) {score} {late} .",
    "{star} and his {points} were too much for {L} ( {lr} ) , who lost to {W} ( {wr} ) {score} {late} .",
    "{venue} , {W} ( {wr} ) {beat} {L} ( {lr} ) {late} , {score} .",
)
RECORDS = (
    "With the win , {w} improved to {wr} , while {l} dropped to {lr} .",
    "{w} {w.are} now {wr} on the season , and {l} {l.are} {lr} .",
    "The result leaves {w} at {wr} and {l} at {lr} .",
    "{w} moved to {wr} , while {l} fell to {lr} .",
)
AHEAD_AT_HALF = (
    "{w} led {half} at halftime",
    "{w} took {half.a} lead into the break",
    "It was {half} in favor of {w} at the half",
    "{w} went into the locker room with {half.a} advantage",
)
BEHIND_AT_HALF = (
    "{w} trailed {half} at halftime",
    "{w} {w.were} down {half} at the break",
    "{w} went into the locker room on the wrong end of {half.a} score",
)
TIED_AT_HALF = ("The teams were tied at {tied} at halftime", "It was {half} at the half", "The first half ended {half}")
BETTER_AFTER = (
    ", {but} {they} outscored {l} {rest} in the second half .",
    ", {but} {they} won the second half , {rest} .",
    ", {but} {they} had the better of the second half , {rest} .",
)
WORSE_AFTER = (
    ", but {l} won the second half , {rest} .",
    ", before {l} outscored them {rest} over the next two quarters .",
)
EVEN_AFTER = (", and the second half was even at {rest} .", ", and it was {rest} over the next two quarters .")
QUARTER = (
    "{a} won the {nth} quarter {score} .",
    "{a} outscored {b} {score} in the {nth} quarter .",
    "The {nth} quarter went to {a} , {score} .",
    "{a.own} best stretch was the {nth} quarter , which they won {score} .",
    "In the {nth} quarter , {a} had {score.a} edge over {b} .",
)
AFTER_THREE = (
    "{a} led {score} after three quarters .",
    "{a} carried {score.a} lead into the final quarter .",
    "Heading into the fourth quarter , {a} {a.were} up {score} .",
)
SWEEP = ("{w} won all four quarters .", "{w} outscored {l} in every quarter .")
OVERTIME = (
    "It was {tied} - {tied} at the end of regulation , and {w} outscored {l} {extra} from there .",
    "The teams were tied at {tied} after four quarters , before {w} won the extra time {extra} .",
    "Regulation ended at {tied} - {tied} , but {w} had {extra.a} edge after that .",
)
SHOOTING = (
    "{a} shot {x} percent from the field , while {b} made {y} percent of their shots .",
    "{a} hit {x} percent of their field goals , compared to {y} percent for {b} .",
    "{a} finished at {x} percent from the floor , and {b} at {y} percent .",
    "From the field , {a} shot {x} percent and {b} {y} percent .",
)
THREES = (
    "{a} made {x} percent of their three - pointers , {b} {y} percent .",
    "From beyond the arc , {a} shot {x} percent to {b.own} {y} percent .",
    "{a} connected on {x} percent of their three - point attempts , while {b} {b.were} at {y} percent .",
)
FREE_THROWS = (
    "{a} converted {x} percent of their free throws , and {b} {y} percent .",
    "At the free - throw line , {a} shot {x} percent and {b} {y} percent .",
    "{a} went {x} percent from the charity stripe , compared to {y} percent for {b} .",
)
REBOUNDS = (
    "{a} won the rebounding battle , {x} - {y} .",
    "{a} outrebounded {b} {x} - {y} .",
    "On the boards , {a} had {x.a} - {y} advantage .",
    "{a} pulled down {x} rebounds , while {b} grabbed {y} .",
)
ASSISTS = (
    "{a} handed out {x} assists , and {b} had {y} .",
    "{a} finished with {x} assists to {b.own} {y} .",
    "There were {x} assists for {a} and {y} for {b} .",
)
TURNOVERS = (
    "{a} turned the ball over {x} times , {b} {y} times .",
    "{a} committed {x} turnovers , while {b} had {y} .",
    "{b} gave the ball away {y} times , compared to {x} turnovers by {a} .",
)
COMPARISONS = (
    ("FG_PCT", SHOOTING),
    ("FG3_PCT", THREES),
    ("FT_PCT", FREE_THROWS),
    ("REB", REBOUNDS),
    ("AST", ASSISTS),
    ("TOV", TURNOVERS),
)
LEADERS = (
    "{p} led {t} with {line} .",
    "{p} led the way for {t} , finishing with {line} .",
    "{p} paced {t} with {line} .",
    "{t} {t.were} led by {p} , who {had} {line} .",
    "{t.own} top scorer was {p} with {line} .",
    "Nobody scored more for {t} than {p} , who {had} {line} .",
    "For {t} , {p} was the leading scorer with {line} .",
)
HIGHS = ("{p} {had} a {high} {plain} for {t} .", "For {t} , {p} {had} a {high} {plain} .")
OTHERS = (
    "{p} added {line} .",
    "{p} {had} {line} .",
    "{p} {had} {line} for {t} .",
    "{p} chipped in with {line} .",
    "{p} followed with {line} .",
    "{p} also played a part , with {line} .",
    "{p} , who was on the floor for {minutes} , {had} {plain} .",
    "{p} went {shooting} from the field and {had} {bare} .",
)
RESERVES = (
    "Off the bench , {p} {had} {line} for {t} .",
    "{p} came off {t.own} bench and {had} {line} .",
    "{p} scored the most among {t.own} reserves , with {line} .",
    "{t.own} bench scored {bench} points , led by {p} with {number} .",
)
COLD = (
    "{p} was held to {points} on {shooting} shooting .",
    "{p} struggled with his shot , going {shooting} from the field for {points} .",
    "{p} missed {misses} of his {shots} shots and ended up with {points} .",
)
PAIRS = (
    "{p} and {q} scored {number} and {y} points , respectively .",
    "{p} had {points} and {q} {y} .",
    "{p} ( {points} ) and {q} ( {y} points ) also scored in double figures .",
)
EQUALS = ("{p} and {q} scored {points} each .", "{p} and {q} both finished with {points} .")
BENCHES = (
    "{a.own} bench outscored {b.own} {x} - {y} .",
    "The reserves scored {x} points for {a} and {y} for {b} .",
)
DEPTH = ("{a} had {x} players in double figures .", "{x} players scored in double figures for {a} .")
FOLLOW_UPS = (  # (type, smallest value, template)
    ("FG3M", 3, "{he} made {FG3M} of his {FG3A} shots from beyond the arc ."),
    ("FTM", 5, "{he} went {n[FTM]} - of - {n[FTA]} at the free - throw line ."),
    ("STL", 3, "{he} also came up with {STL} steals ."),
    ("BLK", 3, "{he} also blocked {BLK} shots ."),
    ("OREB", 4, "{he} grabbed {OREB} of his rebounds on the offensive glass ."),
    ("TO", 5, "{he} also turned the ball over {TO} times ."),
    ("MIN", 40, "{he} stayed on the floor for {MIN} minutes ."),
    ("PF", 6, "{he} fouled out ."),
)
SCHEDULE = (
    "{w.own} next game is against {o} , while {l} will take on {u} .",
    "Up next for {w} are {o} , and {l} will meet {u} .",
    "{w} will face {o} next , and {l} will try to bounce back against {u} .",
    "{w} will look to build on this win against {o} .",
    "{l} will hope for a better result in their next game , when they meet {o} .",
)
HAD = (
    *("had", "finished with", "posted", "recorded", "tallied", "put up", "totaled"),
    *("registered", "collected", "contributed", "provided", "ended up with"),
)
