"""What a strategy sees: right at every decision, and nothing that its seat may not know."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from bazas.kernels.cards import DECKS, REY, SOTA
from bazas.kernels.records import MAX_SEATS, NONE, VIEW
from bazas.sim.playing import StrategyFault, play_chunk, trace_game
from bazas.sim.rules import Rules, preset
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import BUILT_IN, strategy
from chaos import chaos
from reference.cards import card_of, card_points, full_deck
from reference.tricks import Play, legal_cards, winning_play
from tracing import QUESTIONS, STOPPING, Array, Event, Game, NeverAsked, Tracer, moments, random_decks

LUDOTEKA = preset("ludoteka")
SHEETS = [
    Rules(),
    LUDOTEKA,
    replace(Rules(), twenty_named=False, cantes_per_trick=0),
    replace(Rules(), players=2),
    replace(LUDOTEKA, deck=48),
    replace(Rules(), deck=36, chained_swap=False),
]


class Table:
    """What everybody at the table has seen, told from the events alone; `hands` is what nobody has."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.points, self.carried, self.vueltas = rules, (0, 0), (0, 0), -1

    def see(self, event: Event) -> None:
        kind, seat, value, legal, *points = event
        self.points = (points[0], points[1])
        getattr(self, f"_{kind}")(seat, value, legal)

    def _hand(self, seat: int, value: int, legal: int) -> None:
        players = self.rules.players
        self.vueltas += 1
        self.carried = self.points
        self.mano = self.leader = seat
        self.muestra, self.trumps = value, value >> 4
        self.stock = self.rules.deck - 6 * players
        self.tricks = self.stock // players + 6
        self.trick, self.winner, self.after_draw = 1, NONE, 0
        self.table: list[Play] = []
        self.leaders: list[int] = []
        self.plays: list[int] = []
        self.won = [0, 0]
        self.sung, self.cantes, self.chained = 0, 0, 0
        self.hands, self.played, self.holds, self.cannot, self.unnamed = ([0] * MAX_SEATS for _ in range(5))

    def _dealt(self, seat: int, value: int, legal: int) -> None:
        self.hands[seat] = legal

    def _play(self, seat: int, value: int, legal: int) -> None:
        if self.winner != NONE:  # the lead of another trick
            self.leader, self.winner, self.after_draw, self.cantes, self.table = self.winner, NONE, 0, 0, []
            self.trick += 1
        if self.stock == 0:
            self.cannot[seat] |= self._ruled_out(seat, value)
        self.table.append(Play(seat, card_of(value)))
        self.plays.append(value)
        for cards in (self.hands, self.holds):
            cards[seat] &= ~(1 << value)
        self.played[seat] |= 1 << value

    def _ruled_out(self, seat: int, card: int) -> int:
        """Cards that a seat does not hold, since with any of them the card that it played would have been illegal."""
        trumps, played, mask = card_of(self.trumps << 4).suit, card_of(card), 0
        for other in full_deck(self.rules.deck):
            if other != played and played not in legal_cards(seat, {played, other}, self.table, trumps, True):
                mask |= 1 << CODES[other]
        return mask

    def _trick(self, seat: int, value: int, legal: int) -> None:
        self.winner = seat
        self.won[seat & 1] += 1
        self.leaders.append(self.leader)

    def _last(self, seat: int, value: int, legal: int) -> None:
        pass

    _withheld = _tute = _claim = _end = _last

    def _draw(self, seat: int, value: int, legal: int) -> None:
        if self.stock % self.rules.players == 0:
            self.after_draw = 1
        self.stock -= 1
        self.hands[seat] |= 1 << value
        if self.stock == 0:
            self.holds[seat] |= 1 << value

    def _swap(self, seat: int, value: int, legal: int) -> None:
        if value:
            self.hands[seat] ^= legal
            self.holds[seat] |= 1 << self.muestra
            self.muestra = (legal & ~(1 << self.muestra)).bit_length() - 1
            self.chained = 1

    def _sing(self, seat: int, value: int, legal: int) -> None:
        if value < 0:
            return
        self.sung |= 1 << value
        self.cantes += 1
        if self.rules.twenty_named or value == self.trumps or self.stock > 0:
            self.holds[seat] |= self.hands[seat] & (1 << REY | 1 << SOTA) << 16 * value
        else:
            self.unnamed[seat] += 1

    def as_seen(self, asked: Event) -> dict[str, Any]:
        """Every public field of the view at a question, with lists cut to what was played."""
        kind, seat, _, legal, *_ = asked
        leads = self.winner != NONE and kind == "play"
        between = kind != "play"
        table = [] if leads else self.table
        best = winning_play(table, card_of(self.trumps << 4).suit) if table else None
        return {
            "seat": seat,
            "question": QUESTIONS.index(kind),
            "hand": self.hands[seat],
            "legal": legal,
            "players": self.rules.players,
            "after_draw": self.after_draw * between,
            "trick": self.trick + leads,
            "tricks": self.tricks,
            "vueltas": self.vueltas,
            "mano": self.mano,
            "deck": DECKS[self.rules.deck],
            "stock": self.stock,
            "muestra": self.muestra,
            "trumps": self.trumps,
            "leader": self.winner if leads else self.leader,
            "led": CODES[table[0].card] >> 4 if table else NONE,
            "best": CODES[best.card] if best else NONE,
            "winner": best.seat if best else NONE,
            "worth": card_points(play.card for play in table),
            "points": list(self.points),
            "carried": list(self.carried),
            "won": self.won,
            "sung": self.sung,
            "cantes": self.cantes * between,
            "chained": self.chained,
            "played": self.played,
            "holds": self.holds,
            "cannot": self.cannot,
            "unnamed": self.unnamed,
            "table": [CODES[play.card] for play in table],
            "leaders": self.leaders,
            "plays": self.plays,
        } | ({} if between else {"position": len(table)})


