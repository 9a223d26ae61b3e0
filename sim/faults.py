"""A strategy that broke the rules or raised, told in one sentence: who, where, what it did, what was legal."""

from __future__ import annotations

from typing import Any

from bazas.kernels.records import CLAIM, PLAY, QUESTIONS, SING
from bazas.sim.notation import SUITS, card_name, is_card
from bazas.sim.spec import Arm


def fault_sentence(arm: Arm, state: Any, view: Any, place: str, raised: Exception | None) -> str:
    """The sentence for the decision at which `state` and `view` stand, in a game told by `place`: `game 12`."""
    seat, question = int(view.seat), int(view.question)
    name = arm.strategies[seat].label
    hand = "the vueltas" if view.vueltas else "the first hand"
    where = f"{place}, {hand}, trick {view.trick}, seat {seat}"
    asked = QUESTIONS[question]
    if raised is not None:
        what = f"{type(raised).__name__}: {raised}" if str(raised) else type(raised).__name__
        return f"strategy {name} failed in {where} when asked to {asked}: {what}"
    return (
        f"strategy {name} broke the rules in {where} when asked to {asked}: "
        f"it answered {_answer(question, int(state.move))}, and {_legal(question, int(view.legal))}"
    )


def _answer(question: int, move: int) -> str:
    """A card by its name, where it is one; a suit by its name."""
    if question == PLAY and is_card(move):
        return card_name(move)
    if question == SING and 0 <= move < 4:
        return SUITS[move]
    return str(move)


def _legal(question: int, legal: int) -> str:
    if question == PLAY:
        return "legal were " + ", ".join(card_name(card) for card in range(64) if legal >> card & 1)
    if question == SING:
        return "legal were " + ", ".join(SUITS[suit] for suit in range(4) if legal >> suit & 1) + " or -1"
    return "legal were yes and no" if question != CLAIM else "it may claim or not"
