"""Every world that fits a view, found by trying them all; and positions of the arrastre made by chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any

from bazas.kernels.cards import REY, SOTA
from bazas.kernels.records import MAX_SEATS, NONE, VIEW, blank
from bazas.sim.rules import Rules
from tracing import cards_in

World = dict[int, frozenset[int]]
"""The cards of each other seat."""


def members(mask: int) -> frozenset[int]:
    """The cards of a mask."""
    left, cards = int(mask), []
    while left:
        cards.append((left & -left).bit_length() - 1)
        left &= left - 1
    return frozenset(cards)


def mask_of(cards: Any) -> int:
    """The mask of some cards."""
    return sum(1 << card for card in cards)


def unseen_cards(view: Any) -> frozenset[int]:
    """What may be in other hands or the unknown part of the stock."""
    seen = members(view.hand).union(*(members(played) for played in view.played))
    return members(view.deck) - seen - ({int(view.muestra)} if view.stock else set())


def other_seats(view: Any) -> list[int]:
    return [seat for seat in range(int(view.players)) if seat != view.seat]


def hand_size(view: Any, seat: int) -> int:
    """Six cards dealt, one for each draw, less those played."""
    draws = (len(members(view.deck)) - 6 * int(view.players) - int(view.stock)) // int(view.players)
    return 6 + draws - len(members(view.played[seat]))


def possible_worlds(view: Any) -> list[World]:
    """All of them, in an order of their own."""
    return [world for world in _dealt(view, unseen_cards(view), other_seats(view)) if ways_to_have_sung(view, world)]


def _dealt(view: Any, unseen: frozenset[int], seats: list[int]) -> Iterator[World]:
    if not seats:
        if len(unseen) == max(0, int(view.stock) - 1):
            yield {}
        return
    seat, *others = seats
    holds, cannot = members(view.holds[seat]), members(view.cannot[seat])
    chosen = hand_size(view, seat) - len(holds)
    if holds <= unseen and not holds & cannot and chosen >= 0:
        for more in combinations(sorted(unseen - holds - cannot), chosen):
            hand = holds.union(more)
            for world in _dealt(view, unseen - hand, others):
                yield {seat: hand, **world}


def ways_to_have_sung(view: Any, world: World) -> list[tuple[tuple[int, int], ...]]:
    """The (seat, suit) of the 20s sung by others without their suit, in every way that a world allows."""
    songs = [
        (seat, int(trick)) for seat in world for trick in view.unnamed_tricks[seat][: int(view.unnamed[seat])]
    ]  # fmt: skip
    silent = [suit for suit in range(4) if suit != view.trumps and not int(view.sung) >> suit & 1]
    return [
        tuple((seat, suit) for (seat, _), suit in zip(songs, suits, strict=True))
        for suits in permutations(silent, len(songs))
        if all(could_sing(view, world, *song, suit) for song, suit in zip(songs, suits, strict=True))
    ]


def could_sing(view: Any, world: World, seat: int, trick: int, suit: int) -> bool:
    """Whether a seat held rey and sota of a suit after a trick of the arrastre."""
    plays = [int(card) for card in view.plays[trick * int(view.players) :] if card != NONE]
    held = world[seat].union(card for card in plays if int(view.played[seat]) >> card & 1)
    return {16 * suit + REY, 16 * suit + SOTA} <= held


# Positions made by chance


def arrastre(
    rules: Rules, rng: Random, tricks_left: int, position: int, *, told: float, songs: bool
) -> tuple[Any, World]:
    """A view at some point of an arrastre, and the true hands of the other seats.

    Played cards obey no rule but that each seat plays what it has. `told`: the chance that a card of another hand is
    known to be there, or known not to be in a hand where it is not. `songs`: seats sing 20s without naming the suit.
    """
    players = rules.players
    deck = _with_pairs(rng, cards_in(rules.deck), players)
    view = blank(VIEW)
    view.rules = rules.record()
    view.deck, view.players, view.trumps = mask_of(deck), players, rng.randrange(4)
    view.muestra, view.seat, view.position = deck[0], rng.randrange(players), position
    view.tricks = len(deck) // players
    view.trick = view.tricks - tricks_left + 1
    hands = {seat: {*deck[len(deck) - 6 * (seat + 1) : len(deck) - 6 * seat]} for seat in range(players)}
    view.plays[:] = NONE
    for place, card in enumerate(deck[: len(deck) - 6 * players]):
        _play(view, place, place % players, card)
    for trick in range(int(view.tricks) - 5, int(view.trick) + 1):
        if songs:
            _sing(view, rng, hands, trick - 1)
        leader = rng.randrange(players)
        for step in range(players if trick < view.trick else position):
            seat = (leader + step) % players if trick < view.trick else (int(view.seat) - position + step) % players
            card = rng.choice(sorted(hands[seat]))
            hands[seat].remove(card)
            _play(view, (trick - 1) * players + step, seat, card)
    _tell(view, rng, hands, told)
    view.hand = mask_of(hands[int(view.seat)])
    return view, {seat: frozenset(hands[seat]) for seat in other_seats(view)}


def _with_pairs(rng: Random, deck: list[int], players: int) -> list[int]:
    """A shuffled deck; some reyes and sotas are moved into one hand of the last six tricks."""
    deck = rng.sample(deck, len(deck))
    for suit in rng.sample(range(4), 3):
        seat = rng.randrange(players)
        places = rng.sample(range(len(deck) - 6 * (seat + 1), len(deck) - 6 * seat), 2)
        for card, place in zip((16 * suit + REY, 16 * suit + SOTA), places, strict=True):
            other = deck.index(card)
            deck[other], deck[place] = deck[place], deck[other]
    return deck


def _play(view: Any, place: int, seat: int, card: int) -> None:
    view.plays[place] = card
    view.played[seat] |= 1 << card


def _sing(view: Any, rng: Random, hands: dict[int, set[int]], trick: int) -> None:
    """After this trick, everybody who can sings a 20 half of the time; the asked seat knows its own."""
    for suit in range(4):
        if suit == view.trumps or int(view.noise) >> suit & 1:
            continue
        for seat, hand in hands.items():
            if {16 * suit + REY, 16 * suit + SOTA} <= hand and rng.random() < 0.5:
                view.unnamed_tricks[seat, view.unnamed[seat]] = trick
                view.unnamed[seat] += 1
                view.noise |= 1 << suit  # what is sung, for the table's memory
                view.sung |= (seat == view.seat) << suit


def _tell(view: Any, rng: Random, hands: dict[int, set[int]], told: float) -> None:
    for seat in range(MAX_SEATS):
        for card in members(view.deck):
            if seat in hands and rng.random() < told:
                known = view.holds if card in hands[seat] else view.cannot
                known[seat] |= 1 << card
