"""The toy proof: on simulated games a small ENT learns to tell the score and the top scorer of games it never saw, with
names it never saw, by copying; ED+CC under the same budget does worse."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from boxscribe.batches import prepare
from boxscribe.config import Config, DataConfig, ModelConfig, OptimiserConfig, ScheduleConfig, TrainingConfig
from boxscribe.models.store import load_model
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.simulate import basketball
from boxscribe.tables.simulate.rosters import Team, invent_league
from boxscribe.training.loop import train
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor

KEPT = {"PTS", "FIRST_NAME", "SECOND_NAME", "TEAM-PTS", "TEAM-CITY", "TEAM-NAME"}
GAMES_OF_A_LEAGUE = 200


def strange_league(rng: Random) -> list[Team]:
    """Teams and players whose names occur nowhere else."""

    def word() -> str:
        return "".join(rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(3)).title()

    return [Team(word(), f"{word()}s", tuple(f"{word()} {word()}" for _ in range(13))) for _ in range(30)]


def best_scorers(table: Table) -> list[Entity]:
    scorers = [player for player in table.of_kind("player") if player.value("PTS")]
    most = max(int(player.value("PTS") or 0) for player in scorers)
    return [player for player in scorers if player.value("PTS") == str(most)]


def score_sentence(table: Table) -> str:
    winner, loser = sorted(table.of_kind("team"), key=lambda team: -int(team.value("TEAM-PTS") or 0))
    return f"The {winner.name} beat the {loser.name} {winner.value('TEAM-PTS')} - {loser.value('TEAM-PTS')} ."


def scorer_sentence(player: Entity) -> str:
    name = f"{player.value('FIRST_NAME')} {player.value('SECOND_NAME')}"  # a third word is in no record
    return f"{name} led all scorers with {player.value('PTS')} points ."


def toy_games(count: int, seed: int, strange: bool) -> list[Table]:
    """Small tables with two sentences each; every 200 games have a league of their own."""
    rng, made = Random(seed), list[Table]()
    while len(made) < count:
        league = strange_league(rng) if strange else invent_league(rng, basketball.TEAMS, basketball.PLAYERS)
        for table in islice(basketball.basketball(Random(rng.random()), league, False), GAMES_OF_A_LEAGUE):
            entities = tuple(
                Entity.of(e.id, e.name, e.kind, [(r.type, r.value) for r in e.records if r.type in KEPT], e.features)
                for e in table.entities
            )
            text = f"{score_sentence(table)} {scorer_sentence(best_scorers(table)[0])}"
            made.append(Table("rotowire", table.id, entities, tuple(text.split())))
    return made[:count]


def right(tables: Sequence[Table], stories: Sequence[Sequence[str]]) -> float:
    """The share of scores and top scorers that are told right, names included."""
    count = 0
    for table, words in zip(tables, stories, strict=True):
        story = " ".join(words)
        count += story.startswith(score_sentence(table))
        count += any(story.endswith(scorer_sentence(player)) for player in best_scorers(table))
    return count / (2 * len(tables))


def learned(composition: str, folder: Path, epochs: int) -> float:
    config = Config(
        data=DataConfig(train=str(folder / "train"), valid=str(folder / "valid"), batch_size=32, name_dropout=0.9),
        model=ModelConfig(composition=composition, embedding=64, hidden=64, memory=64, layers=1, dropout=0),  # type: ignore[arg-type]
        optimiser=OptimiserConfig(learning_rate=6e-3),
        schedule=ScheduleConfig(warmup=50),
        training=TrainingConfig(epochs=epochs),
    )
    list(train(config, folder / composition))
    games = toy_games(200, seed=3, strange=True)
    author = ModelAuthor(load_model(folder / composition / "best"), composition, Decoding(beam=1, max_length=40))
    return right(games, [story.tokens for story in author.write_all(games)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, domain = tmp_path_factory.mktemp("toy"), load_domain("rotowire")
    made = prepare(toy_games(8000, seed=1, strange=False), domain, folder / "train")
    prepare(toy_games(200, seed=2, strange=True), domain, folder / "valid", made.vocabularies)
    return folder


def test_ent_learns_to_copy_scores_and_scorers_it_never_saw_and_edcc_does_not(folder: Path) -> None:
    ent, edcc = learned("ent", folder, 7), learned("edcc", folder, 7)
    assert ent >= 0.95
    assert edcc < ent - 0.1
