"""The reference engine for Tarneeb: slow, plain Python, one function per rule.

It is written from the sheet cardems and part 3 of the rules alone and shares no code with the compiled kernels,
so that the two can be compared. A mark in a docstring, like (3, Bidding), names the rule.

A card is 16 times its suit (clubs, diamonds, hearts, spades from 0) plus its strength (0 for the 2 to 12 for the ace).
Seats 0 to 3 are North, East, South, West in playing order; side 0 is North and South.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

SEATS = (0, 1, 2, 3)
SUITS = (0, 1, 2, 3)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
HONOURS = ("jack", "queen", "king", "ace")
TRICKS = 13
PASS, LOWEST_BID, HIGHEST_BID = 0, 7, 13
GOAL = 31
NOBODY = -1

Pair = tuple[int, int]
"""A number of side 0 and one of side 1."""

Answers = Callable[[str, int, Sequence[int]], int]
"""Decides for all seats: the question (bid, name or play), the seat and the legal answers in ascending order."""

Deck = Sequence[int]
"""52 cards: seat 0 is dealt the first 13, seat 1 the next 13, and so on."""

Decks = Callable[[int], Deck] | Sequence[Deck]
"""The deck of round 0, 1, and so on."""


class IllegalMove(Exception):  # noqa: N818
    """An answer that the rules do not allow; `trick` counts from 1 and is 0 before the first lead."""

    def __init__(self, question: str, number: int, trick: int, seat: int, move: int, legal: Sequence[int]) -> None:
        self.question = question
        self.number = number
        self.trick = trick
        self.seat = seat
        self.move = move
        self.legal = tuple(legal)
        super().__init__(f"round {number}, trick {trick}: seat {seat} answered {move} to {question}; legal: {legal}")


class Event(NamedTuple):
    """One step of a round; `a` and `b` are the totals of the sides after it.

    What `seat`, `value` and `legal` are depends on the kind:

    - round: the dealer, the number of the round from 0, 0. dealt: the seat, 0, its hand.
    - bid: the seat, 0 for a pass or the bid, the legal answers.
    - contract: the declarer, the bid, 1 where three passes forced it, else 0.
    - trumps: the declarer, the suit, the four suits. play: the seat, its card, the legal cards.
    - trick: the winner, the number of the trick from 1, 0.
    - end: the side that has won the game or -1, 1 for made or 0, 0.

    What is legal, and a hand, is a mask (`mask`).
    """

    kind: str
    seat: int
    value: int
    legal: int
    a: int
    b: int


class Play(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: int


@dataclass
class Round:
    """The facts of one round, filled while it is played. `wins` is the side that wins the game with it, or -1.

    `unit` is the number of the game, `calls` are the answers to the question for bids in order, and
    `declarer_trumps` and `declarer_honours` count the cards of the declarer's hand as dealt.
    """

    unit: int
    number: int
    dealer: int
    declarer: int = NOBODY
    bid: int = 0
    forced: bool = False
    trumps: int = -1
    tricks: Pair = (0, 0)
    points: Pair = (0, 0)
    totals: Pair = (0, 0)
    calls: list[int] = field(default_factory=list)
    declarer_trumps: int = 0
    declarer_honours: int = 0
    wins: int = NOBODY
    events: list[Event] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class Game:
    """A finished game: its number, its rounds in order, and the side that won it."""

    number: int
    rounds: list[Round]
    winner: int

    @property
    def events(self) -> list[Event]:
        """The events of all rounds, one after another."""
        return [event for each in self.rounds for event in each.events]


@dataclass
class Table:
    """A round being played: its facts so far, the cards in hand, and who has passed."""

    facts: Round
    hands: list[set[int]]
    answers: Answers
    passed: set[int] = field(default_factory=set)
    trick: int = 0

    def record(self, kind: str, seat: int, value: int, legal: int = 0) -> None:
        """Add an event with the totals as they stand."""
        self.facts.events.append(Event(kind, seat, value, legal, *self.facts.totals))

    def ask(self, question: str, seat: int, legal: Sequence[int]) -> int:
        """Return the seat's answer; IllegalMove where it is not one of `legal`."""
        answer = int(self.answers(question, seat, legal))
        if answer not in legal:
            raise IllegalMove(question, self.facts.number, self.trick, seat, answer, legal)
        return answer


