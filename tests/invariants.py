"""What holds in every game by any rules, read off its events alone, without an engine.

Events are tuples (kind, seat, value, legal, a, b), as both engines have them. Everything here raises AssertionError.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bazas.sim.rules import Rules
from reference.trace import DECIDED

Event = tuple[str, int, int, int, int, int]

TRICKS = {(4, 40): (4, 6), (4, 48): (6, 6), (4, 36): (3, 6), (2, 40): (14, 6), (2, 48): (18, 6), (2, 36): (12, 6)}
"""Free tricks, and tricks of the arrastre, by players and deck."""

STRENGTHS = {40: {0, 1, 2, 3, 4, 7, 8, 9, 10, 11}, 48: set(range(12)), 36: {1, 2, 3, 4, 7, 8, 9, 10, 11}}
POINTS = {11: 11, 10: 10, 9: 4, 8: 3, 7: 2}
SOTA, REY = 8, 9


def check_game(rules: Rules, events: Sequence[Event], mano: int) -> None:
    """A game that begins with this mano: its one or two hands, and its one winner."""
    hands = hands_of(events)
    assert 1 <= len(hands) <= 2
    carried = (0, 0)
    for hand in hands:
        assert hand[0][:2] == ("hand", mano)
        check_cards(rules, hand)
        check_tricks(rules, hand)
        check_cantes(rules, hand)
        check_points(hand, carried)
        carried, mano = hand[-1][4:], next_mano(rules, hand)
    assert [hand[-1][1] >= 0 for hand in hands] == [False, True][-len(hands) :], "vueltas only where nobody has won"
    check_outcome(rules, hands[-1], len(hands) == 2)


def hands_of(events: Sequence[Event]) -> list[Sequence[Event]]:
    """The events of each hand; each begins with the event `hand` and ends with `end`."""
    starts = [place for place, event in enumerate(events) if event[0] == "hand"]
    hands = [events[start:end] for start, end in pairwise([*starts, len(events)])]
    assert starts[:1] == [0]
    assert all([event[0] == "end" for event in hand] == [False] * (len(hand) - 1) + [True] for hand in hands)
    return hands


def tricks_of(hand: Sequence[Event]) -> Iterator[tuple[list[Event], Event]]:
    """The plays of each finished trick, and its event."""
    plays = []
    for event in hand:
        if event[0] == "play":
            plays.append(event)
        if event[0] == "trick":
            yield plays, event
            plays = []


def played_out(hand: Sequence[Event]) -> bool:
    """Whether the hand came to its last trick."""
    return any(event[0] == "last" for event in hand)


def next_mano(rules: Rules, hand: Sequence[Event]) -> int:
    """The mano of the hand after this one."""
    winners = [event[1] for event in hand if event[0] == "trick"]
    before = winners[-1] if winners and rules.mano_next == "after_last_trick" else hand[0][1]
    return (before + 1) % rules.players


def members(mask: int) -> set[int]:
    """The numbers that a mask holds."""
    return {number for number in range(64) if mask >> number & 1}


def check_cards(rules: Rules, hand: Sequence[Event]) -> None:
    """Every card is in one place at a time, is played by who holds it, once; in a hand played out all are played."""
    deck = {16 * suit + strength for suit in range(4) for strength in STRENGTHS[rules.deck]}
    held = {event[1]: members(event[3]) for event in hand if event[0] == "dealt"}
    muestra = hand[0][2]
    stock = deck - {muestra} - set().union(*held.values())
    assert [len(cards) for cards in held.values()] == [6] * rules.players
    assert len(stock) == rules.deck - 6 * rules.players - 1
    played, to_draw = [], len(stock) + 1
    for event, following in pairwise(hand):
        kind, seat, value, legal = event[:4]
        if kind == "draw":
            assert value in stock if stock else value == muestra
            stock.discard(value)
            held[seat].add(value)
            to_draw -= 1
        elif kind == "swap":
            assert to_draw > 0
            given = legal ^ 1 << muestra
            assert members(given) <= held[seat]
            if value == 1 and following[0] != "withheld":
                held[seat] ^= members(legal)
                (muestra,) = members(given)
        elif kind == "sing":
            pairs = {16 * suit + rank for suit in members(legal) for rank in (SOTA, REY)}
            assert pairs <= held[seat]
            assert legal != 0
            assert value in members(legal) | {-1}
        elif kind == "tute":
            assert members(legal) <= held[seat]
        elif kind == "play":
            assert value in members(legal) <= held[seat]
            assert members(legal) == held[seat] or to_draw == 0
            held[seat].remove(value)
            played.append(value)
    assert len(played) == len(set(played))
    if played_out(hand):
        assert set(played) == deck


def check_tricks(rules: Rules, hand: Sequence[Event]) -> None:
    """Seats play in turn, the winner leads; a trump wins, or the suit led; as many tricks as the deck gives."""
    leader, trumps, tricks = hand[0][1], hand[0][2] // 16, list(tricks_of(hand))
    for plays, trick in tricks:
        assert [play[1] for play in plays] == [(leader + step) % rules.players for step in range(rules.players)]
        led = plays[0][2] // 16
        best = max(plays, key=lambda play: (play[2] // 16 == trumps, play[2] // 16 == led, play[2] % 16))
        leader = best[1]
        assert trick[1:3] == (leader, sum(POINTS.get(play[2] % 16, 0) for play in plays))
    free, arrastre = TRICKS[rules.players, rules.deck]
    draws = [event for event in hand if event[0] == "draw"]
    if played_out(hand):
        assert len(tricks) == free + arrastre
        assert len(draws) == rules.players * free
        assert sum(trick[2] for _, trick in tricks) == 120
        assert [event[1:3] for event in hand if event[0] == "last"] == [(leader, 10)]
    else:
        assert len(tricks) < free + arrastre
        assert len(draws) in (rules.players * min(len(tricks), free), rules.players * min(len(tricks) - 1, free))


def check_cantes(rules: Rules, hand: Sequence[Event]) -> None:
    """By the side that won the trick, each suit once, no more to a trick than allowed."""
    winner, after_trick, sung = -1, 0, []
    for kind, seat, value, *_ in hand:
        if kind == "trick":
            winner, after_trick = seat, 0
        elif kind in ("sing", "tute"):
            assert (seat - winner) % 2 == 0
            if kind == "sing" and value >= 0:
                after_trick += 1
                sung.append(value)
        elif kind == "claim":
            assert seat == winner
        assert rules.cantes_per_trick == 0 or after_trick <= rules.cantes_per_trick
    assert len(sung) == len(set(sung))


def check_points(hand: Sequence[Event], carried: tuple[int, int]) -> None:
    """Points come with tricks, the last trick and cantes alone, and are carried over; cantes are at most 100."""
    points, cantes, trumps = list(carried), 0, hand[0][2] // 16
    for kind, seat, value, _, *after in hand:
        if kind in ("trick", "last"):
            points[seat % 2] += value
        elif kind == "sing" and value >= 0:
            worth = 40 if value == trumps else 20
            points[seat % 2] += worth
            cantes += worth
        assert after == points
    assert cantes <= 100
    if played_out(hand):
        assert sum(points) == sum(carried) + 130 + cantes


def ways_of_ending(rules: Rules) -> set[str]:
    """How the rules let a game be decided (of DECIDED)."""
    ways = {"hand", "last_trick", "vueltas"} if rules.vueltas_end == "at_once" else {"hand", "last_trick"}
    if rules.vueltas_end == "claim":
        ways |= {"claim", "false_claim"}
    if rules.thirty == "loses" or (rules.thirty == "needed" and rules.both_101 == "last_trick"):
        ways.add("thirty")
    if rules.tute:
        ways.add("tute")
    if rules.renuncio == "loses":
        ways.add("renuncio")
    return ways


def check_outcome(rules: Rules, hand: Sequence[Event], vueltas: bool) -> None:
    """The last hand names one winner, who has won in a way that the rules have."""
    *_, before, (_, winner, decided, _, *points) = hand
    way = DECIDED[decided]
    assert winner in (0, 1)
    assert way in ways_of_ending(rules)
    assert played_out(hand) == (way in ("hand", "last_trick", "thirty") or (way == "vueltas" and before[0] == "last"))
    if way in ("hand", "last_trick", "thirty", "vueltas", "claim"):
        assert points[winner] >= 101
    if way == "hand":
        assert points[1 - winner] < 101
    if way in ("last_trick", "thirty"):
        assert min(points) >= 101
    if way == "last_trick":
        assert before[1] % 2 == winner
    if way in ("vueltas", "claim", "false_claim"):
        assert vueltas
    if way in ("false_claim", "renuncio"):
        assert before[0] == ("claim" if way == "false_claim" else "renuncio")
        assert before[1] % 2 != winner
    if way in ("tute", "claim"):
        assert before[0] == way
        assert before[1:3] == (before[1], 1)
        assert before[1] % 2 == winner
    if way == "false_claim":
        assert points[1 - winner] < 101
