"""The figures of a profile: what each says, and how it is found from the sums of a run.

A figure is a mean over games, of which each is one observation whatever the number of sides and players, or a share
with Wilson's interval. All are of first hands, but for the claims, which are made in the vueltas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bazas.kernels.habits import CHEAP
from bazas.kernels.records import MAX_TRICKS
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.rules import Rules
from bazas.sim.tally import Tally


@dataclass(frozen=True)
class Sums:
    """The sums of one arm: totals and sums of squares of each fact over `games` games, of `sides` sides together."""

    tally: Tally
    arm: int
    games: int
    sides: int
    players: int

    def total(self, *facts: str) -> int:
        """Of some facts together."""
        return sum(self.tally.at(f"{self.arm} {fact}", 0) for fact in facts)

    def mean(self, facts: str, most: int, per: int = 1) -> Estimate:
        """Of a fact, per side and game, or per `per` in each side; a game is one observation. `most`: of a side.

        `facts` may name several of which a game has one at most: so their squares add up as they do.
        """
        among, names = self.sides * per, facts.split()
        total, squares = self.total(*names), sum(self.tally.at(f"{self.arm} {name}", 1) for name in names)
        found = mean_interval(self.games, total, squares, 0, most * self.sides)
        return Estimate(found.mean / among, found.low / among, found.high / among, found.n)

    def ratio(self, facts: Sequence[str], base: Sequence[str]) -> Estimate:
        """How often the one among the others."""
        return wilson(self.total(*facts), self.total(*base))


Find = Callable[[Sums], Estimate]

SHARE, PER_HUNDRED = 100, 100
"""Units: shares are shown in per cent, rare events per 100 hands."""


@dataclass(frozen=True)
class Line:
    """One figure: its key in the JSON object, what it says, the unit in which it is shown, how it is found.

    `only`: "vs" where it is trivial for a strategy against itself, "pairs" where it needs partners, "claims" where it
    needs rules by which 101 is claimed.
    """

    key: str
    label: str
    unit: float
    find: Find
    only: str = ""


def _mean(facts: str, most: int) -> Find:
    return lambda sums: sums.mean(facts, most)


def _ratio(facts: str, base: str) -> Find:
    return lambda sums: sums.ratio(facts.split(), base.split())


def _of_arrastre(fact: str, most: int) -> Find:
    """Per player, in the hands that come to the arrastre."""

    def find(sums: Sums) -> Estimate:
        hands = sums.total("arrastre") // sums.sides
        return Sums(sums.tally, sums.arm, hands, sums.sides, sums.players).mean(fact, most, sums.players // 2)

    return find


def _never(facts: str, base: str) -> Find:
    def find(sums: Sums) -> Estimate:
        n = sums.total(*base.split())
        return wilson(n - sums.total(*facts.split()), n)

    return find


_COULD = "forty_winner forty_partner"
_SUNG = "forty_sung_winner forty_sung_partner"
_MOST_CARDS = 120


def _honours(kind: str, words: str) -> list[Line]:
    return [
        Line(kind, f"{words}: % of hands", SHARE, _mean(kind, 1)),
        Line(f"{kind}_hands_won", "  hands won, %", SHARE, _ratio(f"{kind}_hand_won", kind)),
        Line(f"{kind}_games_won", "  games won, %", SHARE, _ratio(f"{kind}_game_won", kind)),
    ]


SECTIONS: dict[str, list[Line]] = {
    "first hands": [
        Line("points", "points of a side", 1, _mean("points", 230)),
        Line("hands_won", "hands won, %", SHARE, _mean("hand_won", 1), "vs"),
        Line("games_won", "games won, %", SHARE, _mean("game_won", 1), "vs"),
        Line("last_free", "last free trick won, %", SHARE, _mean("last_free", 1), "vs"),
    ],
    "the 40": [
        Line("forty_held", "rey and sota in one hand, %", SHARE, _mean("forty_held", 1)),
        Line("forty_possible", "and a trick won with them, %", SHARE, _mean(_COULD, 1)),
        Line("forty_sung", "then sung, %", SHARE, _ratio(_SUNG, _COULD)),
        Line("forty_at_once", "  at the first chance, %", SHARE, _ratio("forty_at_once", _COULD)),
        Line("forty_let_pass", "  never, %", SHARE, _never(_SUNG, _COULD)),
        Line("forty_by_winner", "first chance of the winner, %", SHARE, _ratio("forty_winner", _COULD), "pairs"),
        Line("forty_by_partner", "  of its partner, %", SHARE, _ratio("forty_partner", _COULD), "pairs"),
        Line("forty_sung_by_winner", "sung by the winner, %", SHARE, _ratio("forty_sung_winner", _SUNG), "pairs"),
    ],
    "20s": [
        Line("twenties", "sung by a side, per hand", 1, _mean("twenties", 3)),
        Line("twenties_lost", "passed up, per 100 hands", PER_HUNDRED, _mean("twenties_lost", 3)),
    ],
    "the swap": [
        Line("swap_possible", "first swap possible, %", SHARE, _mean("swap_chance", 1)),
        Line("swap_at_once", "  made at the first chance, %", SHARE, _ratio("swap_at_once", "swap_chance")),
        Line("swap_later", "  later, %", SHARE, _ratio("swap_later", "swap_chance")),
        Line("swap_never", "  never, %", SHARE, _never("swap_at_once swap_later", "swap_chance")),
    ],
    "as and tres of trumps": [
        *_honours("both_in_one", "in one hand"),
        *[replace(line, only="pairs") for line in _honours("both_split", "split between partners")],
        *_honours("neither", "with the other side"),
    ],
    "free phase, per hand and side": [
        Line("thrown", "points thrown to the others", 1, _mean("thrown", _MOST_CARDS)),
        Line("thrown_avoidable", "  with a worthless card in hand", 1, _mean("thrown_avoidable", _MOST_CARDS)),
        Line("loaded", "points loaded on the partner", 1, _mean("loaded", _MOST_CARDS), "pairs"),
        Line("free_tricks", "tricks won", 1, _mean("free_tricks", MAX_TRICKS), "vs"),
        Line("by_trump", "tricks won with a trump", 1, _mean("by_trump", MAX_TRICKS)),
        Line("by_trump_cheap", f"  under {CHEAP} points", 1, _mean("by_trump_cheap", MAX_TRICKS)),
    ],
    "trumps at the arrastre": [
        Line("trumps", "of a player", 1, _of_arrastre("trumps", 12)),
        *[Line(f"trumps_{n}", f"players with {n}, %", SHARE, _of_arrastre(f"trumps_{n}", 2)) for n in range(7)],
    ],
    "dominated cards, per 100 hands": [
        Line("gifts", "gifts", PER_HUNDRED, _mean("gifts", MAX_TRICKS)),
        Line("gift_points", "  points of their cards", PER_HUNDRED, _mean("gift_points", _MOST_CARDS)),
        Line("shorts", "shorts", PER_HUNDRED, _mean("shorts", MAX_TRICKS)),
        Line("wastes", "wastes", PER_HUNDRED, _mean("wastes", MAX_TRICKS)),
    ],
    "claims of 101, per 100 games": [
        Line("claims", "right", PER_HUNDRED, _mean("claims", 1), "claims"),
        Line("claims_wrong", "wrong", PER_HUNDRED, _mean("claims_wrong", 1), "claims"),
    ],
}
"""The figures of a profile by their sections, in the order in which they are shown."""


def lines_for(rules: Rules, against_itself: bool) -> dict[str, list[Line]]:
    """The sections and figures that say something of these games."""
    silent = {
        "vs": against_itself,
        "pairs": rules.players == 2,
        "claims": rules.vueltas_end != "claim",
    }
    kept = {title: [line for line in lines if not silent.get(line.only, False)] for title, lines in SECTIONS.items()}
    return {title: lines for title, lines in kept.items() if lines}
