"""Games and matches of the kernel looked at closely: with every event, chosen decks and answers, stopped anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bazas.kernels.calling import seats_record
from bazas.kernels.cards import DECKS
from bazas.kernels.game import PLAN, play_games
from bazas.kernels.records import ASK, EVENT, EVENTS, GAME, HAND, MAX_CARDS, MAX_EVENTS, STATE, VIEW, blank, blanks
from bazas.sim.rules import WITHHOLD, Rules
from bazas.sim.strategy import Strategy

Array = npt.NDArray[Any]
Event = tuple[str, int, int, int, int, int]
"""Kind, seat, value, legal, points of side a and of side b: as the reference engine has it."""

QUESTIONS = ("play", "swap", "tute", "sing", "claim")
"""The kinds of events that are answers, in the order of the view's numbers."""


def cards_in(deck: int) -> list[int]:
    """The cards of a deck of 36, 40 or 48, from the lowest code on."""
    return [card for card in range(64) if DECKS[deck] >> card & 1]


def random_decks(rules: Rules, count: int, seed: int) -> Array:
    """Decks for `count` games and both their hands (int8, count by 2 by cards), shuffled by NumPy."""
    decks = np.tile(np.array(cards_in(rules.deck), np.int8), (count, 2, 1))
    return np.random.default_rng(seed).permuted(decks, axis=2)


def named(events: Array) -> list[Event]:
    """Events of the kernel as the reference engine has them."""
    return [(EVENTS[kind], seat, value, legal, a, b) for kind, seat, value, a, b, legal in events.tolist()]


@dataclass
class Game:
    """A game with its events and facts (GAME, HAND); `state` and `view` are left as the kernel left them."""

    events: list[Event]
    facts: Any
    hands: list[Any]
    state: Any
    view: Any

    @property
    def answers(self) -> list[int]:
        """The answers in the order of the questions, as a script takes them."""
        return [event[2] for event in self.events if event[0] in QUESTIONS]


@dataclass
class Match:
    """A match with the events of all its games one after another, and their facts (GAME; HAND, n by 2)."""

    events: list[Event]
    games: Array
    hands: Array


class Tracer:
    """The kernel with its arguments built once, for one game or match after another."""

    def __init__(
        self, rules: Rules, strategies: Sequence[Strategy], *, seed: int = 1, withhold: str = "none", mano: int = -1
    ) -> None:
        """`mano`: of every game; -1: by turns."""
        self.rules = rules
        self._record = rules.record()
        self._kept = [strategy.seat() for strategy in strategies]
        self.seats = seats_record([self._kept[seat % len(self._kept)] for seat in range(rules.players)])
        self._plan = blank(PLAN)
        self._plan.seed, self._plan.count, self._plan.mano = seed, 1, mano
        self._plan.withhold = WITHHOLD.index(withhold)
        self._trace = blanks(MAX_EVENTS, EVENT)
        self._plays = np.zeros((0, 2, MAX_CARDS), np.int8)

    def play(self, number: int, decks: Array | None = None, script: Sequence[int] = ()) -> Game:
        """Game `number`: `decks` (2 by cards) instead of the seed's, `script` answers the first questions."""
        state, view, games, hands = blank(STATE), blank(VIEW), blanks(1, GAME), blanks((1, 2), HAND)
        self._play(number, decks, script, state, view, games, hands)
        return self._game(state, view, games, hands)

    def match(self, number: int, decks: Array) -> Match:
        """Match `number` with these decks of its games (n by 2 by cards), at least `Rules.longest_match`."""
        room = self.rules.longest_match
        state, games, hands = blank(STATE), blanks(room, GAME), blanks((room, 2), HAND)
        trace = blanks(room * MAX_EVENTS, EVENT)
        self._plan.first, self._plan.matches = number, 1
        played = play_games(
            self._plan, self._record, self.seats, decks, np.zeros(0, np.int16), state, blank(VIEW), games, hands,
            self._plays, trace,
        )  # fmt: skip
        self._plan.matches = 0
        return Match(named(trace[: state.events]), games[:played], hands[:played])

    def many(self, decks: Array) -> tuple[Array, Array]:
        """The facts (GAME, HAND) of games 0, 1, ... with these decks (n by 2 by cards), without events."""
        games, hands = blanks(len(decks), GAME), blanks((len(decks), 2), HAND)
        self._plan.first, self._plan.count = 0, len(decks)
        play_games(
            self._plan, self._record, self.seats, decks, np.zeros(0, np.int16), blank(STATE), blank(VIEW), games, hands,
            self._plays, blanks(0, EVENT),
        )  # fmt: skip
        self._plan.count = 1
        return games, hands

    def _play(
        self, number: int, decks: Array | None, script: Sequence[int], state: Any, view: Any, games: Any, hands: Any
    ) -> None:
        self._plan.first = number
        given = np.zeros((0, 2, 0), np.int8) if decks is None else np.ascontiguousarray(decks, np.int8)[None]
        play_games(
            self._plan, self._record, self.seats, given, np.array(script, np.int16), state, view, games, hands,
            self._plays, self._trace,
        )  # fmt: skip

    def _game(self, state: Any, view: Any, games: Any, hands: Any) -> Game:
        events = named(self._trace[: state.events])
        return Game(events, games[0], list(hands[0, : int(games[0]["hands"])]), state, view)

    def stop(self, number: int, script: Sequence[int], decks: Array | None = None) -> Game:
        """The game stopped at the first question that the script does not answer.

        The strategies must be `STOPPING`. Raises NeverAsked where the game ends before, or an answer is illegal.
        """
        state, view, games, hands = blank(STATE), blank(VIEW), blanks(1, GAME), blanks((1, 2), HAND)
        try:
            self._play(number, decks, [*script, ASK], state, view, games, hands)
        except Stopped:
            return self._game(state, view, games, hands)
        raise NeverAsked


def moments(stopping: Tracer, number: int, game: Game, decks: Array | None = None) -> Iterator[Game]:
    """`game` stopped at each of its decisions in turn; `stopping`: a tracer of the same game with `STOPPING`."""
    for index in range(len(game.answers)):
        yield stopping.stop(number, game.answers[:index], decks)


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """A strategy was asked."""


class NeverAsked(Exception):  # noqa: N818
    """The game ended before the question at which it was to stop."""


def _stop(view: Any) -> Any:
    if view.players > 0:  # always, but a function that only raises has no type
        raise Stopped
    return 0


def _stop_at_yes_or_no(view: Any) -> Any:
    if view.players > 0:
        raise Stopped
    return False


STOPPING = Strategy(
    "stopping", "raises at its first question", _stop, _stop_at_yes_or_no, _stop_at_yes_or_no, _stop, _stop_at_yes_or_no
)
