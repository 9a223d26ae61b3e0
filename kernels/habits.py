"""What players do, counted hand by hand from the stored cards: the facts behind the profile of a strategy.

`count_habits` deals a first hand again, lays the cards down in the order in which they were played, and counts for each
side. Nobody is asked anything: swaps and cantes are those stored with the hand. `FACTS` says what is counted.
"""

from __future__ import annotations

from typing import Any

from numba import from_dtype, types

from bazas.kernels.asking import seat_after
from bazas.kernels.bits import count, lowest
from bazas.kernels.calling import VIEW_TYPE
from bazas.kernels.cards import LAST_TRICK, beating, cantes_in, points_of, suit_mask, suits_of_sotas
from bazas.kernels.compiling import inner, kernel
from bazas.kernels.dealing import deal, open_streams
from bazas.kernels.dominated import WORTHLESS, is_gift, is_short, is_waste
from bazas.kernels.hand import draw
from bazas.kernels.legality import EVERYTHING, demands, legal_cards
from bazas.kernels.questions import card_given, may_swap
from bazas.kernels.records import BY_CLAIM, BY_FALSE_CLAIM, EVENT, GAME, HAND, MAX_TWENTIES, NONE, RULES, STATE

FACTS = (
    "points",  # cards, últimas and cantes of the side in the first hand
    "hand_won",  # it made more of them than the other side
    "game_won",
    "claims",  # claims of 101 that were right; these two in the vueltas
    "claims_wrong",
    "both_in_one",  # as and tres of trumps were played by one player of the side
    "both_in_one_hand_won",
    "both_in_one_game_won",
    "both_split",  # by two partners
    "both_split_hand_won",
    "both_split_game_won",
    "neither",  # both by the other side
    "neither_hand_won",
    "neither_game_won",
    "forty_held",  # a player held rey and sota of trumps together at some time
    "forty_winner",  # it could be sung, and at the first chance the holder had won the trick itself
    "forty_partner",  # or its partner had
    "forty_sung_winner",  # it was sung by who had won the trick
    "forty_sung_partner",
    "forty_at_once",  # it was sung at the first chance
    "twenties",  # 20s sung
    "twenties_lost",  # let pass at least once, and never sung
    "swap_chance",  # the side could make the first swap of the hand
    "swap_at_once",
    "swap_later",
    "free_tricks",  # tricks won in the free phase
    "by_trump",  # of these, won with a trump
    "by_trump_cheap",  # of these, worth less than CHEAP points
    "last_free",  # the last free trick was won
    "thrown",  # points of own cards on tricks that the other side won in the free phase
    "thrown_avoidable",  # of these, by players who had a card without points
    "loaded",  # points of own cards on tricks that the partner won in the free phase
    "gifts",  # dominated cards, see `dominated.py`
    "gift_points",
    "shorts",
    "wastes",
    "arrastre",  # the hand came to the arrastre
    "trumps",  # in the hands of the side at its beginning
    "trumps_0",  # players with so many trumps at its beginning
    "trumps_1",
    "trumps_2",
    "trumps_3",
    "trumps_4",
    "trumps_5",
    "trumps_6",
)
"""What is counted of each side in each game; hands are first hands."""

PLACES = {name: place for place, name in enumerate(FACTS)}
CHEAP = 10
"""Points that make a free trick worth a trump."""

(
    _POINTS, _HAND_WON, _GAME_WON, _CLAIMS, _CLAIMS_WRONG, _IN_ONE, _, _, _SPLIT, _, _, _NEITHER, _, _,
    _HELD, _WINNER, _PARTNER, _SUNG_WINNER, _SUNG_PARTNER, _SUNG_AT_ONCE, _TWENTIES, _LOST, _CHANCE, _AT_ONCE, _LATER,
    _FREE_TRICKS, _BY_TRUMP, _BY_TRUMP_CHEAP, _LAST_FREE, _THROWN, _AVOIDABLE, _LOADED,
    _GIFTS, _GIFT_POINTS, _SHORTS, _WASTES, _ARRASTRE, _TRUMPS, _WITH_TRUMPS,
) = range(PLACES["trumps_0"] + 1)  # fmt: skip


