"""Tarneeb, for people who write strategies for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bazas.kernels.records import PLAY
from bazas.kernels.tarneeb.cards import CARDS, DECK
from bazas.kernels.tarneeb.records import E_BID, E_PLAY, E_TRUMPS, PLAYERS, QUESTIONS
from bazas.sim import defaults
from bazas.sim.playing import Array
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import built_in
from bazas.sim.tarneeb.game import TARNEEB
from bazas.sim.tarneeb.notation import cards_of
from bazas.sim.tarneeb.playing import TarneebDriver, trace_game
from bazas.sim.tarneeb.rules import PRESETS, SWITCHES, TarneebRules
from bazas.sim.tarneeb.strategy import TarneebStrategy
from bazas.sim.workshop import SELF, Table, Workshop, tables_with

_ANSWERS = (E_BID, E_TRUMPS, E_PLAY)
_ARRANGEMENTS = {PLAYERS: ("sxsx", "xsxs", "sxyz", "xsyz", "ssss")}


def _rules() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every sheet with every goal."""
    for sheet, preset in PRESETS.items():
        for goal in SWITCHES[0].values:
            yield sheet, () if preset.rules == TarneebRules(goal=goal) else (f"goal={goal}",)


class TarneebWorkshop(Workshop):
    """Tables for every goal."""

    game = TARNEEB
    sheet = defaults.TARNEEB_RULES
    template = "tarneeb/template.py"
    unsaid = {  # noqa: RUF012 - it is not changed
        "table": "view.table beyond the cards on the table, which means nothing",
        "leaders": "view.leaders beyond the tricks won, which means nothing",
        "plays": "view.plays beyond the cards played, which means nothing",
        "memory": "view.memory, and needs memory=True",
    }

    @property
    def opponents(self) -> tuple[str, ...]:
        """The built-in strategies that do not look ahead."""
        return tuple(built_in(looking_ahead=False, kind=TarneebStrategy))

    @property
    def yardstick(self) -> str:
        """The strongest of them."""
        return self.opponents[-1]

    def all_tables(self) -> Iterator[Table]:
        """The strategy on each side, with one of the others for a partner, in all seats."""
        return tables_with(_ARRANGEMENTS, _rules(), self.opponents)

    def order_tables(self) -> list[Table]:
        """Short games and long ones."""
        return [Table(*rules, (SELF, self.yardstick, SELF, "random")) for rules in _rules()]

    def parameter_tables(self) -> list[Table]:
        """On each side."""
        return [Table(self.sheet, (), seats * 2) for seats in ((SELF, self.yardstick), (self.yardstick, SELF))]

    def view_tables(self, count: int) -> list[Table]:
        """Every goal by turns."""
        rules, names = list(_rules()), self.opponents
        return [
            Table(*rules[number % len(rules)], tuple(names[(number + seat) % len(names)] for seat in range(PLAYERS)))
            for number in range(count)
        ]

    def answers(self, spec: Spec, unit: int) -> list[int]:
        """Bids, trumps and cards."""
        events = trace_game(spec, 0, unit).events
        return [int(event["value"]) for event in events if event["kind"] in _ANSWERS]

    def watched(self, spec: Spec, arm: Arm, script: Array) -> TarneebDriver:
        """The driver."""
        return TarneebDriver(spec, arm, script)

    def place(self, view: Any) -> str:
        """The auction, or the trick; and the question."""
        where = f"trick {view.trick}" if view.question == PLAY else "the auction"
        return f"{where}, when asked to {QUESTIONS[view.question].replace('_', ' ')}"

    def disturb(self, view: Any, field: str, noise: np.random.Generator) -> None:
        """Other cards and seats."""
        cards = cards_of(DECK)
        played = sum(int(mask).bit_count() for mask in view.played)
        if field == "table":
            free = view.table[int(view.position) :]
            free[:] = noise.choice(cards, len(free))
        elif field == "plays":
            view.plays[played:] = noise.choice(cards, CARDS - played)
        elif field == "leaders":
            won = played // PLAYERS
            view.leaders[won:] = noise.integers(0, PLAYERS, len(view.leaders) - won)
        else:
            view.memory[:] = noise.integers(0, 100, len(view.memory))


TARNEEB_WORKSHOP = TarneebWorkshop()
