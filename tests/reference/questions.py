"""What is asked between two tricks: swaps, tute, cantes, and the check or claim of 101."""

from functools import cache

from .answers import IllegalMove
from .cards import FIGURES, SUITS, Card, code, mask, strength, suit_mask
from .counting import Outcome, check_at_once, judge_claim
from .switches import Switches
from .table import Table
from .trace import added
from .tricks import seats_from, side_of

PAIRS = {suit: {Card(suit, "rey"), Card(suit, "sota")} for suit in SUITS}
FOURS = [{Card(suit, rank) for suit in SUITS} for rank in ("rey", "sota")]


@cache
def side_from(winner: int, players: int) -> tuple[int, ...]:
    """Return the seats of the winner's side, the winner first (1, Cante, order of asking)."""
    return tuple(seat for seat in seats_from(winner, players) if side_of(seat) == side_of(winner))


@cache
def opponents_from(winner: int, players: int) -> tuple[int, ...]:
    """Return the seats of the other side in playing order, the seat after the winner first."""
    return tuple(seat for seat in seats_from(winner, players) if side_of(seat) != side_of(winner))


def card_given(rules: Switches, muestra: Card, left_by_swap: bool) -> Card | None:
    """Return the trump that this muestra is exchanged for; None where it cannot be taken.

    2, switches "card given for the muestra", "which muestra may be taken" and "chained swap". The last says
    whether a 7 that was itself left by a swap can be taken; it is taken with the 2, so where the 2 is given
    at all. What the 7 may take is limited by the second switch, the 2 for the 7 by the first alone.
    """
    if muestra.rank == "7":
        allowed = rules.swap_two and (rules.chained_swap or not left_by_swap)
        return Card(muestra.suit, "2") if allowed else None
    seven = Card(muestra.suit, "7")
    if rules.swap_muestras == "figures":
        return seven if muestra.rank in FIGURES else None
    return seven if strength(muestra) > strength(seven) else None


def is_swap_time(table: Table, after_draw: bool) -> bool:
    """Say whether it is a time for swaps: the muestra lies there yet (2, switch "when")."""
    if table.muestra is None:
        return False
    return table.rules.swap_when == "once_won" or not after_draw


def seat_can_swap(table: Table, seat: int, winner: int) -> bool:
    """Say whether a seat may take the muestra, it being a time for swaps (2, switches "when" and "who")."""
    if table.muestra is None:
        return False
    given = card_given(table.rules, table.muestra, table.muestra_left_by_swap)
    if given is None or given not in table.hands[seat]:
        return False
    if table.rules.swap_who == "winner":
        return seat == winner
    if table.rules.swap_when == "just_won":
        return side_of(seat) == side_of(winner)
    return table.facts.tricks[side_of(seat)] > 0


def ask_swaps(table: Table, winner: int, after_draw: bool) -> None:
    """Ask for swaps: the winner's side again until neither swaps, the others once (2, switch "when")."""
    if not is_swap_time(table, after_draw):
        return
    players = table.rules.players
    swapped = True
    while swapped:
        swapped = False
        for seat in side_from(winner, players):
            if ask_swap(table, seat, winner):
                swapped = True
    for seat in opponents_from(winner, players):
        ask_swap(table, seat, winner)


def ask_swap(table: Table, seat: int, winner: int) -> bool:
    """Ask one seat, if it could swap, and say whether a swap was made."""
    if table.muestra is None or not seat_can_swap(table, seat, winner):
        return False
    given = card_given(table.rules, table.muestra, table.muestra_left_by_swap)
    assert given is not None
    answer = bool(table.answers.swap(seat))
    table_cards = mask([given, table.muestra])
    if not answer:
        table.record("swap", seat, 0, table_cards)
        return False
    table.record("swap", seat, 1, table_cards)
    if table.study.ignores(seat, given):
        table.record("withheld", seat, code(table.muestra))
        return False
    make_swap(table, seat, given, table.muestra)
    return True


def make_swap(table: Table, seat: int, given: Card, taken: Card) -> None:
    """Exchange the card given for the muestra, and note who did so after which trick."""
    table.hands[seat].remove(given)
    table.hands[seat].add(taken)
    table.muestra = given
    table.muestra_left_by_swap = True
    if table.facts.swap_seat is None:
        table.facts.swap_seat = seat
        table.facts.swap_trick = table.trick
        table.facts.swap_card = code(taken)
    else:
        table.facts.swap2_seat = seat
        table.facts.swap2_trick = table.trick


def complete_fours(hand: set[Card]) -> set[Card]:
    """Return the reyes if the hand has all four, and the sotas if it has all four (2, switch "tute")."""
    return {card for four in FOURS if four <= hand for card in four}