CODES = {card_of(code): code for code in range(64) if DECKS[48] >> code & 1}
UNCHECKED = {"noise", "params", "memory", "cursor"}
"""Fields of the machinery: noise has tests of its own, and `cursor` is how far the asking has come."""


@pytest.mark.parametrize("rules", SHEETS)
def test_the_view_is_right_at_every_decision(rules: Rules) -> None:
    tracer, stopping = Tracer(rules, [chaos], seed=3), Tracer(rules, [STOPPING], seed=3)
    decks = random_decks(rules, 8, 41)
    for number, deck in enumerate(decks):
        game = tracer.play(number, deck)
        views = [stopped.view for stopped in moments(stopping, number, game, deck)]
        table, asked = Table(rules), 0
        for event in game.events:
            if event[0] in QUESTIONS:
                compare(views[asked], table, event)
                asked += 1
            table.see(event)
        assert asked == len(views)


def compare(view: Any, table: Table, event: Event) -> None:
    expected = table.as_seen(event)
    assert set(VIEW.names or ()) - UNCHECKED - set(expected) <= {"position"}
    for name, value in expected.items():
        seen = view[name].tolist()
        if name == "cannot":
            seen = [cards & DECKS[table.rules.deck] for cards in seen]
        if name in ("table", "leaders", "plays"):
            seen = seen[: len(value)]
        assert seen == value, f"{name} at {event}"
    for seat in range(table.rules.players):
        hand = table.hands[seat]
        assert int(view["cannot"][seat]) & hand == 0, "what it cannot have, it has not"
        assert int(view["holds"][seat]) & ~hand == 0, "what it is known to hold, it holds"
        assert int(view["holds"][seat]) & int(view["cannot"][seat]) == 0


# Nothing hidden is reachable


def hidden_cards(table: Table, seat: int) -> dict[int, int]:
    """Every card that a seat cannot see and the seat that has it; -1 for the stock. The muestra is seen by all."""
    unseen = DECKS[table.rules.deck] & ~(table.hands[seat] | sum(table.played))
    hidden = {card: NONE for card in CODES.values() if unseen >> card & 1}
    for other in range(table.rules.players):
        hidden |= {card: other for card in hidden if table.hands[other] >> card & 1}
    if table.stock:
        del hidden[table.muestra]
    return hidden


def another_world(table: Table, seat: int, deck: list[int], rng: Random) -> list[int]:
    """The deck with hidden cards exchanged, as far as nobody at the table could tell."""
    world, where = list(deck), hidden_cards(table, seat)
    for _ in range(rng.choice((1, 2, 4, 8))):
        if len(where) < 2:
            break
        one, other = rng.sample(sorted(where), 2)
        fixed = any(table.holds[where[card]] >> card & 1 for card in (one, other) if where[card] != NONE)
        ruled_out = any(
            table.cannot[holder] >> card & 1
            for card, holder in ((one, where[other]), (other, where[one]))
            if holder != NONE
        )
        if fixed or ruled_out or where[one] == where[other] != NONE:
            continue
        first, second = world.index(one), world.index(other)
        world[first], world[second] = other, one
        where[one], where[other] = where[other], where[one]
    return world