def _signature() -> Any:
    small = types.Array(types.int8, 2, "C")
    return types.void(
        from_dtype(RULES), types.int64, types.Array(from_dtype(GAME), 1, "C"), types.Array(from_dtype(HAND), 2, "C"),
        types.Array(types.int8, 3, "C"), small, from_dtype(STATE), VIEW_TYPE, from_dtype(HAND),
        types.Array(from_dtype(EVENT), 1, "C"), types.Array(types.int64, 3, "C"),
    )  # fmt: skip


@kernel(_signature)
def count_habits(
    rules: Any, seed: int, games: Any, hands: Any, plays: Any, decks: Any, state: Any, view: Any, score: Any,
    trace: Any, found: Any,
) -> None:  # fmt: skip
    """Count the facts of both sides in each game into `found` (int64 zeros, n by 2 by `FACTS`).

    `games` (GAME, n), `hands` (HAND, n by 2) and `plays` (int8, n by 2 by MAX_CARDS) as `play_games` gave them; `decks`
    (int8, n by cards): those of the first hands, where they were not dealt by the seed. The rest is room to work in;
    `trace` is empty.
    """
    state.alike, state.left = 1, 0
    for i in range(games.size):
        facts = hands[i, 0]
        open_streams(state, rules, seed, games[i].unit, games[i].game, 0)
        if i < decks.shape[0]:
            for place in range(decks.shape[1]):
                state.cards[place] = decks[i, place]
        deal(state, view, score, rules, int(facts.mano), 0)
        _count_outcome(games[i], facts, found[i])
        _lay_down(rules, facts, plays[i, 0], state, view, score, trace, found[i])


@inner
def _count_outcome(game: Any, facts: Any, found: Any) -> None:
    """Who made how many points and has won, and what became of the pair with as and tres of trumps."""
    for side in range(2):
        last = facts.last_trick != NONE and facts.last_trick & 1 == side
        found[side, _POINTS] = int(facts.cards[side]) + int(facts.cantes[side]) + LAST_TRICK * int(last)
        found[side, _TWENTIES] = int(facts.twenties[side])
        found[side, _LAST_FREE] = int(facts.last_free != NONE and facts.last_free & 1 == side)
    for side in range(2):
        hand_won = int(found[side, _POINTS] > found[1 - side, _POINTS])
        game_won = int(game.winner == side)
        found[side, _HAND_WON], found[side, _GAME_WON] = hand_won, game_won
        found[side, _CLAIMS] = int(game.decided == BY_CLAIM) & game_won
        found[side, _CLAIMS_WRONG] = int(game.decided == BY_FALSE_CLAIM) & (1 - game_won)
        kind = _kind_of_honours(int(facts.as_seat), int(facts.tres_seat), side)
        if kind != NONE:
            found[side, kind], found[side, kind + 1], found[side, kind + 2] = 1, hand_won, game_won


@inner
def _kind_of_honours(as_seat: int, tres_seat: int, side: int) -> int:
    """Which fact says where as and tres of trumps were; NONE where each side had one, or not both were played."""
    if as_seat == NONE or tres_seat == NONE or (as_seat ^ tres_seat) & 1 != 0:
        return NONE
    if as_seat & 1 != side:
        return _NEITHER
    return _IN_ONE if as_seat == tres_seat else _SPLIT


@inner
def _lay_down(rules: Any, facts: Any, plays: Any, state: Any, view: Any, score: Any, trace: Any, found: Any) -> None:
    """Trick by trick: the cards, what was swapped, the draw, what could be sung; up to where the hand ended."""
    refused = 0
    _see_forty(state, view, found)
    for trick in range(1, view.tricks + 1):
        start = (trick - 1) * view.players
        view.trick = trick
        if trick == view.tricks - 5 and plays[start] != NONE:
            _count_trumps(state, view, found)
        if not _lay_trick(state, view, plays, start, found):
            break
        view.won[view.winner & 1] += 1
        if trick < view.tricks:
            over = plays[trick * view.players] == NONE
            _swap_and_draw(rules, facts, state, view, score, trace, over, found)
            _see_forty(state, view, found)
            refused |= _see_cantes(rules, facts, state, view, over, found)
        view.leader = view.winner
    plain = suits_of_sotas(state.unsung) & ~(1 << view.trumps)
    for side in range(2):
        found[side, _LOST] = count(refused >> 4 * side & plain)


