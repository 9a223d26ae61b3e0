"""Tarneeb by the reference engine: the examples of the sheet and the edges of its rules, on hand-made deals."""

from collections.abc import Sequence
from random import Random

import pytest

from reference.tarneeb import (
    FULL_DECK,
    Event,
    Game,
    IllegalMove,
    Pair,
    Play,
    Round,
    game_winner,
    legal_bids,
    legal_cards,
    mask,
    play_game,
    play_round,
    score,
    trick_winner,
)

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
NORTH, EAST, SOUTH, WEST = range(4)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def card(name: str) -> int:
    """Read a card: its rank and the first letter of its suit, as in 10h."""
    return 16 * "cdhs".index(name[-1]) + RANKS.index(name[:-1])


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def whole_suits() -> list[int]:
    """Deal North all clubs, East all diamonds, South all hearts and West all spades."""
    return list(FULL_DECK)


def scripted(winners: Sequence[int], declarer: int, trumps: int) -> tuple[list[int], list[int]]:
    """Return a deck, and the cards played with it, where these seats win the 13 tricks.

    Twelve tricks are four cards of one suit in a row, the highest with the winner. In the last the four twos
    are left, and that of trumps wins.
    """
    hands: list[list[int]] = [[], [], [], []]
    plays, leader = [], declarer
    for number, winner in enumerate(winners[:12]):
        suit, block = divmod(number, 3)
        held = {(winner + step) % 4: 16 * suit + 4 * block + 4 - step for step in range(4)}
        plays += [held[(leader + step) % 4] for step in range(4)]
        for seat in range(4):
            hands[seat].append(held[seat])
        leader = winner
    twos = {(winners[12] + step) % 4: 16 * ((trumps + step) % 4) for step in range(4)}
    plays += [twos[(leader + step) % 4] for step in range(4)]
    return [held for seat in range(4) for held in [*hands[seat], twos[seat]]], plays


def calls(dealer: int, declarer: int, bid: int) -> list[int]:
    """Return the bids by which a seat other than the dealer gets the contract: everybody else passes."""
    before = (declarer - dealer - 1) % 4
    return [0] * before + [bid] + [0] * (0 if bid == 13 else 3 - before)


def contract(side: int, bid: int, tricks: int, dealer: int) -> tuple[list[int], list[int]]:
    """Return the deck and the answers of a round where a side bids and takes so many tricks."""
    declarer = next(seat for seat in (side, side + 2) if seat != dealer)
    winners = [declarer] * tricks + [(declarer + 1) % 4] * (13 - tricks)
    deck, plays = scripted(winners, declarer, HEARTS)
    return deck, [*calls(dealer, declarer, bid), HEARTS, *plays]


def play_contract(side: int, bid: int, tricks: int, totals: Pair = (0, 0)) -> Round:
    deck, answers = contract(side, bid, tricks, dealer=WEST)
    return play_round(3, 0, deck, answers, totals)


def play_contracts(game: int, contracts: Sequence[tuple[int, int, int]], totals: Pair = (0, 0)) -> Game:
    """Play a game of such rounds; fails unless it takes all of them."""
    rounds = [contract(*each, dealer=(game + number) % 4) for number, each in enumerate(contracts)]
    numbers = iter([answer for _, answers in rounds for answer in answers])
    played = play_game(game, [deck for deck, _ in rounds], numbers, totals=totals)
    assert next(numbers, None) is None
    assert len(played.rounds) == len(contracts)
    return played


def bid_out(dealer: int, bids: Sequence[int]) -> tuple[Round, list[Event]]:
    """Hold an auction and play a round in whole suits, each seat its lowest card."""
    numbers = iter(bids)

    def answer(question: str, seat: int, legal: Sequence[int]) -> int:
        if question == "bid":
            return next(numbers)
        return CLUBS if question == "name" else legal[0]

    played = play_round(dealer, 0, whole_suits(), answer)
    assert next(numbers, None) is None
    return played, [event for event in played.events if event.kind in ("bid", "contract")]