def given(numbers: Iterable[int]) -> Answers:
    """Answer one question after another with these numbers; ValueError when there are no more."""
    rest = iter(numbers)

    def answer(question: str, seat: int, legal: Sequence[int]) -> int:
        for number in rest:
            return number
        raise ValueError(f"seat {seat} is asked to {question}, but the answers have ended; legal: {legal}")

    return answer


def suit_of(card: int) -> int:
    """Return the suit of a card."""
    return card // 16


def strength(card: int) -> int:
    """Return the place of a card in its suit, 0 for the 2: ace high (3, cards)."""
    return card % 16


FULL_DECK = [16 * suit + place for suit in SUITS for place in range(len(RANKS))]


def mask(numbers: Iterable[int]) -> int:
    """Return the number that stands for a set of cards, bids or suits in events: the sum of 2 to each."""
    return sum(2**number for number in numbers)


@cache
def seats_from(seat: int) -> tuple[int, ...]:
    """Return all the seats in playing order, beginning with `seat` (3, Seats)."""
    return tuple((seat + steps) % len(SEATS) for steps in SEATS)


def side_of(seat: int) -> int:
    """Return the side of a seat: partners sit opposite (3, Seats)."""
    return seat % 2


def deal(deck: Deck) -> list[set[int]]:
    """Return the hands of the four seats; ValueError unless these are the 52 cards (3, cards)."""
    cards = [int(card) for card in deck]
    if sorted(cards) != FULL_DECK:
        raise ValueError(f"these {len(cards)} cards are not a deck of {len(FULL_DECK)}")
    return [set(cards[TRICKS * seat : TRICKS * (seat + 1)]) for seat in SEATS]


def legal_bids(highest: int) -> list[int]:
    """Return a pass and the bids above the highest so far, which is 0 where there is none (3, Bidding)."""
    return [PASS, *range(max(LOWEST_BID, highest + 1), HIGHEST_BID + 1)]


def is_asked(table: Table, seat: int) -> bool:
    """Say whether a seat bids in its turn: a pass is final, the highest bidder never passes (3, Bidding)."""
    return seat not in table.passed and seat != table.facts.declarer


def bidding_is_over(table: Table) -> bool:
    """Say whether nobody is left to bid: three have passed, or 13 was bid (3, Bidding)."""
    return len(table.passed) == len(SEATS) - 1 or table.facts.bid == HIGHEST_BID


def hold_auction(table: Table) -> None:
    """Ask for bids in turn until one seat has the contract (3, Bidding)."""
    seat = (table.facts.dealer + 1) % len(SEATS)
    while not bidding_is_over(table):
        if is_asked(table, seat):
            ask_bid(table, seat)
        seat = (seat + 1) % len(SEATS)
    facts = table.facts
    if facts.declarer == NOBODY:  # three opening passes: the fourth seat has 7 and is not asked
        facts.declarer, facts.bid, facts.forced = facts.dealer, LOWEST_BID, True
    table.record("contract", facts.declarer, facts.bid, int(facts.forced))


def ask_bid(table: Table, seat: int) -> None:
    """Let one seat bid or pass."""
    legal = legal_bids(table.facts.bid)
    answer = table.ask("bid", seat, legal)
    table.record("bid", seat, answer, mask(legal))
    table.facts.calls.append(answer)
    if answer == PASS:
        table.passed.add(seat)
    else:
        table.facts.declarer, table.facts.bid = seat, answer


def name_trumps(table: Table) -> None:
    """Let the declarer name one of the four suits, and count what it holds of it (3, trumps)."""
    facts = table.facts
    facts.trumps = table.ask("name", facts.declarer, SUITS)
    table.record("trumps", facts.declarer, facts.trumps, mask(SUITS))
    held = [card for card in table.hands[facts.declarer] if suit_of(card) == facts.trumps]
    facts.declarer_trumps = len(held)
    facts.declarer_honours = sum(RANKS[strength(card)] in HONOURS for card in held)


def legal_cards(hand: set[int], plays: Sequence[Play]) -> list[int]:
    """Return the cards that may be played, lowest code first: follow suit, void or leading any card (3, Play)."""
    if plays:
        led = suit_of(plays[0].card)
        following = [card for card in hand if suit_of(card) == led]
        if following:
            return sorted(following)
    return sorted(hand)


def beats(card: int, winning: int, trumps: int) -> bool:
    """Say whether a card played later takes the trick from the one that is winning it (3, Play).

    The winning card is of the suit led or a trump, so a card of its suit beats it by strength, and any
    other card only by being a trump.
    """
    if suit_of(card) == suit_of(winning):
        return strength(card) > strength(winning)
    return suit_of(card) == trumps