@inner
def _count_trumps(state: Any, view: Any, found: Any) -> None:
    for seat in range(view.players):
        found[seat & 1, _ARRASTRE] = 1
        trumps = count(state.hands[seat] & suit_mask(view.trumps))
        found[seat & 1, _TRUMPS] += trumps
        found[seat & 1, _WITH_TRUMPS + trumps] += 1


# A trick


@inner
def _lay_trick(state: Any, view: Any, plays: Any, start: int, found: Any) -> bool:
    """Lay the cards of a trick, and say in the view who wins it; False where it was not finished."""
    players, trumps, free = view.players, view.trumps, view.stock > 0
    winner, led, beat, best, avoidable = view.leader, 0, EVERYTHING, 0, 0
    for position in range(players):
        card = int(plays[start + position])
        if card == NONE:
            return False
        seat = seat_after(view.leader, position, players)
        hand = state.hands[seat]
        legal = hand
        if not free and position > 0:
            montar, follow, fallar = demands(beat, led, suit_mask(trumps), (winner ^ seat) & 1)
            legal = legal_cards(hand, montar, follow, fallar)
        avoidable |= int(hand & WORTHLESS != 0) << position
        takes = beat >> card & 1 != 0
        if position == players - 1:
            _see_last(view, seat, hand, legal, card, beat, takes or (winner ^ seat) & 1 == 0, found)
        state.hands[seat] = hand & ~(1 << card)
        view.played[seat] |= 1 << card
        if position == 0:
            led = suit_mask(card >> 4)
        if takes:
            winner, best, beat = seat, card, beating(card, trumps)
    view.winner = winner
    if free:
        _count_free_trick(view, plays, start, best, avoidable, found)
    return True


@inner
def _see_last(view: Any, seat: int, hand: int, legal: int, card: int, beat: int, ours: bool, found: Any) -> None:
    """Whether the last player laid a dominated card; `ours`: its side has the trick."""
    played = view.played[0] | view.played[1] | view.played[2] | view.played[3]
    out = view.deck & ~(played | hand)
    side = seat & 1
    if not ours and is_gift(view, legal, card):
        found[side, _GIFTS] += 1
        found[side, _GIFT_POINTS] += points_of(card)
    if ours:
        found[side, _SHORTS] += int(is_short(legal, card, beat, out))
        found[side, _WASTES] += int(is_waste(view, legal, card, beat))


@inner
def _count_free_trick(view: Any, plays: Any, start: int, best: int, avoidable: int, found: Any) -> None:
    """Whose points went where, and whether a trump took them."""
    winner, worth = view.winner, 0
    for position in range(view.players):
        points = points_of(int(plays[start + position]))
        seat = seat_after(view.leader, position, view.players)
        worth += points
        if (seat ^ winner) & 1 != 0:
            found[seat & 1, _THROWN] += points
            found[seat & 1, _AVOIDABLE] += points * (avoidable >> position & 1)
        elif seat != winner:
            found[seat & 1, _LOADED] += points
    found[winner & 1, _FREE_TRICKS] += 1
    if best >> 4 == view.trumps:
        found[winner & 1, _BY_TRUMP] += 1
        found[winner & 1, _BY_TRUMP_CHEAP] += int(worth < CHEAP)


# Between two tricks


@inner
def _swap_and_draw(
    rules: Any, facts: Any, state: Any, view: Any, score: Any, trace: Any, over: bool, found: Any
) -> None:
    """Swaps as early as the hands allow them, before or after the draw: all the same to what is held then.

    `over`: the hand ended here, by a tute say; before the draw, unless a swap shows that there was one.
    """
    if view.stock > 0:
        _see_swap(rules, facts, state, view, found)
        _swap_both(rules, facts, state, view)
        if over and (facts.swap_trick != view.trick or view.chained != 0):
            return
        draw(state, view, score, trace)
        if rules.swap_just_won == 0 and view.stock > 0:
            _see_swap(rules, facts, state, view, found)
            _swap_both(rules, facts, state, view)


