"""The facts behind a profile: by the naive twin, by the facts stored with the hands, and by hand."""

import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bazas.analyses.profile import facts_of
from bazas.kernels.bits import lowest
from bazas.kernels.dominated import is_gift, is_short, is_waste
from bazas.kernels.habits import FACTS, PLACES
from bazas.kernels.records import GAME, HAND, MAX_CARDS, NONE, VIEW, blank
from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.spec import Arm, Spec, seats_of
from chaos import chaos
from habits import Habits
from positions import one, rigged, some
from processes import environment
from reference.cards import code
from tracing import Game, Tracer, random_decks

SHEETS = [
    Rules(),
    PRESETS["ludoteka"].rules,
    replace(Rules(), players=2),
    replace(PRESETS["ludoteka"].rules, deck=48),
    replace(Rules(), deck=36, cantes_per_trick=0, forty_or_nothing=False, tute=False),
]
OF_OUTCOME = {"points", "hand_won", "game_won", "claims", "claims_wrong", "last_free"} | {
    f"{kind}{end}" for kind in ("both_in_one", "both_split", "neither") for end in ("", "_hand_won", "_game_won")
}


def sing_by_turns(view: Any) -> int:
    """Nothing after every third trick: who lets a cante pass before the draw does so after it, and its partner too."""
    return -1 if view.trick % 3 == 0 else lowest(view.legal)


FORGETFUL = replace(chaos, name="forgetful", sing=sing_by_turns)


def counted(rules: Rules, games: list[Game], decks: Any) -> Any:
    plays = np.full((len(games), 2, MAX_CARDS), NONE, np.int8)
    hands = np.zeros((len(games), 2), games[0].hands[0].dtype)
    facts = np.array([tuple(game.facts) for game in games], games[0].facts.dtype)
    for number, game in enumerate(games):
        cards = [event[2] for event in first_hand(game) if event[0] == "play"]
        plays[number, 0, : len(cards)] = cards
        hands[number, 0] = tuple(game.hands[0])
    return facts_of(rules, 0, facts, hands, plays, decks[:, 0])


def first_hand(game: Game) -> list[Any]:
    end = next(place for place, event in enumerate(game.events) if event[0] == "end")
    return game.events[: end + 1]


