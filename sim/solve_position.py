"""A position of the arrastre with all hands known, and what must be true of one: sizes of hands, possible points."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

from bazas.kernels.cards import AS, CABALLO, GOAL, LAST_TRICK, REY, SOTA, TRES
from bazas.sim.errors import UsageError
from bazas.sim.narration import SIDES
from bazas.sim.notation import cards_of
from bazas.sim.rules import Rules
from bazas.sim.script_statements import wrong

Pair = tuple[int, int]

WORTH = {AS: 11, TRES: 10, REY: 4, SOTA: 3, CABALLO: 2}
"""Points of the cards by their strength, for Python; the others have none."""

ALL_POINTS = 120
_CARRIED = range(ALL_POINTS + LAST_TRICK, ALL_POINTS + LAST_TRICK + 101, 20)
"""What both sides may have together after a first hand: cards, the last trick, and cantes."""


@dataclass(frozen=True)
class Position:
    """A position: `hands` and `trick` are cards still held and cards on the table, of each seat and from the leader on.

    `won`: the leader has just won a trick, and cantes may be sung before the lead. `score`: points of both sides in the
    game, None where the text does not say; `cards`: of these, points of cards in this hand. `sung`: suits. `lines` says
    where each statement stands.
    """

    path: Path
    title: str | None
    rules: Rules
    trumps: int
    hands: tuple[int, ...]
    leader: int
    won: bool
    trick: tuple[int, ...]
    score: Pair | None
    cards: Pair | None
    sung: tuple[int, ...]
    vueltas: bool
    mano: int
    lines: dict[str, int] = field(default_factory=dict, compare=False)

    @property
    def to_move(self) -> int:
        """The seat that plays the next card."""
        return (self.leader + len(self.trick)) % self.rules.players

    def wrong(self, name: str, what: str) -> UsageError:
        """The error in a statement."""
        return wrong(self.path, self.lines.get(name, 1), what)


def worth(cards: int) -> int:
    """Points of a set of cards."""
    return sum(WORTH.get(card & 15, 0) for card in cards_of(cards))


def checked(position: Position) -> Position:
    """The position, with the points of cards where the score tells them; raises UsageError for an impossible one."""
    _check_sizes(position)
    table = sum(1 << card for card in position.trick)
    gone = ALL_POINTS - worth(sum(position.hands) | table)
    cards, score = position.cards, position.score
    if cards is not None and sum(cards) != gone:
        raise position.wrong(
            "cards", f"the points of cards add up to {sum(cards)}, but the cards that are gone have {gone}"
        )
    if score is None:
        return position
    cantes = [40 if suit == position.trumps else 20 for suit in position.sung]
    if position.vueltas:
        _check_vueltas(position, score, gone + sum(cantes))
        return position
    if sum(score) != gone + sum(cantes):
        raise position.wrong(
            "score",
            f"the score adds up to {sum(score)}, but the cards that are gone have {gone} points and what was sung "
            f"{sum(cantes)}: correct it, or name the suits that were sung, as `sung: copas`",
        )
    if cards is None:
        return position if cantes else replace(position, cards=score)
    sums = {sum(some) for count in range(len(cantes) + 1) for some in combinations(cantes, count)}
    if score[0] - cards[0] not in sums:
        raise position.wrong(
            "score", f"side a has {score[0]} points, {cards[0]} of cards: what was sung does not make the difference"
        )
    return position


def _check_sizes(position: Position) -> None:
    """Every seat has as many cards as the one to move; those that have played to the trick one less."""
    players, mover = position.rules.players, position.to_move
    size = position.hands[mover].bit_count()
    if size == 0:
        raise position.wrong(f"seat {mover}", f"there is nothing to decide: seat {mover} is to play and has no card")
    for place in range(players):
        seat = (position.leader + place) % players
        laid = place < len(position.trick)
        found, due = position.hands[seat].bit_count(), size - laid
        if found != due:
            why = f", and seat {seat} has laid one" if laid else ""
            raise position.wrong(
                f"seat {seat}",
                f"seat {seat} has {_cards(found)}: seat {mover}, to play, has {size}{why}: it must be {due}",
            )


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _check_vueltas(position: Position, score: Pair, here: int) -> None:
    cards = position.cards
    if cards is not None and (score[0] < cards[0] or score[1] < cards[1]):
        raise position.wrong("score", "the score is less than the points of cards, which are a part of it")
    if sum(score) - here not in _CARRIED:
        raise position.wrong(
            "score",
            f"the score adds up to {sum(score)}, {here} of it from this hand: {sum(score) - here} cannot have been "
            "carried over, from a first hand of 130 points and what was sung in it",
        )
    if position.rules.vueltas_end != "at_once":
        return
    for side in range(2):
        leads = side == position.leader & 1
        won_a_trick = leads or (cards is not None and cards[side] > 0)
        if score[side] >= GOAL and won_a_trick and not (leads and position.won):
            raise position.wrong(
                "score",
                f"there is nothing to decide: side {SIDES[side]} has 101 points and has won a trick with them, which "
                "ends the vueltas",
            )
