"""A game in sentences: what happened between the tricks, how a hand ended, the account. Sides are called a and b."""

from __future__ import annotations

from bazas.kernels.cards import GOAL, REY
from bazas.kernels.counting import THIRTY
from bazas.sim.notation import SUITS, card_name, cards_of, is_card, suit_name, suits_of
from bazas.sim.tricks import Event, Hand, Pair, options, swap_cards

SIDES = ("a", "b")


def either(words: list[str]) -> str:
    """The words as a choice: `oros, copas or bastos`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"


def event_sentence(event: Event, hand: Hand, asked_in_play: bool = False) -> str:
    """What happened between two tricks: who was asked, for what, and the answer. Draws have no sentence."""
    seat = f"seat {event.seat}"
    if event.kind == "swap":
        given, taken = (card_name(card) for card in swap_cards(event))
        return f"{seat} may give the {given} for the {taken}: {'swaps' if event.value else 'keeps it'}"
    if event.kind == "withheld":
        return f"the swap of {seat} is withheld: the {card_name(event.value)} stays under the stock"
    if event.kind == "tute":
        return f"{seat} may declare tute with {_fours(event.legal)}: {'declares' if event.value else 'is silent'}"
    if event.kind == "sing":
        return f"{seat} may sing {_cantes(event, hand)}"
    if event.kind == "claim":
        answer = "claims" if event.value else "does not"
        return f"{seat} may claim 101, with {event.score[event.seat & 1]} points: {answer}"
    return _renuncio(event, asked_in_play)


def _fours(cards: int) -> str:
    ranks = sorted({card & 15 for card in cards_of(cards)}, reverse=True)
    return " and ".join("the four reyes" if rank == REY else "the four sotas" for rank in ranks)


def _cantes(event: Event, hand: Hand) -> str:
    trumps = hand.muestra >> 4
    suits = suits_of(event.legal)
    offer = f"{40 if suits == [trumps] else 20} in {either([suit_name(suit) for suit in suits])}"
    if event.value < 0:
        return f"{offer}: is silent"
    silent = "" if event.named else " (suit not named)"
    return f"{offer}: sings {suit_name(event.value)}{silent}, {score_text(event.score)}"


def _renuncio(event: Event, asked_in_play: bool) -> str:
    move = event.value
    if asked_in_play:
        name = card_name(move) if is_card(move) else str(move)
        legal = either([card_name(card) for card in cards_of(event.legal)])
        return f"renuncio of seat {event.seat}: plays {name}; legal: {legal}"
    name = suit_name(move) if 0 <= move < len(SUITS) else str(move)
    return f"renuncio of seat {event.seat}: sings {name}; legal: {either(options(event, False))}, or none"


def score_text(score: Pair) -> str:
    """The running score: `a 64, b 20`."""
    return f"a {score[0]}, b {score[1]}"


def ending(hand: Hand) -> str:
    """How the hand ended, and who has won the game, if anybody has."""
    if hand.winner is None:
        return f"{_why_vueltas(hand)}: vueltas follow."
    side, loser = SIDES[hand.winner], SIDES[1 - hand.winner]
    wins = f"wins the game, {hand.score[hand.winner]} to {hand.score[1 - hand.winner]}"
    both = "Both sides have 101 points"
    told = {
        "last_trick": f"{both}: side {side}, with the last trick, {wins}",
        "thirty": f"{both}, but side {loser} has fewer than 30 from cards and últimas: side {side} {wins}",
        "tute": f"Tute: side {side} {wins}",
        "vueltas": f"Side {side}, past 100 after winning a trick, {wins}",
        "claim": f"The claim is right: side {side} {wins}",
        "false_claim": f"The claim is wrong: side {side} {wins}",
        "renuncio": f"Renuncio: side {side} {wins}",
    }
    return told.get(hand.decided or "", f"Side {side} {wins}") + "."


def _why_vueltas(hand: Hand) -> str:
    reached = [SIDES[side] for side in (0, 1) if hand.score[side] >= GOAL]
    if not reached:
        return "Nobody has 101 points"
    who = "Both sides have 101 points" if len(reached) == 2 else f"Side {reached[0]} has 101 points"
    short = [side for side in (0, 1) if hand.score[side] >= GOAL and hand.cards[side] + hand.ultimas[side] < THIRTY]
    bare = " and ".join(f"side {SIDES[side]} only {hand.cards[side] + hand.ultimas[side]}" for side in short)
    return f"{who}, but {bare} of the 30 needed from cards and últimas"


def balance(hand: Hand) -> list[str]:
    """The account of each side: `a   carried 61 + cards 40 + últimas 10 + cantes 20 = 131`."""
    lines = []
    for side in (0, 1):
        parts = [("cards", hand.cards), ("últimas", hand.ultimas), ("cantes", hand.cantes)]
        if hand.vueltas:
            parts.insert(0, ("carried", hand.carried))
        sum_of = " + ".join(f"{name} {pair[side]:>3}" for name, pair in parts)
        lines.append(f"{SIDES[side]}  {sum_of} = {hand.score[side]:>3}")
    return lines