def ask_tute(table: Table, winner: int) -> Outcome | None:
    """Ask the winner, then its partner, if they hold a tute (2, switch "tute")."""
    if not table.rules.tute:
        return None
    for seat in side_from(winner, table.rules.players):
        fours = complete_fours(table.hands[seat])
        if not fours:
            continue
        declared = bool(table.answers.tute(seat))
        table.record("tute", seat, int(declared), mask(fours))
        if declared:
            table.facts.tute_seat = seat
            return Outcome(side_of(seat), "tute")
    return None


def suits_to_sing(hand: set[Card], sung: set[str]) -> set[str]:
    """Return the suits of which the hand has rey and sota and that were not sung in this hand (1, Cante)."""
    return {suit for suit, pair in PAIRS.items() if pair <= hand and suit not in sung}


def forty_on_offer(table: Table, seat: int) -> set[str]:
    """Return the suit of trumps if the seat holds the unsung 40, else nothing (1, Cante)."""
    return suits_to_sing(table.hands[seat], table.suits_sung) & {table.trumps}


def twenties_on_offer(table: Table, seat: int) -> set[str]:
    """Return the suits of the 20s that the seat may sing (1, Cante; 2, switch "cantes per won trick")."""
    if table.rules.forty_or_nothing and forty_on_offer(table, seat):
        return set()
    return suits_to_sing(table.hands[seat], table.suits_sung) - {table.trumps}


def may_sing_more(rules: Switches, sung_after_this_trick: int) -> bool:
    """Say whether the side has a cante left for the trick it won (2, switch "cantes per won trick")."""
    return rules.cantes_per_trick == 0 or sung_after_this_trick < rules.cantes_per_trick


def ask_cantes(table: Table, winner: int) -> None:
    """Ask for the 40, then the winner for its 20s, then its partner (1, Cante, order of asking)."""
    side = side_from(winner, table.rules.players)
    for seat in side:
        ask_cantes_of(table, seat, forty=True)
    for seat in side:
        ask_cantes_of(table, seat, forty=False)


def ask_cantes_of(table: Table, seat: int, forty: bool) -> None:
    """Ask a seat for one kind of cante until it has none, sings none, or its side may sing no more."""
    while may_sing_more(table.rules, table.cantes_after_this_trick):
        suits = forty_on_offer(table, seat) if forty else twenties_on_offer(table, seat)
        if not suits or not ask_cante(table, seat, suits):
            return


def ask_cante(table: Table, seat: int, suits: set[str]) -> bool:
    """Ask a seat which of the suits it sings, and say whether it sang; IllegalMove for any other suit."""
    legal = frozenset(SUITS.index(suit) for suit in suits)
    answer = int(table.answers.sing(seat, legal))
    if answer != -1 and answer not in legal:
        raise IllegalMove("sing", table.number, table.trick, seat, answer, legal)
    if answer != -1:
        sing(table, seat, SUITS[answer])
    table.record("sing", seat, answer, suit_mask(suits))
    return answer != -1


def sing(table: Table, seat: int, suit: str) -> None:
    """Give a cante its points, 40 in trumps and 20 else, and note it (1, Cante)."""
    facts, side = table.facts, side_of(seat)
    table.suits_sung.add(suit)
    table.cantes_after_this_trick += 1
    if suit == table.trumps:
        facts.cantes = added(facts.cantes, side, 40)
        facts.forty_seat = seat
        facts.forty_trick = table.trick
        return
    facts.cantes = added(facts.cantes, side, 20)
    facts.twenties = added(facts.twenties, side, 1)
    facts.twenty_seat.append(seat)
    facts.twenty_trick.append(table.trick)
    facts.twenty_suit.append(SUITS.index(suit))


def check_101(table: Table, winner: int) -> Outcome | None:
    """Check or have claimed 101 between two tricks of the vueltas hand (2, switch "vueltas end")."""
    if not table.vueltas:
        return None
    if table.rules.vueltas_end == "at_once":
        return check_at_once(table.rules, table.totals(), side_of(winner))
    claimed = bool(table.answers.claim(winner))
    table.record("claim", winner, int(claimed))
    return judge_claim(table.totals(), side_of(winner)) if claimed else None


def ask_all(table: Table, winner: int, after_draw: bool) -> Outcome | None:
    """Ask everything before or after the draw, in the order of the rules (1, Between two tricks)."""
    ask_swaps(table, winner, after_draw)
    outcome = ask_tute(table, winner)
    if outcome:
        return outcome
    ask_cantes(table, winner)
    return check_101(table, winner)
