"""A player who counts: it weighs the odds of each trick against what each card will be worth later.

The plan. Of each card it asks: how likely is the trick ours with it, how many points go with the trick, and what is the
card worth if it stays in hand? It lays the card for which odds times points, less the worth, is best.

- The odds come from memory (`bazas.sim.strategies.odds`): the cards seen, the muestra that lies under the stock, what
  each seat has shown not to hold or is known to hold, and who is still to play. A trick in which an opponent is still
  to play is not yet won; one in which the partner plays last may still be, so points can go there before.
- What a card is worth later: a trump most, the more the stronger; rey and sota as long as they can be sung together,
  and one of them while the other may come; the seven while it can be given for the muestra; an as, which takes a trick.
- The last free trick leaves the muestra to the others and the lead to the winner: it is worth less by that. It is also
  the time to part with the last card of a suit, so that one can trump in the arrastre.
- In second hand a trump costs more: the other opponent is still to play, and may overtrump.
- In the arrastre it draws trumps while it has two or more, first of all where it has an as or a tres to cash that
  nobody can beat, but does not lead the as or tres of trumps while many are out; then it cashes, and keeps its last
  trump for the tricks at the end.
- In the vueltas a trick that brings a side to 101 is worth the game.

It swaps, sings and declares whatever it may, as soon as it may: what it holds back may never be said. Everything
follows from the view: no memory of its own, no chance.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import lowest
from bazas.kernels.cards import suit_mask
from bazas.sim.strategies.counter_arrastre import card_in_arrastre
from bazas.sim.strategies.counter_free import card_while_free
from bazas.sim.strategy import Parameter, Strategy, claim_when_true, declare_always, sing_lowest, swap_always

swap, declare, sing, claim = swap_always, declare_always, sing_lowest, claim_when_true


def play(view: Any) -> int:
    """A card out of `view.legal`, by the plan of this module."""
    legal = view.legal
    if legal & (legal - 1) == 0:
        return lowest(legal)
    trump = suit_mask(view.trumps)
    return card_while_free(view, trump) if view.stock > 0 else card_in_arrastre(view, trump)


strategy = Strategy(
    name="counter",
    description="counts cards: weighs the odds of each trick against what its cards will be worth later",
    descripcion="Lleva la cuenta de todo: las cartas que han salido, los triunfos que faltan, a qué palos "
    "falla cada uno y la muestra. Sopesa la probabilidad de llevarse la baza, sus puntos y lo que vale guardar cada "
    "carta: carga donde es probable que la baza sea suya, procura quedarse fallo antes del "
    "arrastre y en las vueltas va a por las 101.",
    play=play,
    swap=swap,
    declare=declare,
    sing=sing,
    claim=claim,
    parameters=(
        Parameter("keep_trumps", 8, 0, 100, "points that the 2 of trumps is worth later, while there is stock"),
        Parameter("last_free", 8, 0, 100, "points that it costs to win the last free trick, besides the muestra"),
        Parameter("keep_as", 12, 0, 100, "points that a plain as is worth later, while there is stock"),
        Parameter("keep_cante", 14, 0, 100, "points that each card of a cante to be sung is worth later"),
        Parameter("second_trump", 8, 0, 100, "points that a trump costs more in second hand, while there is stock"),
        Parameter(
            "short_suit", 5, 0, 100, "points less that it minds giving the only card of a suit in the last free trick"
        ),
        Parameter("draw_trumps", 4, 0, 100, "points that a trump lead is worth for each trump out against it"),
        Parameter("lone_trump", 12, 0, 100, "points that leading the only trump costs"),
    ),
)
