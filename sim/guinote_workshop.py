"""Guiñote, for people who write strategies for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from bazas.kernels.records import E_CLAIM, E_PLAY, E_SING, E_SWAP, E_TUTE, MAX_CARDS, PLAY, QUESTIONS
from bazas.sim import defaults
from bazas.sim.guinote import GUINOTE
from bazas.sim.notation import cards_of
from bazas.sim.playing import Array
from bazas.sim.rules import PRESETS
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import built_in
from bazas.sim.tracing import GuinoteDriver, trace_game
from bazas.sim.workshop import SELF, Table, Workshop, tables_with

_ANSWERS = (E_PLAY, E_SWAP, E_TUTE, E_SING, E_CLAIM)
_ARRANGEMENTS = {4: ("sxsx", "xsxs", "sxyz", "ssss"), 2: ("sx", "xs", "ss")}


def _rules(sheet: str, players: int, deck: int) -> tuple[str, tuple[str, ...]]:
    """A sheet, and what has to be changed for these players and cards."""
    base, wanted = PRESETS[sheet].rules, {"players": players, "deck": deck}
    return sheet, tuple(f"{name}={value}" for name, value in wanted.items() if getattr(base, name) != value)


class GuinoteWorkshop(Workshop):
    """Tables by both sheets, of two and four players, with every deck."""

    game = GUINOTE
    sheet = defaults.RULES
    template = "template.py"
    opponents = ("random", "lowest", "careful")
    yardstick = "careful"
    unsaid = {  # noqa: RUF012 - it is not changed
        "table": "view.table beyond the cards on the table, which means nothing",
        "leaders": "view.leaders beyond the tricks begun, which means nothing",
        "plays": "view.plays beyond the cards played, which means nothing",
        "unnamed_tricks": "view.unnamed_tricks beyond the number in view.unnamed, which means nothing",
        "memory": "view.memory, and needs memory=True",
    }

    def all_tables(self) -> Iterator[Table]:
        """Both sheets, two and four players, every deck."""
        rules = (_rules(*chosen) for chosen in product(PRESETS, (4, 2), (40, 48, 36)))
        return tables_with(_ARRANGEMENTS, rules, built_in(looking_ahead=False))

    def order_tables(self) -> list[Table]:
        """Both sheets, two and four players."""
        seats = {4: (SELF, "careful", SELF, "random"), 2: (SELF, "careful")}
        return [Table(*_rules(sheet, players, 40), seats[players]) for sheet, players in product(PRESETS, (4, 2))]

    def parameter_tables(self) -> list[Table]:
        """Both sheets."""
        return [Table("lascuarenta", (), (SELF, "careful") * 2), Table("ludoteka", (), ("careful", SELF) * 2)]

    def view_tables(self, count: int) -> list[Table]:
        """All kinds of rules by turns."""
        others = {4: ("careful", "random", "lowest", "careful"), 2: ("careful", "random")}
        tables = list(self.all_tables())
        chosen = [tables[7 * number % len(tables)] for number in range(count)]
        return [Table(table.sheet, table.changes, others[table.rules.players]) for table in chosen]

    def answers(self, spec: Spec, unit: int) -> list[int]:
        """Cards, exchanges, cantes and claims."""
        events = trace_game(spec, 0, unit).events
        return [int(event["value"]) for event in events if event["kind"] in _ANSWERS]

    def watched(self, spec: Spec, arm: Arm, script: Array) -> GuinoteDriver:
        """The driver."""
        return GuinoteDriver(spec, arm, script)

    def place(self, view: Any) -> str:
        """The trick and the question."""
        return f"trick {view.trick}, when asked to {QUESTIONS[view.question]}"

    def disturb(self, view: Any, field: str, noise: np.random.Generator) -> None:
        """Other cards, seats, tricks."""
        cards = cards_of(int(view.deck))
        players, between = int(view.players), view.question != PLAY
        if field == "table":
            free = view.table[players if between else int(view.position) :]
            free[:] = noise.choice(cards, len(free))
        elif field == "plays":
            played = sum(int(mask).bit_count() for mask in view.played)
            view.plays[played:] = noise.choice(cards, MAX_CARDS - played)
        elif field == "leaders":
            begun = int(view.trick) if between or view.position > 0 else int(view.trick) - 1
            view.leaders[begun:] = noise.integers(0, players, len(view.leaders) - begun)
        elif field == "unnamed_tricks":
            for seat, known in enumerate(view.unnamed):
                view.unnamed_tricks[seat, int(known) :] = noise.integers(
                    0, view.trick + 1, view.unnamed_tricks.shape[1] - int(known)
                )
        else:
            view.memory[:] = noise.integers(0, 100, len(view.memory))


GUINOTE_WORKSHOP = GuinoteWorkshop()
