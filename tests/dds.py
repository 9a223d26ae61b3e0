"""DDS, the double-dummy solver of bridge (package `endplay`), asked in our codes: a judge who shares no code with us.

Tarneeb after the auction is whist with trumps, as bridge is, but for the declarer leading and nobody being dummy. The
suits of `endplay` are numbered the other way round, spades first; seats are numbered as ours. Its `Deal.play` takes
any card that is held, a revoke too, so that legality is asked of the solver itself (`Table.legal`). The package is not
among those that the tests need, and imports Matplotlib: it is imported where it is used, after `needed`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from endplay.types import Card

NO_SKIP = "BAZAS_NO_SKIP"
"""Where this variable of the environment is set, what cannot be checked fails."""


def needed(package: str) -> None:
    """Skip the test that needs a package which is not installed, or fail it where nothing may be skipped."""
    if find_spec(package) is not None:
        return
    reason = f"{package} must be installed for this check: make test EXTRAS=test,dds"
    if os.environ.get(NO_SKIP):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


class Play(NamedTuple):
    """A seat, its card, and the mask of its legal cards."""

    seat: int
    card: int
    legal: int


@dataclass
class Line:
    """A round as DDS plays it out: 52 plays, and the seats that win the 13 tricks."""

    plays: list[Play]
    winners: list[int]


class Table:
    """A round at DDS's table from the first lead on, with its own opinion of turns, legal cards and tricks won."""

    def __init__(self, hands: Sequence[int], trumps: int, leader: int) -> None:
        """`hands`: the masks of the four seats. Without the package the test that asks for a table ends here."""
        needed("endplay")
        from endplay.types import Deal, Denom, Player

        self._deal = Deal(first=Player(leader), trump=Denom(3 - trumps))
        for seat, hand in enumerate(hands):
            held = self._deal[Player(seat)]  # writes through
            for code in range(64):
                if hand >> code & 1:
                    held.add(_card(code))

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self._deal.curplayer)

    @property
    def leader(self) -> int:
        """Who leads this trick: the winner of the one before."""
        return int(self._deal.first)

    def legal(self) -> int:
        """The cards that may be played, a mask, by the solver's own list."""
        return sum(1 << code for code in _codes(self._deal.legal_moves()))

    def best(self) -> int:
        """A card with which the side to play takes as many tricks as it can, all hands open."""
        return _codes(card for card, _ in self._solved())[0]

    def tricks(self) -> int:
        """The tricks that the side to play takes from here on, this one included, all hands open."""
        return max(tricks for _, tricks in self._solved())

    def _solved(self) -> list[tuple[Card, int]]:
        from endplay.dds import solve_board
        from endplay.dds.solve import SolveMode

        return list(solve_board(self._deal, SolveMode.OptimalOne))

    def play(self, card: int) -> None:
        """The seat whose turn it is plays a card."""
        self._deal.play(_card(card))


def double_dummy(hands: Sequence[int], trumps: int, leader: int) -> int:
    """The tricks of the leader's side where all hands are open and nobody errs."""
    return Table(hands, trumps, leader).tricks()


def double_dummy_line(hands: Sequence[int], trumps: int, leader: int) -> Line:
    """A round in which all four play a best card."""
    table = Table(hands, trumps, leader)
    line = Line([], [])
    for _ in range(13):
        for _ in range(4):
            line.plays.append(Play(table.seat, table.best(), table.legal()))
            table.play(line.plays[-1].card)
        line.winners.append(table.leader)
    return line


def _card(code: int) -> Card:
    from endplay.types import Card, Denom, Rank

    return Card(suit=Denom(3 - (code >> 4)), rank=Rank(4 << (code & 15)))


def _codes(cards: Iterable[Card]) -> list[int]:
    return [16 * (3 - int(card.suit)) + int(card.rank).bit_length() - 3 for card in cards]
