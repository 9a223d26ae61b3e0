"""A scripted scenario played by the kernel: its answers are given, its statements checked.

The kernel takes a flat list of answers in the order of its questions. The player reads the questions out of the
trace, sets the first answer that the script wants otherwise, and plays again, until the game is as the script says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bazas.sim import script_statements as said
from bazas.sim.narration import either, score_text
from bazas.sim.notation import SUITS, card_short, cards_of, suits_of
from bazas.sim.playing import Array
from bazas.sim.script_game import Question, ScriptedGame, ended
from bazas.sim.script_reasons import why_not
from bazas.sim.script_replay import player_of
from bazas.sim.strategy import Strategy
from bazas.sim.tracing import Trace


@dataclass(frozen=True)
class Played:
    """A scenario as it was played.

    `strategy` answered what the script leaves open. `decks` (int8, 2 by cards) and `answers` (`records.ASK`: the
    strategy's) give the same game again.
    """

    script: said.Script
    strategy: Strategy
    trace: Trace
    decks: Array
    answers: tuple[int, ...]


def play_script(script: said.Script, strategy: str | Strategy | None = None) -> Played:
    """Play a scenario and check what it says; `strategy` instead of the one that the script names.

    Raises UsageError, which names file and line, at the first statement that does not hold, and StrategyError where
    the strategy fails.
    """
    player = player_of(script, strategy, Strategy)
    game = ScriptedGame(script, player)
    for number, section in enumerate(script.sections):
        if section is not None:
            game.open(number, section)
            _Follower(game).follow(section.statements)
    return Played(script, player, game.trace, game.decks, tuple(game.answers))


class _Follower:
    """Does and checks what the statements of a section say, one after another.

    `expected`: what was said of the questions between two tricks. Answers to come decide what is asked: it is compared
    before the next lead.
    """

    def __init__(self, game: ScriptedGame) -> None:
        self.game = game
        self.expected: list[said.Asked] = []

    def follow(self, statements: Sequence[said.Statement]) -> None:
        for statement in statements:
            match statement:
                case said.Lay():
                    self.trick(statement)
                case said.Answer():
                    self.answer(statement)
                case said.Draw():
                    self.draw(statement)
                case said.Asked():
                    self.expected.append(statement)
                case said.End():
                    self.end(statement)
                case _:
                    self.check(statement)
        self.leave()

    def leave(self) -> None:
        """Go on to the next lead, and see whether the right questions were asked on the way."""
        self.game.to_lead()
        asked = _questions(self.game.questions())
        for told in self.expected:
            self.game.compare(told, "asked:", asked, _questions(told.questions))
        self.expected = []

    # What is done

    def trick(self, told: said.Lay) -> None:
        """Lay the cards of a trick; the strategy plays on to it where tricks are left out."""
        game = self.game
        self.leave()
        game.to_trick(told.number)
        if game.over:
            game.fail(told, f"there is no trick {told.number}: the hand ended so: {game.outcome()}")
        for card in told.cards:
            if game.over:
                game.fail(told, f"the hand ended so: {game.outcome()}; leave out the cards after the renuncio")
            if card is None:
                game.take()
            else:
                self.lay(told, card)
        game.finish_trick(told.number)

    def lay(self, told: said.Lay, card: int) -> None:
        """A renuncio is a card that is held; any other is a slip of the pen."""
        game = self.game
        seat, legal = game.ahead.seat, game.ahead.legal
        held = game.reader.held[seat]
        if not held >> card & 1:
            game.fail(told, f"seat {seat} does not hold {card_short(card)}: it holds {_codes(held)}")
        if not legal >> card & 1 and game.script.rules.renuncio == "error":
            game.fail(told, f"seat {seat} may not lay {card_short(card)}: legal is {_codes(legal)}")
        game.answer(card)

    def answer(self, told: said.Answer) -> None:
        """Go on to the question and answer it; the strategy answers those before it."""
        game = self.game
        upcoming = game.upcoming()
        if (told.question, told.seat) not in upcoming:
            asked = _questions([question for question in upcoming if question[0] in said.ANSWERS])
            asks = f"seat {told.seat} is not asked to {told.question} before the next trick"
            game.fail(told, f"{asks}{why_not(game, told)}; asked: {asked}")
        for _ in range(upcoming.index((told.question, told.seat))):
            game.take()
        legal = game.ahead.legal
        possible = told.question != "sing" or told.value < 0 or legal >> told.value & 1
        if not possible and game.script.rules.renuncio == "error":
            suits = either([SUITS[suit] for suit in suits_of(legal)])
            game.fail(told, f"seat {told.seat} may not sing {SUITS[told.value]}: it may sing {suits}, or no")
        game.answer(told.value)

    def draw(self, told: said.Draw) -> None:
        """Go on past the draw; only its last card can be another than the script says: the one under the stock."""
        game = self.game
        drawn = [kind for kind, _ in game.upcoming()]
        if "draw" not in drawn:
            game.fail(told, f"nothing is drawn from here to the next lead: a draw is told after trick {told.number}")
        for _ in range(drawn.index("draw")):
            game.take()
        for place in range(game.script.rules.players):
            expected = told.cards[place] if place < len(told.cards) else None
            true = game.ahead.value
            if expected is not None:
                game.compare(told, f"seat {game.ahead.seat} draws", card_short(true), card_short(expected))
            game.take()

    # What is checked

    def check(self, told: said.Statement) -> None:
        game = self.game
        match told:
            case said.Wins():
                self.wins(told)
            case said.Legal():
                self.legal(told)
            case said.Holds():
                held = game.reader.held[told.seat]
                game.compare(told, f"seat {told.seat} holds", _codes(held), _codes(told.cards))
            case said.Score():
                game.compare(told, "the score is", score_text(game.hand.score), score_text(told.points))
            case said.Mano():
                game.compare(told, "the mano is", f"seat {game.hand.mano}", f"seat {told.seat}")

    def wins(self, told: said.Wins) -> None:
        trick = self.game.trick
        if trick is None or trick.winner is None:
            self.game.fail(told, "no trick was finished here: wins stands after a trick")
        true, expected = ((trick.winner, trick.points), (told.seat, told.points))
        self.game.compare(
            told, "the trick goes to", *(f"seat {seat} for {points}" for seat, points in (true, expected))
        )

    def legal(self, told: said.Legal) -> None:
        """Also of a renuncio, in whose place the legal cards were."""
        trick = self.game.trick
        if trick is None:
            self.game.fail(told, "no trick was played here: legal stands after a trick")
        moves = {play.seat: play.legal for play in trick.plays}
        if trick.winner is None:
            moves |= {event.seat: event.legal for event in trick.after}
        if told.seat not in moves:
            self.game.fail(told, f"seat {told.seat} laid no card in this trick: the hand ended before")
        self.game.compare(told, f"seat {told.seat} could lay", _codes(moves[told.seat]), _codes(told.cards))

    def end(self, told: said.End) -> None:
        """Leave the rest of the hand to the strategy, and see how it ends."""
        self.leave()
        self.game.to_end()
        self.game.compare(told, "the hand ends so:", self.game.outcome(), ended(told.side, told.decided))


def _codes(cards: int) -> str:
    return " ".join(card_short(card) for card in cards_of(cards)) or "nothing"


def _questions(questions: Sequence[Question]) -> str:
    return ", ".join(f"{kind} {seat}" for kind, seat in questions) or "nobody"