def public(events: list[Event], hand: int, seat: int) -> list[Event]:
    """The events of a hand as everybody sees them: no dealt or drawn cards, nor what others could have played."""
    start = [place for place, event in enumerate(events) if event[0] == "hand"][hand]
    known = []
    for kind, who, value, legal, a, b in events[start:]:
        if kind in ("dealt", "draw") and who != seat:
            value, legal = 0, 0
        known.append((kind, who, value, legal if who == seat else 0, a, b))
    return known


@pytest.mark.parametrize("name", [*BUILT_IN, "chaos"])
def test_hidden_cards_change_nothing(name: str) -> None:
    player = chaos if name == "chaos" else strategy(name)
    rules, rng = Rules(), Random(name)
    tracer, stopping = Tracer(rules, [player], seed=4), Tracer(rules, [STOPPING], seed=4)
    compared = 0
    for number, decks in enumerate(random_decks(rules, 12, 42)):
        game = tracer.play(number, decks)
        table, asked, hand = Table(rules), 0, -1
        for place, event in enumerate(game.events):
            hand += event[0] == "hand"
            if event[0] in QUESTIONS:
                stopped = stopping.stop(number, game.answers[:asked], decks)
                for _ in range(2):
                    worlds = decks.copy()
                    worlds[hand] = another_world(table, event[1], decks[hand].tolist(), rng)
                    compared += same_decision(tracer, stopping, number, worlds, stopped, game, asked, place)
                asked += 1
            table.see(event)
    assert compared > 300, "in most worlds all saw the same"


def same_decision(
    tracer: Tracer, stopping: Tracer, number: int, worlds: Array, stopped: Game, game: Game, asked: int, place: int
) -> bool:
    """Compare one decision in another world; False where the world turned out to be no other, or to be seen as one."""
    event = game.events[place]
    hand = sum(each[0] == "hand" for each in game.events[:place]) - 1
    try:
        other = stopping.stop(number, game.answers[:asked], worlds)
    except NeverAsked:
        return False
    if other.events == stopped.events or len(other.events) != place:
        return False
    if public(other.events, hand, event[1]) != public(stopped.events, hand, event[1]):
        return False
    if (other.view["seat"], other.view["question"]) != (stopped.view["seat"], stopped.view["question"]):
        return False  # in that world somebody else has something to decide first
    assert other.view.tobytes() == stopped.view.tobytes(), f"the view of {event} in game {number}"
    decision = tracer.play(number, worlds, game.answers[:asked]).events[place]
    assert decision[:4] == event[:4]
    return True


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_order_of_the_games_changes_nothing(name: str) -> None:
    spec = Spec("simulate", Rules(), 9, (Arm(seats_of(4, name)),))
    whole = play_chunk(spec, 0, 60).arms[0]
    late = play_chunk(spec, 30, 30).arms[0]
    backwards = [play_chunk(spec, number, 1).arms[0] for number in reversed(range(60))]
    for hand in (0, 1):
        there = whole[0]["hands"] > hand
        kept = whole[1][there, hand]
        assert np.concatenate([hands for _, hands in backwards[::-1]])[there, hand].tobytes() == kept.tobytes()
        assert late[1][there[30:], hand].tobytes() == whole[1][30:][there[30:], hand].tobytes()
    assert [games[0].tolist() for games, _ in backwards[::-1]] == whole[0].tolist()
    assert late[0].tolist() == whole[0][30:].tolist()


def test_no_field_of_the_view_is_secret() -> None:
    """The view has what this file checks, and the machinery's words."""
    table = Table(Rules())
    table.see(("hand", 0, 1, 0, 0, 0))
    assert set(VIEW.names or ()) == set(table.as_seen(("play", 0, 0, 0, 0, 0))) | UNCHECKED


def test_legal_cards_are_all_that_may_be_played() -> None:
    """A card that is not legal stops the run, whoever asks for it."""
    spec = Spec("simulate", Rules(), 9, (Arm(seats_of(4, "lowest")),))
    events = trace_game(spec, 0, 0).events
    first = next(event for event in events if event["kind"] == 2)
    wrong = next(card for card in CODES.values() if not int(first["legal"]) >> card & 1)
    with pytest.raises(StrategyFault, match="broke the rules"):
        trace_game(spec, 0, 0, script=[wrong])
    for card in islice((card for card in CODES.values() if int(first["legal"]) >> card & 1), 6):
        trace_game(spec, 0, 0, script=[card])
