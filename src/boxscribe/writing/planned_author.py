"""A model that follows plans as an author: a plan for each table, then its sentences, verified or free."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from boxscribe.models.store import Model
from boxscribe.planning.plan import Plan
from boxscribe.tables.table import Table
from boxscribe.writing.acceptance import Check, is_supported
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.follow_plan import FOLLOW_PLAN, FollowPlan
from boxscribe.writing.hypotheses import Path
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.search import search
from boxscribe.writing.story import Story
from boxscribe.writing.verified import VerifiedSearch


class PlannedAuthor(ModelAuthor):
    """A trained model that follows the plan that `plan_for` gives for a table.

    With `make_check`, a checker for each thread, every sentence is verified (`writing.verified`); else the model writes
    as it likes.
    """

    def __init__(
        self,
        model: Model,
        name: str,
        plan_for: Callable[[Table], Plan],
        make_check: Callable[[], Check] | None = None,
        decoding: Decoding | None = None,
        batch_size: int = 16,
        workers: int | None = None,
    ) -> None:
        super().__init__(model, name, decoding, batch_size, workers)
        self.plan_for, self.make_check = plan_for, make_check

    @property
    def settings(self) -> dict[str, Any]:
        return super().settings | {"verified": self.make_check is not None}

    def _written(
        self, tables: Iterable[Table], trace: bool, batch_size: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        planned = ((table, self.plan_for(table)) for table in tables)
        encoded = ((self._generator.encode(table, self.decoding.beam, plan), plan.sentences) for table, plan in planned)
        if self.make_check is None:
            free = (one for one, _ in encoded)
            held = {FOLLOW_PLAN: FollowPlan()}
            for one, paths in search(self._generator, free, self.decoding, batch_size, trace, stopped, held):
                yield [self._story(one, path) for path in paths]
            return
        check = self.make_check()

        def accept(*sentence: Any) -> bool:
            return is_supported(check, *sentence)

        verified = VerifiedSearch(self._generator, self.decoding, accept, keep_traces=trace)
        for draft in verified.write(encoded, batch_size, stopped):
            yield [self._story(draft.table, joined(draft.paths), draft.origins)]


def joined(paths: Iterable[Path]) -> Path:
    """The hypotheses of several sentences as one."""
    parts = list(paths)
    ids, log_p, traces = ([one for part in parts for one in getattr(part, name)] for name in ("ids", "log_p", "traces"))
    total = sum(part.total for part in parts)
    return Path(ids, log_p, traces, total, total, None)