@pytest.mark.parametrize("rules", SHEETS)
def test_the_facts_are_those_of_the_events(rules: Rules) -> None:
    tracer, decks = Tracer(rules, [FORGETFUL], seed=5), random_decks(rules, 150, 7)
    games = [tracer.play(number, deck) for number, deck in enumerate(decks)]
    found = counted(rules, games, decks)
    seen = set()
    for number, game in enumerate(games):
        expected = Habits(rules).see(first_hand(game)).found
        for side in (0, 1):
            assert set(expected[side]) <= set(FACTS)
            for name in set(FACTS) - OF_OUTCOME:
                assert found[number, side, PLACES[name]] == expected[side][name], f"{name} of {side} in game {number}"
            seen |= {name for name, count in expected[side].items() if count}
    partners = {"forty_partner", "forty_sung_partner", "loaded"} if rules.players == 4 else set()
    assert seen >= {"forty_winner", "gifts", "shorts", "wastes", "thrown", "swap_at_once", "twenties"} | partners


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize("name", ["careful", "lowest"])
def test_the_facts_agree_with_those_stored_with_the_hands(rules: Rules, name: str) -> None:
    spec = Spec("simulate", rules, 3, (Arm(seats_of(rules.players, name, "random")),), plays=True)
    chunk = play_chunk(spec, 0, 400)
    assert chunk.plays is not None
    games, hands = chunk.arms[0]
    found, first = facts_of(rules, spec.seed, games, hands, chunk.plays[0]), hands[:, 0]

    def of(*names: str) -> Any:
        return found[:, :, [PLACES[name] for name in names]].sum(axis=2)

    def by_side(seats: Any) -> Any:
        return np.stack([(seats != NONE) & (seats % 2 == side) for side in (0, 1)], axis=1)

    whole = first["last_trick"] != NONE
    assert (of("forty_sung_winner", "forty_sung_partner") == by_side(first["forty_seat"])).all()
    assert (of("swap_at_once", "swap_later") == by_side(first["swap_seat"])).all()
    assert (of("forty_winner", "forty_partner") <= of("forty_held")).all()
    assert (of("twenties") == first["twenties"]).all()
    assert (of("last_free") == by_side(first["last_free"])).all()
    assert (of("free_tricks").sum(axis=1)[whole] == rules.free_tricks).all()
    assert (of("both_in_one") == by_side(first["as_seat"]) * (first["as_seat"] == first["tres_seat"])[:, None]).all()
    assert (of("both_in_one", "both_split")[:, ::-1] == of("neither")).all()
    assert (of("thrown_avoidable") <= of("thrown")).all()
    assert (of(*(f"trumps_{n}" for n in range(7)))[whole] == rules.players // 2).all()
    assert (of("trumps") == sum(n * of(f"trumps_{n}") for n in range(7))).all()
    assert (of("game_won") == by_side(games["winner"])).all()
    points = first["cards"].astype(int) + first["cantes"] + 10 * by_side(first["last_trick"])
    assert (of("points") == points).all()


def test_honours_and_wins_by_hand() -> None:
    """Three games of which only the facts are given: as and tres in one hand, split, and one each."""
    games, hands = np.zeros(3, GAME), np.zeros((3, 2), HAND)
    hands["cards"], hands["last_trick"], hands["cantes"] = (60, 60), 1, (40, 0)
    hands["as_seat"][:, 0], hands["tres_seat"][:, 0] = (0, 0, 0), (0, 2, 3)
    games["winner"] = (0, 1, 0)
    found = facts_of(Rules(), 1, games, hands, np.full((3, 2, MAX_CARDS), NONE, np.int8))
    names = ("points", "hand_won", "game_won", "both_in_one", "both_in_one_game_won", "both_split", "neither")
    assert [found[game, :, PLACES[name]].tolist() for name in names for game in range(3)] == [
        *([[100, 70]] * 3), *([[1, 0]] * 3), [1, 0], [0, 1], [1, 0],
        [1, 0], [0, 0], [0, 0], [1, 0], [0, 0], [0, 0],
        [0, 0], [1, 0], [0, 0], [0, 1], [0, 1], [0, 0],
    ]  # fmt: skip


# Dominated cards, in positions made by hand; oros are trumps


def mask(names: str) -> int:
    return sum(1 << code(card) for card in some(names))


def table(stock: int) -> Any:
    view = blank(VIEW)
    view.trumps, view.stock = 0, stock
    return view


@pytest.mark.parametrize(
    ("stock", "legal", "card", "expected"),
    [
        (8, "as copas, 4 copas", "as copas", True),
        (8, "as copas, 4 copas", "4 copas", False),  # nothing given away
        (8, "as copas, 4 bastos", "as copas", False),  # another suit: who knows what for
        (8, "as copas, tres copas", "as copas", True),  # 11 where 10 would do, and keep the as
        (8, "as copas, rey copas", "as copas", False),  # the rey may be sung
        (8, "tres copas, sota copas, caballo copas", "tres copas", True),
        (8, "as oros, 7 oros", "as oros", False),  # the 7 may be given for the muestra
        (0, "as oros, 7 oros", "as oros", True),
        (0, "as oros, tres oros", "tres oros", False),
    ],
)
def test_gifts(stock: int, legal: str, card: str, expected: bool) -> None:
    assert bool(is_gift(table(stock), mask(legal), code(one(card)))) is expected


@pytest.mark.parametrize(
    ("legal", "card", "beat", "out", "expected"),
    [
        ("as copas, tres copas", "tres copas", "", "rey copas", True),
        ("as copas, tres copas", "as copas", "", "rey copas", False),
        ("as copas, rey copas", "rey copas", "", "tres copas", False),  # the tres is still out
        ("as copas, rey copas", "rey copas", "", "sota copas", True),  # the tres was played
        ("caballo copas, 7 copas", "7 copas", "", "as copas", True),
        ("sota copas, 7 copas", "7 copas", "", "as copas", False),  # the sota may be sung
        ("as copas, tres copas", "tres copas", "as copas", "", False),  # the as would take the trick from the partner
        ("as copas, tres copas", "tres copas", "as copas, tres copas", "", True),
        ("7 copas, 6 copas", "6 copas", "", "", False),
    ],
)
def test_shorts(legal: str, card: str, beat: str, out: str, expected: bool) -> None:
    assert bool(is_short(mask(legal), code(one(card)), mask(beat), mask(out))) is expected


@pytest.mark.parametrize(
    ("stock", "legal", "card", "beat", "expected"),
    [
        (0, "7 oros, 4 oros", "7 oros", "7 oros, 6 oros, 5 oros, 4 oros", True),
        (0, "7 oros, 4 oros", "7 oros", "7 oros, 6 oros", False),  # the 4 would not have done
        (0, "7 oros, 4 oros", "4 oros", "7 oros, 6 oros, 5 oros, 4 oros", False),
        (8, "6 oros, 2 oros", "6 oros", "6 oros, 2 oros", False),  # the 2 may be given for the muestra
        (0, "6 oros, 2 oros", "6 oros", "6 oros, 2 oros", True),
        (0, "caballo oros, 4 oros", "caballo oros", "caballo oros, 4 oros", False),  # 2 points for us
        (0, "7 copas, 4 copas", "7 copas", "7 copas, 4 copas", False),
    ],
)
def test_wastes(stock: int, legal: str, card: str, beat: str, expected: bool) -> None:
    assert bool(is_waste(table(stock), mask(legal), code(one(card)), mask(beat))) is expected


def test_a_free_trick_by_hand() -> None:
    """Two tricks, of which everything is told; oros are trumps, seat 0 leads.

    The first: as copas, 4 copas, tres copas, 5 copas. Seat 0 keeps it, its partner has loaded 10 points. Seat 0 swaps
    its seven for the rey of trumps, and seat 2 has nothing to sing. The second: seat 0 leads the caballo of espadas,
    seat 1 takes it with the 2 of trumps, seat 2 throws 4 points, seat 3 nothing: a trick of 6 points.
    """
    deck = rigged(
        "as copas, 7 oros, caballo espadas", "4 copas, 2 oros", "tres copas, rey espadas", "5 copas, 4 espadas",
        muestra="rey oros",
    )  # fmt: skip
    plays = ["as copas", "4 copas", "tres copas", "5 copas", "caballo espadas", "2 oros", "rey espadas", "4 espadas"]
    facts = laid_down(deck, plays, swap_seat=0, swap_trick=1)
    assert facts[0] == {
        "game_won": 1, "free_tricks": 1, "loaded": 10, "thrown": 6, "thrown_avoidable": 6, "swap_chance": 1,
        "swap_at_once": 1,
    }  # fmt: skip
    assert facts[1] == {"free_tricks": 1, "by_trump": 1, "by_trump_cheap": 1}


def laid_down(deck: list[int], plays: list[str], **told: int) -> list[dict[str, int]]:
    """What is not 0 of each side where these cards were played; `told`: what is stored with the hand."""
    games, hands = np.zeros(1, GAME), np.zeros((1, 2), HAND)
    for name in HAND.names or ():
        if name.endswith(("seat", "trick", "free")):
            hands[name] = told.get(name, NONE)
    cards = np.full((1, 2, MAX_CARDS), NONE, np.int8)
    cards[0, 0, : len(plays)] = [code(one(name)) for name in plays]
    found = facts_of(Rules(), 1, games, hands, cards, np.array([deck], np.int8))[0]
    return [{name: int(found[side, place]) for name, place in PLACES.items() if found[side, place]} for side in (0, 1)]


def test_nothing_is_drawn_after_the_end_of_a_hand() -> None:
    """A tute ends it: the 7 of trumps that comes next gives nobody a chance to swap, nor does the sota to sing."""
    hands = "as copas, rey oros", "4 copas", "5 copas", "6 copas"
    deck = rigged(*hands, muestra="as oros", stock="7 oros, 4 bastos, 4 oros, 5 bastos")
    plays = ["as copas", "4 copas", "5 copas", "6 copas"]
    ended, went_on = laid_down(deck, plays)[0], laid_down(deck, [*plays, "rey oros"])[0]
    assert "swap_chance" not in ended
    assert went_on["swap_chance"] == 1
    deck = rigged(*hands, muestra="as oros", stock="sota oros, 4 bastos, 4 oros, 5 bastos")
    ended, went_on = laid_down(deck, plays)[0], laid_down(deck, [*plays, "rey oros"])[0]
    assert "forty_held" not in ended
    assert (went_on["forty_held"], went_on["forty_winner"]) == (1, 1)
    assert "forty_sung_winner" not in went_on


def digest() -> str:
    """Of the facts of a few games."""
    tracer, decks = Tracer(Rules(), [FORGETFUL], seed=5), random_decks(Rules(), 6, 7)
    games = [tracer.play(number, deck) for number, deck in enumerate(decks)]
    return str(counted(Rules(), games, decks).tolist())


def test_uncompiled_facts_are_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "from test_habits import digest; print(digest())"],
        env=environment(NUMBA_DISABLE_JIT="1"), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == digest(), done.stderr
