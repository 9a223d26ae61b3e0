"""What a game leaves behind: its events, and the facts of each hand."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Event(NamedTuple):
    """One step of a game; `a` and `b` are the points of each side in the game after it.

    What `seat`, `value` and `legal` are depends on the kind:

    - hand: the mano, the muestra, 0. dealt: the seat, 0, its six cards.
    - play: the seat, its card, the legal cards. trick: the winner, the card points, 0.
    - last: the winner of the last trick, 10, 0. draw: the seat, its card, 0.
    - swap: the seat, 1 or 0, the card given and the muestra. withheld: the seat, the muestra, 0.
    - tute: the seat, 1 or 0, the reyes or sotas held. claim: the seat, 1 or 0, 0.
    - sing: the seat, the suit or -1, the suits on offer.
    - renuncio: the seat, the illegal move, what was legal.
    - end: the winning side or -1, the place in DECIDED or -1, 0. It ends a hand.

    Cards are codes, sets of cards and of suits are masks (`cards.mask`, `cards.suit_mask`).
    """

    kind: str
    seat: int
    value: int
    legal: int
    a: int
    b: int


DECIDED = ("hand", "last_trick", "thirty", "tute", "vueltas", "claim", "false_claim", "renuncio")


@dataclass
class Hand:
    """The facts of one hand, filled while it is played; None where there was none.

    Cards and suits are codes, pairs are (side a, side b), tricks are numbered from 1. `cards` are card
    points without the últimas and `cantes` points. `swap_*` is the first swap made, `swap2_*` the second.
    `as_seat`, `tres_seat` and `seven_seat` played those trumps; `muestra_seat` drew the last card of the
    stock; `last_trick` is the seat that took the últimas; `last_free` won the last trick with stock.
    """

    mano: int
    muestra: int
    next_mano: int = -1
    cards: tuple[int, int] = (0, 0)
    last_trick: int | None = None
    cantes: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)
    forty_seat: int | None = None
    forty_trick: int | None = None
    twenties: tuple[int, int] = (0, 0)
    twenty_seat: list[int] = field(default_factory=list)
    twenty_trick: list[int] = field(default_factory=list)
    twenty_suit: list[int] = field(default_factory=list)
    swap_seat: int | None = None
    swap_trick: int | None = None
    swap_card: int | None = None
    swap2_seat: int | None = None
    swap2_trick: int | None = None
    tute_seat: int | None = None
    as_seat: int | None = None
    tres_seat: int | None = None
    seven_seat: int | None = None
    muestra_seat: int | None = None
    last_free: int | None = None


@dataclass(frozen=True)
class Game:
    """A finished game: the winning side, how it was decided (of DECIDED), and whether it had two hands."""

    events: list[Event]
    hands: list[Hand]
    winner: int
    decided: str
    vueltas: bool


def added(pair: tuple[int, int], side: int, amount: int) -> tuple[int, int]:
    """Return the pair with the amount added to one side's number."""
    return (pair[0] + amount, pair[1]) if side == 0 else (pair[0], pair[1] + amount)
