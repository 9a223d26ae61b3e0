"""Tournaments: all pairs of some strategies, each on the same deals with the seats changed over.

Pair p of the players (`bazas.analyses.pair_sums.pairs_of`) plays in the arms 2p and 2p + 1 of one run. What is compared
and added up, `bazas.analyses.duels` says; how the table is drawn from it, `bazas.analyses.tournament_table`; what a
rating is, `bazas.analyses.rating`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bazas.analyses.duels import duel_spec, most_deals, no_duels, tally_duels
from bazas.analyses.pair_sums import pairs_of
from bazas.analyses.tournament_table import Table
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.guinote import GUINOTE
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import rules_of
from bazas.sim.strategy import strategy

if TYPE_CHECKING:
    from bazas.analyses.rating import Rating
    from bazas.sim.contest import Contest
    from bazas.sim.games import Game
    from bazas.sim.player import Player
    from bazas.sim.spec import Spec
    from bazas.sim.switches import RuleSet

MOST_PLAYERS = 11
"""Their 55 pairs play 110 arms; the column `arm` of stored rows counts to 127."""


def tournament(
    players: Sequence[str | Player],
    rules: str | RuleSet = defaults.RULES,
    *,
    rule: Sequence[str] = (),
    games: int | None = None,
    until: float | None = None,
    anchor: str | None = None,
    seed: int = defaults.SEED,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Tournament:
    """Let every two of the `players` play `games` deals (a million unless given), twice each, and rank them.

    `players`: 2 to `MOST_PLAYERS` strategies, by name, file or as they are. `until`: stop as soon as the intervals of
    points a hand of all pairs are so wide at most, from low to high end; they are then valid at every look, all
    together, and `games` is the most (a billion unless given). `anchor`: the player, by its label, whose ratings are
    0; by default the mean of all is. The other arguments are those of `bazas.sim.simulate`; `out` stores the rows of
    both games of every deal and pair.

    Raises what `simulate` raises, and UsageError for players that are too few, too many or not told apart.
    """
    sheet = rules_of(rules, rule)
    chosen, table = enter(players, anchor, sheet.GAME)
    most = most_deals(games, until)
    spec = duel_spec("tournament", sheet, seed, [(chosen[a], chosen[b]) for a, b in table.duels])
    outcome = run(
        spec,
        most,
        tally=partial(tally_duels, contest=sheet.GAME.contest),
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
        enough=None if until is None else lambda tally: table.of(tally, always=True).width <= until,
    )
    return Tournament(spec, outcome, table.of(outcome.tally, always=not outcome.chosen), until)


def enter(
    players: Sequence[str | Player], anchor: str | None = None, game: Game = GUINOTE
) -> tuple[list[Player], Table]:
    """The strategies that play, and their table before the first deal.

    `anchor`: a player's label, or the text that names it. Raises what `tournament` raises.
    """
    if isinstance(players, str) or len(players) < 2:
        raise UsageError("a tournament needs two players or more: name their strategies one after another")
    if len(players) > MOST_PLAYERS:
        raise UsageError(f"{len(players)} players are too many for one tournament: name {MOST_PLAYERS} at most")
    chosen = [strategy(player, game.strategies) if isinstance(player, str) else player for player in players]
    labels = [player.label for player in chosen]
    for place, label in enumerate(labels):
        if label in labels[:place]:
            same = chosen[labels.index(label)].source_hash() == chosen[place].source_hash()
            how = (
                "is named twice: name each player once" if same else "is the name of two strategies: rename one of them"
            )
            raise UsageError(f"{label} {how}, so that the table can tell them apart")
    named = {player: label for player, label in zip(players, labels, strict=True) if isinstance(player, str)}
    zero = None if anchor is None else named.get(anchor, anchor)
    if zero is not None and zero not in labels:
        raise UsageError(f"{anchor} does not play, and cannot be the anchor: choose one of {', '.join(labels)}")
    anchored = None if zero is None else labels.index(zero)
    return chosen, _empty(labels, anchored, game.contest)


def _empty(labels: Sequence[str], anchor: int | None, contest: Contest) -> Table:
    return Table(tuple(labels), no_duels(len(pairs_of(len(labels))), contest), False, anchor, contest)


@dataclass(frozen=True)
class Tournament:
    """The result of `tournament`: the table, with the exact sums that it is drawn from.

    The intervals are the usual ones of 95 % where the number of deals was chosen before. They are valid at every look
    with `until`, and where somebody who may have seen how the run stood interrupted it, or resumed it with another
    number of deals than was planned at first.
    """

    spec: Spec
    outcome: Outcome
    table: Table
    until: float | None = None

    @property
    def games(self) -> int:
        """Deals, each of which every pair played twice."""
        return self.outcome.units

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas tournament --json`; shares are fractions, points are those a hand."""
        table = self.table
        return {
            **self.outcome.header(self.spec),
            "strategies": list(table.labels),
            "until": self.until,
            "interval": "sequence" if table.always else "fixed",
            "players": [player.as_dict() for player in table.ranking],
            "pairs": [pair.as_dict() for pair in table.pairs],
            "rating": table.rating and self._fit_as_dict(table.rating),
            "points_rating": table.points_rating and self._fit_as_dict(table.points_rating),
            "spec": self.spec.identity(),
        }

    def _fit_as_dict(self, rating: Rating) -> dict[str, Any]:
        anchor, worst = self.table.anchor, self.table.pairs[rating.fit.worst]
        return {
            "anchor": None if anchor is None else self.table.labels[anchor],
            **rating.fit.as_dict(),
            "worst": [worst.a, worst.b],
        }
