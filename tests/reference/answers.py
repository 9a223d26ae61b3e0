"""Who answers the engine's questions: the protocol, a recorded game, and chance."""

from collections.abc import Iterable
from random import Random
from typing import Protocol

from .trace import Event

ANSWERS_IN_A_TRACE = ("play", "swap", "tute", "sing", "claim", "renuncio")


class IllegalMove(Exception):  # noqa: N818
    """An answer that the rules do not allow (end of 2).

    `question` is "play" or "sing", `hand` 0 or 1 (vueltas), `trick` counts from 1, `move` is a card code
    or a suit, and `legal` holds the moves that were allowed.
    """

    def __init__(self, question: str, hand: int, trick: int, seat: int, move: int, legal: frozenset[int]) -> None:
        self.question = question
        self.hand = hand
        self.trick = trick
        self.seat = seat
        self.move = move
        self.legal = legal
        super().__init__(
            f"hand {hand}, trick {trick}: seat {seat} answered {move} to {question}; legal: {sorted(legal)}"
        )


class Answers(Protocol):
    """Decides for all seats; cards and suits are codes."""

    def play(self, seat: int, legal: frozenset[int]) -> int:
        """Return the card to play, one of `legal`."""

    def swap(self, seat: int) -> bool:
        """Say whether the seat, which may, takes the muestra."""

    def tute(self, seat: int) -> bool:
        """Say whether the seat, which may, declares its four reyes or sotas."""

    def sing(self, seat: int, suits: frozenset[int]) -> int:
        """Return the suit to sing, one of `suits`, or -1 for none."""

    def claim(self, seat: int) -> bool:
        """Say whether the seat claims 101 for its side."""


class ReplayAnswers:
    """Answers as recorded in a trace; AssertionError where the question is not the recorded one.

    `events` are tuples (kind, seat, value, legal, ...) with the kind by name. A recorded renuncio stands
    for the illegal answer to whichever question was asked.
    """

    def __init__(self, events: Iterable[Event | tuple[str, int, int, int, int, int]]) -> None:
        self._recorded = [event for event in events if event[0] in ANSWERS_IN_A_TRACE]
        self._used = 0

    def play(self, seat: int, legal: frozenset[int]) -> int:
        return self._next("play", seat, legal)

    def swap(self, seat: int) -> bool:
        return bool(self._next("swap", seat, None))

    def tute(self, seat: int) -> bool:
        return bool(self._next("tute", seat, None))

    def sing(self, seat: int, suits: frozenset[int]) -> int:
        return self._next("sing", seat, suits)

    def claim(self, seat: int) -> bool:
        return bool(self._next("claim", seat, None))

    def finished(self) -> None:
        """Raise AssertionError if recorded answers are left over."""
        left = self._recorded[self._used :]
        if left:
            raise AssertionError(f"{len(left)} recorded answers were never asked for, the first is {left[0]}")

    def _next(self, kind: str, seat: int, legal: frozenset[int] | None) -> int:
        if self._used == len(self._recorded):
            raise AssertionError(f"{self._asked(kind, seat, legal)}, but the record has ended")
        recorded = self._recorded[self._used]
        same_legal = legal is None or recorded[3] == sum(2**move for move in legal)
        if recorded[0] not in (kind, "renuncio") or recorded[1] != seat or not same_legal:
            raise AssertionError(
                f"{self._asked(kind, seat, legal)}, "
                f"recorded is {recorded[0]} of seat {recorded[1]} with legal {members(recorded[3])}"
            )
        self._used += 1
        return int(recorded[2])

    def _asked(self, kind: str, seat: int, legal: frozenset[int] | None) -> str:
        with_legal = "" if legal is None else f" with legal {sorted(legal)}"
        return f"question {self._used + 1} asked is {kind} of seat {seat}{with_legal}"


def members(mask: int) -> list[int]:
    """Return the numbers that a mask of a trace holds."""
    return [number for number in range(64) if mask // 2**number % 2]


class RandomAnswers:
    """Legal cards at random; says no to 30 % of swaps and 50 % of tutes, sings any or none, claims 20 %."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def play(self, seat: int, legal: frozenset[int]) -> int:
        return self._rng.choice(sorted(legal))

    def swap(self, seat: int) -> bool:
        return self._rng.random() >= 0.3

    def tute(self, seat: int) -> bool:
        return self._rng.random() >= 0.5

    def sing(self, seat: int, suits: frozenset[int]) -> int:
        return self._rng.choice([-1, *sorted(suits)])

    def claim(self, seat: int) -> bool:
        return self._rng.random() < 0.2