def trick_winner(plays: Sequence[Play], trumps: int) -> int:
    """Return the seat with the highest trump, else with the highest card of the suit led (3, Play)."""
    best = plays[0]
    for play in plays[1:]:
        if beats(play.card, best.card, trumps):
            best = play
    return best.seat


def play_trick(table: Table, leader: int) -> int:
    """Play one trick and return its winner."""
    plays: list[Play] = []
    for seat in seats_from(leader):
        legal = legal_cards(table.hands[seat], plays)
        card = table.ask("play", seat, legal)
        table.hands[seat].remove(card)
        table.record("play", seat, card, mask(legal))
        plays.append(Play(seat, card))
    winner = trick_winner(plays, table.facts.trumps)
    table.facts.tricks = added(table.facts.tricks, pair(side_of(winner), 1, 0))
    table.record("trick", winner, table.trick)
    return winner


def pair(side: int, own: int, other: int) -> Pair:
    """Return the numbers of a side and of the other one, side 0 first."""
    return (own, other) if side == 0 else (other, own)


def added(first: Pair, second: Pair) -> Pair:
    """Return the sums, side by side."""
    return first[0] + second[0], first[1] + second[1]


def is_made(declaring: int, bid: int, tricks: Pair) -> bool:
    """Say whether the declaring side took the tricks it bid (3, Score)."""
    return tricks[declaring] >= bid


def score(declaring: int, bid: int, tricks: Pair) -> Pair:
    """Return the points of both sides: made, all tricks and 0; failed, the bid lost and all tricks (3, Score)."""
    if is_made(declaring, bid, tricks):
        return pair(declaring, tricks[declaring], 0)
    return pair(declaring, -bid, tricks[1 - declaring])


def game_winner(totals: Pair, goal: int) -> int:
    """Return the side that alone stands at the goal or more, or -1: with both there, play on (3, Game).

    Only one side gains in a round, so a game from 0 to 0 never comes to both: the first there is alone.
    """
    there = [side for side in (0, 1) if totals[side] >= goal]
    return there[0] if len(there) == 1 else NOBODY


def count_round(table: Table, goal: int) -> None:
    """Score the round, add it to the totals, which may fall below 0, and see whether it ends the game (3, Game)."""
    facts = table.facts
    declaring = side_of(facts.declarer)
    facts.points = score(declaring, facts.bid, facts.tricks)
    facts.totals = added(facts.totals, facts.points)
    facts.wins = game_winner(facts.totals, goal)
    table.record("end", facts.wins, int(is_made(declaring, facts.bid, facts.tricks)))


def play_round(
    game: int, number: int, deck: Deck, answers: Answers | Iterable[int], totals: Pair = (0, 0), goal: int = GOAL
) -> Round:
    """Play round `number` of game `game` from the totals before it (3, deal; trumps; Play).

    The first dealer is the seat of the game's number, and the deal moves one seat on. The seat after the dealer
    opens, the declarer leads the first trick and the winner of a trick the next. `answers` are as in `play_game`.
    """
    facts = Round(unit=game, number=number, dealer=(game + number) % len(SEATS), totals=totals)
    table = Table(facts, deal(deck), answers if callable(answers) else given(answers))
    table.record("round", facts.dealer, number)
    for seat in seats_from(facts.dealer + 1):
        table.record("dealt", seat, 0, mask(table.hands[seat]))
    hold_auction(table)
    name_trumps(table)
    leader = facts.declarer
    for table.trick in range(1, TRICKS + 1):
        leader = play_trick(table, leader)
    count_round(table, goal)
    return facts


def play_game(
    game: int, decks: Decks, answers: Answers | Iterable[int], goal: int = GOAL, totals: Pair = (0, 0)
) -> Game:
    """Play rounds until one side alone stands at the goal or more (3, Game).

    `decks` gives the deck of round 0, 1, ... `answers` are the answers in the order of the questions, every one
    asked even where one card alone is legal, or they decide each (`Answers`). An iterator keeps what was not used.
    IllegalMove where an answer is not legal; ValueError for a wrong deck and when the answers have ended.
    """
    deck_of = decks if callable(decks) else decks.__getitem__
    answer = answers if callable(answers) else given(answers)
    rounds: list[Round] = []
    winner = NOBODY
    while winner == NOBODY:
        played = play_round(game, len(rounds), deck_of(len(rounds)), answer, totals, goal)
        rounds.append(played)
        totals, winner = played.totals, played.wins
    return Game(game, rounds, winner)
