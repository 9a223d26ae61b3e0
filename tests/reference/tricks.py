"""One trick: who is winning it, and which cards may be played to it."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from .cards import Card, of_suit, strength


class Play(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: Card


def side_of(seat: int) -> int:
    """Return the side of a seat: 0 for a, 1 for b (1, Seats)."""
    return seat % 2


@cache
def seats_from(seat: int, players: int) -> tuple[int, ...]:
    """Return all the seats in playing order, beginning with `seat` (1, Seats)."""
    return tuple((seat + steps) % players for steps in range(players))


def beats(card: Card, winning: Card, trumps: str) -> bool:
    """Say whether a card played later takes the trick from the one that is winning it (1, Free phase).

    The winning card is of the suit led or a trump, so a card of its suit beats it by strength, and any
    other card only by being a trump.
    """
    if card.suit == winning.suit:
        return strength(card) > strength(winning)
    return card.suit == trumps


def winning_play(plays: Sequence[Play], trumps: str) -> Play:
    """Return the play that is winning the trick so far (1, Free phase)."""
    best = plays[0]
    for play in plays[1:]:
        if beats(play.card, best.card, trumps):
            best = play
    return best


def legal_cards(seat: int, hand: set[Card], plays: Sequence[Play], trumps: str, arrastre: bool) -> set[Card]:
    """Return the cards of the hand that may be played (1, Free phase and Arrastre)."""
    if not arrastre or not plays:
        return set(hand)
    if of_suit(hand, plays[0].card.suit):
        return cards_that_follow(seat, hand, plays, trumps)
    return cards_when_void(seat, hand, plays, trumps)


def opponent_is_winning(seat: int, plays: Sequence[Play], trumps: str) -> bool:
    """Say whether the trick is being won by the other side."""
    return side_of(winning_play(plays, trumps).seat) != side_of(seat)


def cards_that_follow(seat: int, hand: set[Card], plays: Sequence[Play], trumps: str) -> set[Card]:
    """Return the legal cards of a seat that can follow: asistir and montar (1, Arrastre, 1)."""
    led = plays[0].card.suit
    following = of_suit(hand, led)
    winning = winning_play(plays, trumps)
    if opponent_is_winning(seat, plays, trumps) and winning.card.suit == led:
        higher = {card for card in following if beats(card, winning.card, trumps)}
        return higher or following
    return following


def cards_when_void(seat: int, hand: set[Card], plays: Sequence[Play], trumps: str) -> set[Card]:
    """Return the legal cards of a seat void in the suit led: fallar (1, Arrastre, 2 and 3)."""
    if not opponent_is_winning(seat, plays, trumps):
        return set(hand)
    winning = winning_play(plays, trumps)
    useful = {card for card in of_suit(hand, trumps) if beats(card, winning.card, trumps)}
    return useful or set(hand)
