"""A match: games one after another, that make cotos, that make the match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .answers import Answers
from .counting import Pair
from .engine import play_game
from .switches import Switches
from .trace import Game, added

Decks = Callable[[int], Sequence[int]]
"""The decks of a game, as `play_game` takes them."""


class Standing(NamedTuple):
    """What each side has won: games of the coto that is being played, and cotos of the match."""

    games: Pair = (0, 0)
    cotos: Pair = (0, 0)


@dataclass(frozen=True)
class Placed:
    """A game and its place: `coto` in the match and `game_of_coto` in it, both from 0."""

    game: Game
    coto: int
    game_of_coto: int


@dataclass(frozen=True)
class Match:
    """A finished match: its games in order, and the side that won it."""

    games: list[Placed]
    winner: int


def first_mano(rules: Switches, number: int) -> int:
    """Return the mano of the first game of match `number` of a run (1, Seats)."""
    return number % rules.players


def count_game(rules: Switches, standing: Standing, side: int) -> Standing:
    """Count a game won by a side, and the coto if it completes one: the next coto begins at nil (1, Coto)."""
    games = added(standing.games, side, 1)
    if games[side] < rules.coto_games:
        return Standing(games, standing.cotos)
    return Standing((0, 0), added(standing.cotos, side, 1))


def match_winner(rules: Switches, standing: Standing) -> int | None:
    """Return the side that has won the match, if one has (1, Match)."""
    for side in (0, 1):
        if standing.cotos[side] == rules.match_cotos:
            return side
    return None


def mano_after(game: Game) -> int:
    """Return the mano of the game after this one, in the same coto or not (2, switch "mano of the next hand")."""
    return game.hands[-1].next_mano


def play_match(
    rules: Switches, decks_of: Callable[[int], Decks], mano: int, answers: Answers, withhold: str = "none"
) -> Match:
    """Play games until a side has won the match (1, Coto, Match).

    `decks_of` gives the decks of game 0, 1, ... of the match; the rest is as `play_game` has it.
    """
    games: list[Placed] = []
    standing, winner = Standing(), None
    while winner is None:
        game = play_game(rules, decks_of(len(games)), mano, answers, withhold)
        games.append(Placed(game, coto=sum(standing.cotos), game_of_coto=sum(standing.games)))
        standing = count_game(rules, standing, game.winner)
        winner = match_winner(rules, standing)
        mano = mano_after(game)
    return Match(games, winner)
