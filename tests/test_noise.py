"""The generator: against SplitMix64 in plain Python, against frozen numbers, and what is drawn with it."""

import importlib.util
from collections import Counter
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bazas.kernels import bits
from bazas.kernels.bits import choose, count, highest, lowest, nth, pick
from bazas.kernels.cards import DECKS
from bazas.kernels.compiling import kernel
from bazas.kernels.dealing import shuffle
from bazas.kernels.noise import ANSWER_STREAM, DECK_STREAM, below, choice, mix, stream, word
from bazas.sim.dealt import dealt_hands
from bazas.sim.rules import Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import strategy
from bazas.sim.tracing import trace_game
from chaos import chaos
from tracing import QUESTIONS, STOPPING, Tracer, cards_in, moments

ALL = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


class SplitMix64:
    """The generator as published (Steele, Lea, Flood 2014): a state that grows by the golden ratio."""

    def __init__(self, seed: int) -> None:
        self.state = seed & ALL

    def next(self) -> int:
        self.state = (self.state + GOLDEN) & ALL
        return scrambled(self.state)


def scrambled(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return z ^ (z >> 31)


def nth_word(key: int, index: int) -> int:
    """Word number `index` of the stream `key`, by asking for all before it."""
    generator = SplitMix64(key)
    for _ in range(index):
        generator.next()
    return generator.next()


def key_of(seed: int, unit: int, game: int, hand: int, purpose: int) -> int:
    return nth_word(scrambled_jump(scrambled_jump(scrambled(seed & ALL), unit), 2 * game + hand), purpose)


def scrambled_jump(key: int, index: int) -> int:
    """As `nth_word`, for indices too far to walk to."""
    return scrambled((key + (index + 1) * GOLDEN) & ALL)


def shuffled(cards: int, seed: int, game: int, hand: int) -> list[int]:
    """A deck: each card from those left, in order of their codes, by a half word. A single game is a unit of a run."""
    left, deck = cards_in(cards), []
    words = SplitMix64(key_of(seed, game, 0, hand, DECK_STREAM))
    while left:
        word = words.next()
        for half in (word & 0xFFFFFFFF, word >> 32):
            if left:
                deck.append(left.pop(half * len(left) >> 32))
    return deck


def signed(word: int) -> int:
    return word - 2**64 if word >> 63 else word


words = st.integers(-(2**63), 2**63 - 1)
small = st.integers(0, 300)


# The generator


@given(words)
def test_mix_is_that_of_splitmix64(value: int) -> None:
    assert mix(value) == signed(scrambled(value & ALL))


@given(words, small)
def test_words_are_those_of_splitmix64(key: int, index: int) -> None:
    assert word(key, index) == signed(nth_word(key, index)) == signed(scrambled_jump(key & ALL, index))


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**40), st.integers(0, 2**40), st.integers(0, 1), st.integers(0, 5))
def test_streams_are_words_of_words(seed: int, unit: int, game: int, hand: int, purpose: int) -> None:
    assert stream(seed, unit, game, hand, purpose) == signed(key_of(seed, unit, game, hand, purpose))