@inner
def _swap_both(rules: Any, facts: Any, state: Any, view: Any) -> None:
    _swap(rules, int(facts.swap_seat), int(facts.swap_trick), 0, state, view)
    _swap(rules, int(facts.swap2_seat), int(facts.swap2_trick), 1, state, view)


@inner
def _see_swap(rules: Any, facts: Any, state: Any, view: Any, found: Any) -> None:
    """Note the first chance of a side to make the first swap, and what came of it."""
    given = card_given(view, rules)
    for seat in range(view.players):
        side = seat & 1
        if view.chained == 0 and state.hands[seat] & given != 0 and may_swap(view, rules, seat):
            swaps = facts.swap_seat != NONE and facts.swap_seat & 1 == side
            if found[side, _CHANCE] == 0:
                found[side, _CHANCE] = 1
                found[side, _AT_ONCE] = int(swaps and facts.swap_trick == view.trick)
                found[side, _LATER] = int(swaps and facts.swap_trick != view.trick)


@inner
def _swap(rules: Any, seat: int, trick: int, before: int, state: Any, view: Any) -> None:
    """Make a swap of this trick, number `before` + 1 of the hand, if its seat has the card to give."""
    given = card_given(view, rules)
    if trick == view.trick and view.chained == before and state.hands[seat] & given != 0:
        state.hands[seat] ^= given | 1 << view.muestra
        view.muestra = lowest(given)
        view.chained = 1


@inner
def _see_forty(state: Any, view: Any, found: Any) -> None:
    for seat in range(view.players):
        if cantes_in(state.hands[seat]) & suit_mask(view.trumps) != 0:
            found[seat & 1, _HELD] = 1


@inner
def _see_cantes(rules: Any, facts: Any, state: Any, view: Any, over: bool, found: Any) -> int:
    """Note what was sung after this trick; returns the suits that were let pass, bit 4 * side + suit.

    `over`: the hand ended here. Then, and where anything was sung, nothing was let pass; nor is the 40 counted as
    possible where the side has sung as many cantes as it may, before or after the draw: the 40 may have come with it.
    """
    side = view.winner & 1
    sung = _sung_now(facts, view)
    trumps = 1 << view.trumps
    used_up = rules.cantes_per_trick != 0 and count(sung) >= rules.cantes_per_trick
    available = 0
    for holder in range(2 if view.players > 2 else 1):
        seat = (view.winner + 2 * holder) & (view.players - 1)
        suits = suits_of_sotas(cantes_in(state.hands[seat]) & state.unsung)
        if suits & trumps != 0:
            if sung & trumps != 0 or not (over or used_up):
                _see_chance(found, side, holder, sung & trumps != 0)
            if rules.forty_or_nothing != 0:
                suits = trumps
        available |= suits
    for suit in range(4):
        state.unsung &= ~(suit_mask(suit) & -(sung >> suit & 1))
    return 0 if over or sung != 0 else available << 4 * side


@inner
def _see_chance(found: Any, side: int, holder: int, sung: bool) -> None:
    """The 40 can be sung by the trick's winner (0) or its partner (1)."""
    first = found[side, _WINNER] + found[side, _PARTNER] == 0
    found[side, _WINNER + holder] += int(first)
    found[side, _SUNG_WINNER + holder] += int(sung)
    found[side, _SUNG_AT_ONCE] += int(first and sung)


@inner
def _sung_now(facts: Any, view: Any) -> int:
    """The suits (a mask) sung after this trick."""
    suits = 1 << view.trumps if facts.forty_trick == view.trick else 0
    for i in range(MAX_TWENTIES):
        if facts.twenty_seat[i] != NONE and facts.twenty_trick[i] == view.trick:
            suits |= 1 << int(facts.twenty_suit[i])
    return suits