def asked(events: Sequence[Event]) -> list[int]:
    return [event.seat for event in events if event.kind == "bid"]


# The auction


def test_three_opening_passes_force_seven() -> None:
    played, events = bid_out(WEST, [0, 0, 0])
    assert asked(events) == [NORTH, EAST, SOUTH]
    assert events[-1] == ("contract", WEST, 7, 1, 0, 0)
    assert (played.declarer, played.bid, played.forced, played.calls) == (WEST, 7, True, [0, 0, 0])


@pytest.mark.parametrize(("bids", "declarer"), [([13], NORTH), ([7, 8, 13], SOUTH), ([0, 0, 13], SOUTH)])
def test_thirteen_ends_the_auction(bids: list[int], declarer: int) -> None:
    played, events = bid_out(WEST, bids)
    assert events[-1] == ("contract", declarer, 13, 0, 0, 0)
    assert (played.calls, played.forced) == (bids, False)


def test_the_opener_alone_bids() -> None:
    played, events = bid_out(WEST, [7, 0, 0, 0])
    assert asked(events) == [NORTH, EAST, SOUTH, WEST]
    assert (played.declarer, played.bid, played.forced) == (NORTH, 7, False)


def test_the_fourth_seat_may_bid_after_a_bid() -> None:
    played, _ = bid_out(WEST, [7, 0, 0, 9, 0])
    assert (played.declarer, played.bid) == (WEST, 9)


def test_a_bid_over_the_partners() -> None:
    played, events = bid_out(WEST, [7, 0, 8, 0, 0])
    assert asked(events) == [NORTH, EAST, SOUTH, WEST, NORTH]
    assert (played.declarer, played.bid) == (SOUTH, 8)


def test_passed_seats_are_skipped_and_overbid_seats_bid_again() -> None:
    played, events = bid_out(NORTH, [7, 0, 8, 0, 9, 10, 0])
    assert asked(events) == [EAST, SOUTH, WEST, NORTH, EAST, WEST, EAST]
    assert (played.declarer, played.bid) == (WEST, 10)


def test_the_highest_bidder_is_never_asked() -> None:
    _, events = bid_out(NORTH, [7, 8, 9, 10, 11, 0, 0, 0])
    assert asked(events) == [EAST, SOUTH, WEST, NORTH, EAST, SOUTH, WEST, NORTH]
    bids = [event for event in events if event.kind == "bid"]
    for number, event in enumerate(bids):
        made = [bid for bid in bids[:number] if bid.value]
        assert not made or made[-1].seat != event.seat


def test_after_a_seven_the_least_bid_is_eight() -> None:
    _, events = bid_out(NORTH, [7, 0, 0, 0])
    assert events[0].legal == 1 + sum(2**bid for bid in range(7, 14))
    assert events[1].legal == 1 + sum(2**bid for bid in range(8, 14))
    assert legal_bids(12) == [0, 13]


@pytest.mark.parametrize("bids", [[6], [14], [7, 7], [9, 8], [-1]])
def test_illegal_bids(bids: list[int]) -> None:
    with pytest.raises(IllegalMove) as illegal:
        play_round(0, 5, whole_suits(), bids)
    assert (illegal.value.question, illegal.value.number, illegal.value.trick) == ("bid", 5, 0)
    assert illegal.value.move == bids[-1]
    assert illegal.value.seat == (1 + len(bids)) % 4


def test_trumps_are_one_of_four_suits() -> None:
    with pytest.raises(IllegalMove, match="answered 4 to name"):
        play_round(3, 0, whole_suits(), [13, 4])


# The play


def test_must_follow_suit() -> None:
    hand = set(cards("3c Ac 2d As"))
    assert legal_cards(hand, [Play(0, card("Kc"))]) == cards("3c Ac")
    assert legal_cards(hand, [Play(0, card("Kh"))]) == sorted(hand)
    assert legal_cards(hand, []) == sorted(hand)