def test_the_published_numbers() -> None:
    """The first outputs of SplitMix64 with seed 1234567, as its other implementations give them."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    generator = SplitMix64(1234567)
    assert [generator.next() for _ in published] == published
    assert [word(1234567, index) & ALL for index in range(5)] == published


def test_frozen_numbers() -> None:
    """A change of these changes every game of every run that was ever published."""
    assert mix(0) == 0
    assert mix(1) == 6238072747940578789
    assert word(0, 0) == -2152535657050944081
    assert word(-1, 7) == 4638043754431676516
    assert stream(1, 0, 0, 0, DECK_STREAM) == -907812680696223899
    assert stream(2**63 - 1, 3, 10**9, 1, ANSWER_STREAM) == 5156917350877640888
    assert deck_of(40, 1, 0, 0) == [
        4, 0, 19, 20, 34, 43, 52, 59, 48, 3, 51, 17, 23, 39, 55, 18, 56, 36, 42, 40,
        32, 7, 27, 50, 24, 9, 35, 41, 8, 26, 58, 10, 1, 33, 25, 11, 2, 49, 16, 57,
    ]  # fmt: skip
    assert deck_of(48, 20240601, 7, 1) == [
        10, 4, 40, 7, 23, 8, 33, 22, 5, 25, 1, 35, 24, 27, 49, 59, 34, 41, 21, 17,
        56, 54, 38, 43, 32, 58, 18, 51, 9, 53, 39, 20, 36, 11, 16, 3, 19, 6, 50, 55,
        37, 42, 57, 48, 52, 2, 26, 0,
    ]  # fmt: skip
    assert deck_of(36, 5, 1000000000000, 0) == [
        2, 50, 55, 8, 25, 42, 59, 26, 9, 23, 36, 35, 40, 18, 19, 49, 57, 58, 33, 39,
        52, 7, 20, 10, 43, 51, 34, 4, 3, 11, 17, 24, 56, 41, 1, 27,
    ]  # fmt: skip


def test_streams_do_not_meet() -> None:
    keys = {
        stream(seed, unit, game, hand, purpose)
        for seed in range(5)
        for unit in range(5)
        for game in range(100)
        for hand in range(2)
        for purpose in (DECK_STREAM, ANSWER_STREAM)
    }
    assert len(keys) == 5 * 5 * 100 * 2 * 2


def test_every_input_bit_moves_every_output_bit() -> None:
    """Avalanche: over 400 words, each of the 64 * 64 pairs flips in about half of them (5.5 standard errors)."""
    rng = np.random.default_rng(1)
    samples = 400
    values = [int(value) for value in rng.integers(-(2**63), 2**63, samples)]
    mixed = [mix(value) & ALL for value in values]
    for bit in range(64):
        flips = np.array(
            [mix(signed((value & ALL) ^ 1 << bit)) & ALL ^ other for value, other in zip(values, mixed, strict=True)],
            np.uint64,
        )
        share = (flips[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).mean(axis=0)
        assert np.abs(share - 0.5).max() < 5.5 * 0.5 / samples**0.5


# Numbers below a limit


@given(words, st.integers(1, 2**31))
def test_below_is_a_fraction_of_the_low_half(bits: int, limit: int) -> None:
    assert below(bits, limit) == (bits & 0xFFFFFFFF) * limit // 2**32
    assert choice(bits, limit) == (bits & ALL) // 2**32 * limit // 2**32
    assert 0 <= below(bits, limit) < limit


def test_below_at_its_ends() -> None:
    for limit in (1, 2, 3, 6, 40, 48, 2**31):
        assert (below(0, limit), below(-1, limit)) == (0, limit - 1)
        assert (choice(0, limit), choice(-1, limit)) == (0, limit - 1)
        # Every value has floor or ceil of 2^32 / limit words: its first word, and the one before.
        for value in {1, limit // 2, limit - 1} - {0, limit}:
            first = -(-value * 2**32 // limit)
            assert (below(first - 1, limit), below(first, limit)) == (value - 1, value)
            assert choice(signed(first << 32 | 0xFFFFFFFF), limit) == value
    assert below(0x7FFF_0000_0000, 40) == choice(0x7FFF_0000, 40) == 0, "only one half counts"


# Sets of cards

masks = st.integers(1, 2**61 - 1)


@pytest.fixture(scope="module")
def plain_bits() -> ModuleType:
    """The module as it is on a processor without pdep."""
    from llvmlite import binding

    patch = pytest.MonkeyPatch()
    patch.setattr(binding, "get_host_cpu_features", dict)
    spec = importlib.util.spec_from_file_location("bits_without_pdep", str(bits.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    patch.undo()
    assert not module.HAS_PDEP
    return module


@given(masks)
def test_bits_of_masks(mask: int) -> None:
    cards = [card for card in range(64) if mask >> card & 1]
    assert (count(mask), lowest(mask), highest(mask)) == (len(cards), cards[0], cards[-1])
    for index in {0, len(cards) // 2, len(cards) - 1}:
        assert (pick(mask, index), nth(mask, index)) == (cards[index], 1 << cards[index])


def test_bits_without_pdep(plain_bits: ModuleType) -> None:
    @given(masks)
    def check(mask: int) -> None:
        cards = [card for card in range(64) if mask >> card & 1]
        for index in {0, len(cards) // 2, len(cards) - 1}:
            assert (plain_bits.pick(mask, index), plain_bits.nth(mask, index)) == (cards[index], 1 << cards[index])

    check()
    whole = DECKS[40]
    assert [plain_bits.pick(whole, index) for index in range(40)] == cards_in(40) == [pick(whole, i) for i in range(40)]


def test_the_empty_set() -> None:
    assert (count(0), lowest(0), highest(0)) == (0, 64, -1)


@given(words, words)
def test_choose(yes: int, no: int) -> None:
    assert (choose(yes < no, yes, no), choose(yes >= no, yes, no)) == (min(yes, no), max(yes, no))


# Decks


def _signature() -> Any:
    from numba import types

    return types.void(types.Array(types.int8, 1, "C"), *[types.int64] * 5)


@kernel(_signature)
def fill(cards: Any, deck: int, seed: int, unit: int, game: int, hand: int) -> None:
    """`shuffle` for callers in Python."""
    shuffle(cards, deck, seed, unit, game, hand)


def deck_of(cards: int, seed: int, game: int, hand: int) -> list[int]:
    deck = np.full(48, -1, np.int8)
    fill(deck, DECKS[cards], seed, game, 0, hand)
    assert (deck[cards:] == -1).all()
    return deck[:cards].tolist()


@pytest.mark.parametrize("cards", [36, 40, 48])
def test_decks_are_those_of_plain_python(cards: int) -> None:
    @given(st.integers(0, 2**63 - 1), st.integers(0, 2**50), st.integers(0, 1))
    def check(seed: int, game: int, hand: int) -> None:
        deck = deck_of(cards, seed, game, hand)
        assert deck == shuffled(cards, seed, game, hand) == deck_of(cards, seed, game, hand)
        assert sorted(deck) == cards_in(cards)

    check()


def test_decks_of_runs_games_and_hands_differ() -> None:
    decks = Counter(
        tuple(deck_of(40, seed, game, hand)) for seed in range(4) for game in range(100) for hand in range(2)
    )
    assert max(decks.values()) == 1


def test_games_are_dealt_these_decks() -> None:
    rules = Rules()
    spec = Spec("simulate", rules, 77, (Arm(seats_of(4, "random")),))
    for game in range(10):
        traced = trace_game(spec, 0, game)
        events = traced.events.tolist()
        starts = [place for place, event in enumerate(events) if event[0] == 0]
        for hand, start in enumerate(starts):
            deck = shuffled(40, 77, game, hand)
            assert events[start][2] == deck[24]
            dealt = {seat: legal for _, seat, _, _, _, legal in events[start + 1 : start + 5]}
            for place in range(4):
                assert dealt[place] == sum(1 << card for card in deck[6 * place : 6 * place + 6])
            redealt = dealt_hands((4, 40), 77, np.array([game]), np.array([0]), hand)
            assert redealt[0].tolist() == [dealt[seat] for seat in range(4)]
            draws = [event[2] for event in events[start : [*starts, len(events)][hand + 1]] if event[0] == 10]
            assert draws[:15] == deck[25 : 25 + len(draws[:15])]


# The noise of decisions

Where = tuple[int, ...]
"""Hand, trick, before or after the draw, question, seat."""


def noises(tracer: Tracer, stopping: Tracer, number: int) -> dict[Where, int]:
    found: dict[Where, int] = {}
    game = tracer.play(number)
    for stopped in moments(stopping, number, game):
        view = stopped.view
        where = (len(stopped.hands) - 1, *(int(view[name]) for name in ("trick", "after_draw", "question", "seat")))
        noise = int(view["noise"])
        assert found.setdefault(where, noise) == noise
    return found


def test_noise_depends_on_the_moment_alone() -> None:
    """Other answers before it move nobody's noise; two moments never share a word."""
    stopping = Tracer(Rules(), [STOPPING], seed=3)
    shared = 0
    seen: set[int] = set()
    for number in range(5):
        one, other = (
            noises(Tracer(Rules(), players, seed=3), stopping, number) for players in ([chaos], [strategy("lowest")])
        )
        for where in one.keys() & other.keys():
            assert one[where] == other[where]
            shared += 1
        assert len(set(one.values())) == len(one)
        assert seen.isdisjoint(one.values())
        seen |= set(one.values())
    assert shared > 100


def test_noise_is_a_word_of_the_answer_stream() -> None:
    stopping = Tracer(Rules(), [STOPPING], seed=3)
    found = noises(Tracer(Rules(), [chaos], seed=3), stopping, 2)
    for (hand, trick, after_draw, question, seat), noise in found.items():
        moment = ((trick * len(QUESTIONS) + question) * 2 + after_draw) * 4 + seat
        assert noise == signed(nth_word(key_of(3, 2, 0, hand, ANSWER_STREAM), moment))
