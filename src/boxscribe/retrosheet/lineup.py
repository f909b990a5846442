"""Who plays where: line-ups of both teams, as `start` and `sub` records change them."""

from dataclasses import dataclass, field

PITCHER = 1
POSITIONS = {
    1: "P", 2: "C", 3: "1B", 4: "2B", 5: "3B", 6: "SS", 7: "LF", 8: "CF", 9: "RF", 10: "DH", 11: "PH", 12: "PR",
}  # fmt: skip
PINCH_RUNNER = 12
FIELD = frozenset(range(1, 10))


@dataclass(slots=True)
class GameLineup:
    """The line-up of one team, and everybody who has been in it."""

    slots: dict[int, str] = field(default_factory=dict)  # place in the batting order (0: a pitcher who does not bat)
    fielders: dict[int, str] = field(default_factory=dict)  # position 1 to 9 → player
    positions: dict[str, list[int]] = field(default_factory=dict)  # player → all positions, in order of entrance
    names: dict[str, str] = field(default_factory=dict)  # player → name in the event file
    pitchers: list[str] = field(default_factory=list)  # in order of entrance

    @property
    def pitcher(self) -> str:
        return self.fielders[PITCHER]

    def enter(self, player: str, name: str, slot: int, position: int) -> str:
        """Put a player into the line-up; returns whom he replaces in the batting order, "" if there is none."""
        replaced = self.slots.get(slot, "")
        self.slots[slot] = player
        self.names[player] = name
        if position in FIELD:
            self.fielders[position] = player
        history = self.positions.setdefault(player, [])
        if not history or history[-1] != position:
            history.append(position)
        if position == PITCHER and player not in self.pitchers:
            self.pitchers.append(player)
        return replaced
