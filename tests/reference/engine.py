"""One game of Guiñote from the deal to its winner."""

from collections.abc import Callable, Sequence

from .answers import Answers, IllegalMove, RandomAnswers, ReplayAnswers
from .cards import Card, card_of, card_points, code, mask
from .counting import ULTIMAS, Outcome, Pair, count_first_hand, count_vueltas, next_mano
from .questions import ask_all
from .switches import Switches
from .table import Study, Table, announce, deal, draw
from .trace import DECIDED, Event, Game, Hand, added
from .tricks import Play, legal_cards, seats_from, side_of, winning_play

__all__ = [
    "DECIDED",
    "Answers",
    "Event",
    "Game",
    "Hand",
    "IllegalMove",
    "RandomAnswers",
    "ReplayAnswers",
    "Switches",
    "play_game",
]


def play_game(
    rules: Switches,
    deck_of: Callable[[int], Sequence[int]],
    mano: int,
    answers: Answers,
    withhold: str = "none",
) -> Game:
    """Play one hand and, where nobody wins it, the hand de vueltas with the points carried over (1, Game).

    `deck_of` gives the card codes of hand 0 and of hand 1 (vueltas) in the order of dealing. `withhold`
    ("none", "every", "first") names the swaps of the seven by side a that are ignored though answered yes.
    IllegalMove where an answer is not legal and `rules.renuncio` is "error"; ValueError for a wrong deck.
    """
    if withhold not in ("none", "every", "first"):
        raise ValueError(f"withhold is none, every or first, not {withhold}")
    events: list[Event] = []
    study = Study(withhold)
    first = deal(rules, deck_of(0), mano, answers)
    first.events, first.study = events, study
    outcome = play_hand(first)
    hands = [first.facts]
    if outcome is None:
        second = deal(rules, deck_of(1), first.facts.next_mano, answers, number=1, carried=first.totals())
        second.events, second.study = events, study
        outcome = play_hand(second)
        hands.append(second.facts)
    if outcome is None:
        raise AssertionError("a vueltas hand always has a winner")
    return Game(events, hands, outcome.side, outcome.decided, vueltas=len(hands) == 2)


def play_hand(table: Table) -> Outcome | None:
    """Play a hand to its end and close it; None where vueltas follow (1, Game; 2, "illegal move")."""
    announce(table)
    try:
        outcome = play_tricks(table)
    except IllegalMove as illegal:
        if table.rules.renuncio == "error":
            raise
        outcome = renuncio(table, illegal)
    table.facts.next_mano = next_mano(table.rules, table.facts.mano, table.last_winner)
    if outcome is None:
        table.record("end", -1, -1)
    else:
        table.record("end", outcome.side, DECIDED.index(outcome.decided))
    return outcome


def renuncio(table: Table, illegal: IllegalMove) -> Outcome:
    """Give the game to the other side after an illegal move (2, "illegal move")."""
    legal = sum(2**move for move in illegal.legal)
    table.record("renuncio", illegal.seat, illegal.move, legal)
    return Outcome(1 - side_of(illegal.seat), "renuncio")


def play_tricks(table: Table) -> Outcome | None:
    """Play trick after trick, asking and drawing in between, until the hand is decided or played out."""
    leader = table.facts.mano
    while True:
        leader = play_trick(table, leader)
        if not table.hands[leader]:
            return count_hand(table, leader)
        outcome = between_tricks(table, leader)
        if outcome:
            return outcome


def play_trick(table: Table, leader: int) -> int:
    """Play one trick and return its winner, who has taken the points of its cards (1, Free phase, Points)."""
    table.trick += 1
    table.cantes_after_this_trick = 0
    plays: list[Play] = []
    for seat in seats_from(leader, table.rules.players):
        plays.append(Play(seat, play_card(table, seat, plays)))
    winner = winning_play(plays, table.trumps).seat
    points = card_points(play.card for play in plays)
    table.facts.cards = added(table.facts.cards, side_of(winner), points)
    table.facts.tricks = added(table.facts.tricks, side_of(winner), 1)
    table.last_winner = winner
    table.record("trick", winner, points)
    return winner


def play_card(table: Table, seat: int, plays: Sequence[Play]) -> Card:
    """Ask a seat for its card and take it from its hand; IllegalMove for a card that may not be played."""
    legal = legal_cards(seat, table.hands[seat], plays, table.trumps, table.arrastre)
    codes = frozenset(code(card) for card in legal)
    answer = int(table.answers.play(seat, codes))
    if answer not in codes:
        raise IllegalMove("play", table.number, table.trick, seat, answer, codes)
    card = card_of(answer)
    table.hands[seat].remove(card)
    note_trump(table, seat, card)
    table.record("play", seat, answer, mask(legal))
    return card


def note_trump(table: Table, seat: int, card: Card) -> None:
    """Note who played the as, the tres and the 7 of trumps."""
    if card.suit != table.trumps:
        return
    if card.rank == "as":
        table.facts.as_seat = seat
    if card.rank == "tres":
        table.facts.tres_seat = seat
    if card.rank == "7":
        table.facts.seven_seat = seat


def between_tricks(table: Table, winner: int) -> Outcome | None:
    """Ask, draw while there is stock, and ask again after a draw (1, Between two tricks)."""
    note_last_free(table, winner)
    outcome = ask_all(table, winner, after_draw=False)
    if outcome or table.arrastre:
        return outcome
    draw(table, winner)
    return ask_all(table, winner, after_draw=True)


def note_last_free(table: Table, winner: int) -> None:
    """Note the winner of the last free trick: after it the draw empties the stock (1, Last drawer)."""
    if not table.arrastre and len(table.stock) + 1 == table.rules.players:
        table.facts.last_free = winner


def count_hand(table: Table, winner: int) -> Outcome | None:
    """Give the winner of the last trick its 10 and decide the game, or not (1, Points, Game)."""
    table.facts.last_trick = winner
    table.record("last", winner, ULTIMAS)
    without_cantes: Pair = table.without_cantes()
    if table.vueltas:
        return count_vueltas(table.rules, table.totals(), side_of(winner))
    return count_first_hand(table.rules, table.totals(), without_cantes, side_of(winner))
