"""Why a seat is not asked, in a player's words: for the errors of scripted scenarios."""

from __future__ import annotations

from collections.abc import Iterator

from bazas.kernels.cards import EIGHT, NINE, REY, SEVEN, SOTA, TWO
from bazas.sim import script_statements as said
from bazas.sim.narration import SIDES
from bazas.sim.notation import SUITS, card_name
from bazas.sim.rules import Rules
from bazas.sim.script_game import ScriptedGame


def why_not(game: ScriptedGame, told: said.Answer) -> str:
    """The first thing that speaks against this question up to the next card, in brackets after a blank, or nothing."""
    reason = next(_reasons(game, told), "")
    return f" ({reason})" if reason else ""


def _reasons(game: ScriptedGame, told: said.Answer) -> Iterator[str]:
    if (told.question, told.seat) in game.questions():
        yield "it has been asked and has answered"
    yield from _of_kind(game, told)
    trick = game.trick
    if trick is None or trick.winner is None:
        yield "no trick is won yet"
    elif game.over:
        yield "the hand is over"
    elif told.question in ("sing", "tute") and (trick.winner ^ told.seat) & 1:
        yield f"side {SIDES[told.seat & 1]} has not won the trick"


def _of_kind(game: ScriptedGame, told: said.Answer) -> Iterator[str]:
    held = _held(game, told.seat)
    if told.question == "swap":
        yield from _swap(game, told.seat, held)
    elif told.question == "claim":
        yield from _claim(game, told.seat)
    elif told.question == "tute":
        if not game.script.rules.tute:
            yield "the rules have tute=no"
        if not any(all(held >> 16 * suit + rank & 1 for suit in range(len(SUITS))) for rank in (REY, SOTA)):
            yield "it has neither four reyes nor four sotas"
    elif not any(held >> 16 * suit + REY & held >> 16 * suit + SOTA & 1 for suit in range(len(SUITS))):
        yield "it has no rey and sota of one suit"


def _held(game: ScriptedGame, seat: int) -> int:
    """The cards of a seat with those that it draws before the next card is laid."""
    held = game.reader.held[seat]
    for event in game.events[game.place :]:
        if event.kind in ("play", "end", "hand"):
            break
        if event.kind == "draw" and event.seat == seat:
            held |= 1 << event.value
    return held


def _claim(game: ScriptedGame, seat: int) -> Iterator[str]:
    if game.script.rules.vueltas_end == "at_once":
        yield "with vueltas_end=at_once nobody claims"
    if not game.hand.vueltas:
        yield "claims belong in the vueltas"
    if game.trick is not None and game.trick.winner not in (None, seat):
        yield "only the winner of the trick may claim"


def _swap(game: ScriptedGame, seat: int, held: int) -> Iterator[str]:
    rules, under = game.script.rules, game.reader.muestra
    if under is None:
        yield "the muestra has been drawn"
        return
    strength, given = under & 15, under & ~15 | (TWO if under & 15 == SEVEN else SEVEN)
    if strength < SEVEN:
        yield f"the {card_name(under)} is never taken"
    elif strength == SEVEN and not rules.swap_two:
        yield "with swap_two=no the 2 is not given for the 7"
    elif under != game.hand.muestra and not rules.chained_swap:
        yield "with chained_swap=no the 7 that a swap has left is not taken"
    elif strength in (EIGHT, NINE) and rules.swap_muestras == "figures":
        yield f"with swap_muestras=figures the {card_name(under)} is not taken"
    if not held >> given & 1:
        yield f"it does not hold the {card_name(given)}"
    yield from _turn_to_swap(game, rules, seat)


def _turn_to_swap(game: ScriptedGame, rules: Rules, seat: int) -> Iterator[str]:
    winners = [trick.winner for trick in game.hand.tricks if trick.winner is not None]
    if not any((winner ^ seat) & 1 == 0 for winner in winners):
        yield f"side {SIDES[seat & 1]} has won no trick yet"
    elif rules.swap_who == "winner" and winners[-1] != seat:
        yield "with swap_who=winner only the winner of the trick may swap"
    elif rules.swap_when == "just_won":
        yield "with swap_when=just_won a side swaps between a trick that it has won and the draw"
