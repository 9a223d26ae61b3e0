"""A scripted scenario played by the kernel: its answers are given, its statements checked.

The kernel takes a flat list of answers in the order of its questions. The player reads the questions out of the
trace, sets the first answer that the script wants otherwise, and plays again, until the game is as the script says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bazas.kernels.redealing import redeal
from bazas.kernels.tarneeb.cards import CARDS, DECK, TRICKS
from bazas.kernels.tarneeb.records import PLAYERS
from bazas.sim.playing import Array
from bazas.sim.script_replay import Replay, player_of
from bazas.sim.script_text import Statement, wrong
from bazas.sim.spec import Arm, Spec
from bazas.sim.tarneeb import script_statements as said
from bazas.sim.tarneeb.notation import SEATS, SIDES, bid_name, card_short
from bazas.sim.tarneeb.playing import Trace, trace_game
from bazas.sim.tarneeb.strategy import TarneebStrategy
from bazas.sim.tarneeb.tricks import Reader, Round, Trick, bids, codes, read_events
from bazas.sim.tricks import Pair


@dataclass(frozen=True)
class Played:
    """A scenario as it was played.

    `strategy` answered what the script leaves open. `decks` (int8, rounds by 52) and `answers` (`records.ASK`: the
    strategy's) give the same rounds again.
    """

    script: said.Script
    strategy: TarneebStrategy
    trace: Trace
    decks: Array
    answers: tuple[int, ...]


def play_script(script: said.Script, strategy: str | TarneebStrategy | None = None) -> Played:
    """Play a scenario and check what it says; `strategy` instead of the one that the script names.

    Raises UsageError, which names file and line, at the first statement that does not hold, and StrategyError where
    the strategy fails.
    """
    player = player_of(script, strategy, TarneebStrategy)
    game = _Game(script, player)
    for number, section in enumerate(script.sections):
        game.open(number, section)
        for told in section.statements:
            _follow(game, told)
    return Played(script, player, game.trace, game.decks, tuple(game.answers))


def shuffled(seed: int, number: int) -> list[int]:
    """The deck of a round of game 0 of a seed, in the order of dealing."""
    cards, masks = np.zeros(CARDS, np.int8), np.zeros((1, PLAYERS), np.int64)
    redeal(DECK, TRICKS, seed, 0, np.zeros(1, np.int64), np.full(1, number, np.int64), cards, masks)
    return cards.tolist()


def arranged(section: said.Section, order: Sequence[int]) -> list[int]:
    """The deck of a section: its cards in their places, in all other places the rest of `order` in its order."""
    places = {
        TRICKS * seat + i: card
        for seat, cards in enumerate(section.hands)
        for i, card in enumerate(cards)
        if card is not None
    }
    named = set(places.values())
    rest = iter([card for card in order if card not in named])
    return [places[place] if place in places else next(rest) for place in range(CARDS)]


class _Game(Replay):
    """The rounds of a script."""

    QUESTIONS = ("bid", "trumps", "play")

    def __init__(self, script: said.Script, strategy: TarneebStrategy) -> None:
        super().__init__()
        self.script = script
        self.spec = Spec("show", script.rules, script.seed, (Arm((strategy,) * PLAYERS),))
        orders = [shuffled(script.seed, number) for number in range(script.rounds)]
        told = [arranged(section, order) for section, order in zip(script.sections, orders, strict=False)]
        self.decks = np.array(told + orders[len(told) :], np.int8)
        self.reader = Reader()
        self.play_again()

    def play_again(self) -> None:
        """Play with the answers as they are now."""
        script = self.script
        self.trace = trace_game(
            self.spec, 0, 0, rounds=script.rounds, dealer=script.dealer, points=script.points, decks=self.decks,
            script=self.answers,
        )  # fmt: skip
        self.events = read_events(self.trace.events)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.round.made is not None

    @property
    def round(self) -> Round:
        """The round that is played."""
        return self.reader.rounds[-1]

    def open(self, number: int, section: said.Section) -> None:
        """Go on past the deal of a round."""
        while self.place < len(self.events) and len(self.reader.rounds) <= number:
            self.take()
        if len(self.reader.rounds) <= number:
            side = SIDES[self.round.winner or 0]
            raise wrong(self.script.path, section.line, f"there is no round here: {side} won the game before it")
        while self.ahead.kind == "dealt":
            self.take()

    def to(self, *kinds: str) -> None:
        """Go on to an event of one of these kinds, or past the end of the round."""
        while not self.over and self.ahead.kind not in kinds:
            self.take()


def _follow(game: _Game, told: Statement) -> None:
    """Do or check what a statement says."""
    match told:
        case said.Bids():
            _bid(game, told)
        case said.Trumps():
            game.to("trumps")
            game.answer(told.suit)
        case said.Lay():
            _lay(game, told)
        case said.Dealer():
            game.compare(told, "the dealer is", SEATS[game.round.dealer], SEATS[told.seat])
        case said.Asked() | said.May() | said.Declarer():
            _check_auction(game, told)
        case said.Wins() | said.Legal():
            _check_trick(game, told)
        case said.Tricks():
            game.compare(told, "the tricks are", _both(game.round.won), _both(told.won))
        case _:
            _check_end(game, told)


def _bid(game: _Game, told: said.Bids) -> None:
    for place, call in enumerate(told.calls):
        if game.ahead.kind != "bid":
            contract = f"{SEATS[game.ahead.seat]} at {game.ahead.value}"
            game.fail(told, f"the auction is over, with {contract}: leave out the bids after number {place}")
        seat, legal = SEATS[game.ahead.seat], game.ahead.legal
        if call is None:
            game.take()
            continue
        if not legal >> call & 1:
            game.fail(told, f"{seat} may not bid {call}: legal are {bids(legal)}")
        game.answer(call)


def _lay(game: _Game, told: said.Lay) -> None:
    """Lay the cards of a trick; the strategy plays on to it where tricks are left out."""
    game.to("play")
    while len(game.round.tricks) < told.number - 1 or not _between(game.round):
        game.take()
    for card in told.cards:
        if card is None:
            game.take()
            continue
        seat, legal = game.ahead.seat, game.ahead.legal
        held = game.reader.held[seat]
        if not held >> card & 1:
            game.fail(told, f"{SEATS[seat]} does not hold {card_short(card)}: it holds {_codes(held)}")
        if not legal >> card & 1:
            game.fail(told, f"{SEATS[seat]} may not lay {card_short(card)}: legal is {_codes(legal)}")
        game.answer(card)
    while len(game.round.tricks) < told.number or not _between(game.round):
        game.take()


def _between(told: Round) -> bool:
    """Whether no trick is on the table."""
    return not told.tricks or told.tricks[-1].winner is not None


def _check_auction(game: _Game, told: said.Asked | said.May | said.Declarer) -> None:
    game.to("trumps")
    played = game.round
    match told:
        case said.Asked():
            game.compare(told, "asked for a bid:", _seats([call.seat for call in played.calls]), _seats(told.seats))
        case said.May():
            legal = [call.legal for call in played.calls if call.seat == told.seat]
            if not legal:
                game.fail(told, f"{SEATS[told.seat]} was not asked for a bid")
            game.compare(told, f"{SEATS[told.seat]} could bid", bids(legal[-1]), bids(told.bids))
        case said.Declarer():
            true = _contract(played.declarer or 0, played.bid, played.forced)
            game.compare(told, "the contract is", true, _contract(told.seat, told.bid, told.forced))


def _check_trick(game: _Game, told: said.Wins | said.Legal) -> None:
    trick = _last(game, told)
    if isinstance(told, said.Wins):
        game.compare(told, "the trick goes to", SEATS[trick.winner or 0], SEATS[told.seat])
        return
    legal = next(play.legal for play in trick.plays if play.seat == told.seat)
    game.compare(told, f"{SEATS[told.seat]} could lay", _codes(legal), _codes(told.cards))


def _last(game: _Game, told: Statement) -> Trick:
    if not game.round.tricks:
        game.fail(told, "no trick was played here: wins and legal stand after a trick")
    return game.round.tricks[-1]


def _check_end(game: _Game, told: Statement) -> None:
    """Leave the rest of the round to the strategy, and see how it ends."""
    game.to()
    played = game.round
    match told:
        case said.Score():
            game.compare(told, "the round scores", _both(played.points), _both(told.points))
        case said.Totals():
            game.compare(told, "the totals are", _both(played.totals), _both(told.points))
        case said.End():
            game.compare(told, "the game is won by", _winner(played.winner), _winner(told.side))


def _winner(side: int | None) -> str:
    return "nobody" if side is None else SIDES[side]


def _both(numbers: Pair) -> str:
    return f"{SIDES[0]} {numbers[0]}, {SIDES[1]} {numbers[1]}"


def _contract(seat: int, bid: int, forced: bool) -> str:
    return f"{bid_name(bid)} by {SEATS[seat]}{' (forced)' if forced else ''}"


def _seats(seats: Sequence[int]) -> str:
    return " ".join(SEATS[seat] for seat in seats) or "nobody"


def _codes(cards: int) -> str:
    return " ".join(codes(cards)) or "nothing"