def test_a_revoke_is_illegal() -> None:
    deck, plays = scripted([NORTH] * 13, NORTH, SPADES)
    diamond = next(held for held in deck[13:26] if held // 16 == DIAMONDS)
    with pytest.raises(IllegalMove) as illegal:
        play_round(3, 0, deck, [13, SPADES, plays[0], diamond])
    assert (illegal.value.question, illegal.value.trick, illegal.value.seat) == ("play", 1, EAST)
    assert set(illegal.value.legal) == {held for held in deck[13:26] if held // 16 == CLUBS}


@pytest.mark.parametrize(
    ("names", "winner"),
    [
        ("2c Ad Ah 3c", 3),
        ("3c Ad Ah 2c", 0),
        ("10c Jc Qc 9c", 2),
        ("Kc Ac 10c Qc", 1),
        ("Ac 2s Kc Qc", 1),
        ("Ac 2s 3s Ad", 2),
        ("2s Ac Ad Ah", 0),
        ("Ac Ks Qs As", 3),
    ],
)
def test_who_wins_with_spades_trumps(names: str, winner: int) -> None:
    plays = [Play(seat, played) for seat, played in enumerate(cards(names))]
    assert trick_winner(plays, SPADES) == winner


def test_a_trump_wins_and_its_seat_leads_next() -> None:
    """North declares East's suit: East trumps the first lead and keeps the lead to the end."""
    played = play_round(
        3, 0, whole_suits(), lambda question, seat, legal: DIAMONDS if question == "name" else legal[-1]
    )
    leads = [event.seat for event in played.events if event.kind == "play"][::4]
    assert leads == [NORTH] + [EAST] * 12
    assert (played.tricks, played.declarer_trumps, played.declarer_honours) == ((0, 13), 0, 0)
    assert played.points == (-13, 13)


@pytest.mark.parametrize("declarer", [NORTH, EAST, SOUTH])
def test_the_declarer_leads_the_first_trick(declarer: int) -> None:
    deck, plays = scripted([WEST] * 13, declarer, CLUBS)
    played = play_round(3, 0, deck, [*calls(WEST, declarer, 8), CLUBS, *plays])
    leads = [event.seat for event in played.events if event.kind == "play"][::4]
    assert leads == [declarer] + [WEST] * 12


def test_the_declarer_leads_a_forced_contract() -> None:
    played, _ = bid_out(WEST, [0, 0, 0])
    assert next(event.seat for event in played.events if event.kind == "play") == WEST


def test_trumps_of_the_declarer_are_counted_as_dealt() -> None:
    played, _ = bid_out(WEST, [13])
    assert (played.declarer_trumps, played.declarer_honours) == (13, 4)


# The score


@pytest.mark.parametrize(
    ("bid", "tricks", "points"),
    [(8, 10, (10, 0)), (8, 8, (8, 0)), (8, 7, (-8, 6)), (13, 13, (13, 0)), (13, 12, (-13, 1)), (7, 0, (-7, 13))],
)
@pytest.mark.parametrize("side", [0, 1])
def test_score(bid: int, tricks: int, points: Pair, side: int) -> None:
    played = play_contract(side, bid, tricks)
    assert played.points == played.totals == (points if side == 0 else points[::-1])
    assert played.tricks[side] == tricks
    assert played.events[-1] == ("end", -1, int(tricks >= bid), 0, *played.totals)
    assert score(side, bid, played.tricks) == played.points


def test_totals_may_go_below_zero() -> None:
    game = play_contracts(3, [(0, 8, 7), (0, 13, 12), (1, 13, 13), (1, 13, 13)])
    assert [played.totals for played in game.rounds] == [(-8, 6), (-21, 7), (-21, 20), (-21, 33)]
    assert game.events[-1] == ("end", 1, 1, 0, -21, 33)


# The game


def test_exactly_thirty_one_wins_and_thirty_does_not() -> None:
    assert play_contract(0, 7, 8, (23, 30)).wins == 0
    assert play_contract(0, 7, 8, (22, 30)).wins == -1


def test_failing_gives_the_defenders_the_game() -> None:
    assert play_contract(0, 8, 7, (30, 25)).wins == 1


def test_both_at_the_goal_play_on() -> None:
    """From given totals, as only one side gains in a round: the first there is alone."""
    played = play_contract(1, 8, 8, (35, 24))
    assert (played.totals, played.wins) == ((35, 32), -1)
    assert [game_winner(totals, 31) for totals in [(31, 31), (50, 31), (31, 30), (30, 31), (30, 30)]] == [
        -1,
        -1,
        0,
        1,
        -1,
    ]


def test_both_at_the_goal_until_one_falls_below() -> None:
    game = play_contracts(0, [(1, 8, 8), (0, 7, 9), (1, 7, 7), (0, 13, 12), (0, 13, 12)], totals=(35, 24))
    assert [played.totals for played in game.rounds] == [(35, 32), (44, 32), (44, 39), (31, 40), (18, 41)]
    assert [played.wins for played in game.rounds] == [-1, -1, -1, -1, 1]
    assert game.winner == 1


@pytest.mark.parametrize("game", range(4))
def test_the_dealer_moves_on_each_round(game: int) -> None:
    played = play_contracts(game, [(0, 7, 7), (1, 7, 7), (0, 7, 7), (1, 7, 7), (0, 7, 7), (0, 10, 10)])
    assert [each.dealer for each in played.rounds] == [(game + number) % 4 for number in range(6)]
    for each in played.rounds:
        openers = [event.seat for event in each.events if event.kind in ("dealt", "bid")]
        assert openers[0] == openers[4] == (each.dealer + 1) % 4


def test_the_goal_is_a_rule() -> None:
    deck, answers = contract(1, 7, 7, dealer=WEST)
    assert play_game(3, [deck], answers, goal=7).winner == 1


# The record


def test_the_events_of_a_round() -> None:
    played = play_contract(0, 8, 10, (5, -3))
    kinds = ["round", *["dealt"] * 4, *["bid"] * 4, "contract", "trumps", *(["play"] * 4 + ["trick"]) * 13, "end"]
    assert [event.kind for event in played.events] == kinds
    assert played.events[0] == ("round", WEST, 0, 0, 5, -3)
    assert all(event[4:] == (5, -3) for event in played.events[:-1])
    assert played.events[-1] == ("end", -1, 1, 0, 15, -3)
    assert played.events[1].legal == mask(contract(0, 8, 10, dealer=WEST)[0][:13])
    assert [event.value for event in played.events if event.kind == "trick"] == list(range(1, 14))


def test_answers_may_not_end_early_and_decks_are_whole() -> None:
    with pytest.raises(ValueError, match="ended"):
        play_round(0, 0, whole_suits(), [0, 0])
    with pytest.raises(ValueError, match="deck"):
        play_round(0, 0, [0] * 52, [])


def test_random_games_replay_and_never_come_to_two_at_the_goal() -> None:
    for number in range(20):
        rng = Random(number)
        decks = [rng.sample(FULL_DECK, 52) for _ in range(200)]

        def decide(question: str, seat: int, legal: Sequence[int], rng: Random = rng) -> int:
            """Seldom bid and then low, or nobody would ever come to 31."""
            return legal[int(len(legal) > 1 and rng.random() < 0.1)] if question == "bid" else rng.choice(legal)

        game = play_game(number, decks, decide)
        answers = iter([event.value for event in game.events if event.kind in ("bid", "trumps", "play")])
        assert play_game(number, decks, answers) == game
        assert next(answers, None) is None
        assert not any(min(played.totals) >= 31 for played in game.rounds)
