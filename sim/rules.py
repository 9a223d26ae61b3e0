"""The rule sheets of Guiñote as records of switches: the one place where a switch is described.

The command line, the documentation and the provenance of runs read `SWITCHES`; the kernel reads the integers of
`Rules.record`. Presets are named after the sheet that they follow; `bazas.sim.sheets` finds those of all games.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from bazas.sim.guinote import GUINOTE
from bazas.sim.switches import Preset, RuleSet, Switch

if TYPE_CHECKING:
    import numpy as np

SWITCHES = (
    Switch("players", (4, 2), "players at the table: 4 in pairs, or 2"),
    Switch("deck", (40, 48, 36), "cards: 40, 48 (with 8s and 9s between caballo and 7), 36 (no 2s)"),
    Switch("swap_two", (True, False), "the 2 of trumps is given where the muestra is the 7"),
    Switch(
        "swap_muestras",
        ("stronger", "figures"),
        "muestras that may be taken: any stronger than the card given, or as, tres, rey, sota and caballo only",
    ),
    Switch(
        "swap_when",
        ("once_won", "just_won"),
        "once the own side has won a trick of the hand, before and after the draw, until the muestra is drawn; "
        "or only when it has just won one, before the draw",
    ),
    Switch("swap_who", ("side", "winner"), "either player of the side, or the winner of the trick only"),
    Switch("chained_swap", (True, False), "the 7 left by a swap may be taken with the 2 in turn"),
    Switch(
        "cantes_per_trick",
        (1, 2, 3, 4, 0),
        "cantes that a side may sing for a trick that it won; any: as many as it has",
        any_number=True,
    ),
    Switch("forty_or_nothing", (True, False), "a seat that holds the unsung 40 may not sing a 20 instead"),
    Switch("twenty_named", (True, False), "the suit of a 20 sung in the arrastre is public"),
    Switch("tute", (True, False), "four reyes or four sotas in one hand, declared, win the game"),
    Switch(
        "thirty",
        ("needed", "loses", "off"),
        "the points of cards and últimas, cantes not counted, in the first hand: to win, 30 of a side's 101 must be "
        "such points; or where both sides have 101, the one with fewer than 30 of them loses; or no such rule",
    ),
    Switch(
        "both_101",
        ("thirty_or_vueltas", "last_trick"),
        "both sides at 101 after the first hand: the winner of the last trick wins if it has the 30, else vueltas "
        "follow; or the 30 rule goes first, then the winner of the last trick wins",
    ),
    Switch(
        "vueltas_end",
        ("at_once", "claim"),
        "the vueltas end at once when a side stands at 101 after winning a trick, or when the trick's winner claims it",
    ),
    Switch(
        "mano_next",
        ("after_mano", "after_last_trick"),
        "mano of the next hand: the seat after the previous mano, or after the winner of the last trick",
    ),
    Switch("coto_games", (3, 4, 5), "games that win a coto", of_match=True),
    Switch("match_cotos", (1, 2, 3, 4, 5), "cotos that win a match", of_match=True),
    Switch("renuncio", ("error", "loses"), "an illegal answer of a strategy stops the run, or loses the game"),
)


WITHHOLD = ("none", "first", "every")
"""Which exchanges of the seven by side a are ignored (`bazas.kernels.records.WITHHOLD_*`)."""


@dataclass(frozen=True)
class Rules(RuleSet):
    """The switches of Guiñote, by default those of `lascuarenta`; a value that is not allowed raises UsageError."""

    SWITCHES = SWITCHES
    GAME = GUINOTE
    has_matches = True
    EXAMPLE = "deck=48"
    VARIATIONS = WITHHOLD

    players: int = 4
    deck: int = 40
    swap_two: bool = True
    swap_muestras: str = "stronger"
    swap_when: str = "once_won"
    swap_who: str = "side"
    chained_swap: bool = True
    cantes_per_trick: int = 1
    forty_or_nothing: bool = True
    twenty_named: bool = True
    tute: bool = True
    thirty: str = "needed"
    both_101: str = "thirty_or_vueltas"
    vueltas_end: str = "at_once"
    mano_next: str = "after_mano"
    coto_games: int = 3
    match_cotos: int = 1
    renuncio: str = "error"

    @property
    def free_tricks(self) -> int:
        """Tricks of the free phase, each followed by a draw: all but the last six."""
        return self.deck // self.players - 6

    @property
    def longest_match(self) -> int:
        """Games of a match at most: both sides one coto short before the last one, one game short in each."""
        return (2 * self.match_cotos - 1) * (2 * self.coto_games - 1)

    def record(self) -> np.record:
        """The integers that the kernel reads (dtype `bazas.kernels.records.RULES`)."""
        from bazas.kernels import records
        from bazas.kernels.cards import DECKS

        record = records.blank(records.RULES)
        record.players = self.players
        record.deck = DECKS[self.deck]
        record.swap_two = self.swap_two
        record.swap_figures = self.swap_muestras == "figures"
        record.swap_just_won = self.swap_when == "just_won"
        record.swap_winner_only = self.swap_who == "winner"
        record.chained_swap = self.chained_swap
        record.cantes_per_trick = self.cantes_per_trick
        record.forty_or_nothing = self.forty_or_nothing
        record.twenty_named = self.twenty_named
        record.tute = self.tute
        record.thirty = {
            "off": records.THIRTY_OFF,
            "needed": records.THIRTY_NEEDED,
            "loses": records.THIRTY_LOSES,
        }[self.thirty]
        record.both_last_trick = self.both_101 == "last_trick"
        record.claim = self.vueltas_end == "claim"
        record.mano_after_last = self.mano_next == "after_last_trick"
        record.renuncio_loses = self.renuncio == "loses"
        record.coto_games = self.coto_games
        record.match_cotos = self.match_cotos
        return record


_LUDOTEKA = Rules(
    swap_two=False,
    swap_muestras="figures",
    swap_when="just_won",
    chained_swap=False,
    cantes_per_trick=0,
    forty_or_nothing=False,
    twenty_named=False,
    tute=False,
    thirty="loses",
    both_101="last_trick",
    vueltas_end="claim",
    mano_next="after_last_trick",
    match_cotos=2,
    renuncio="loses",
)

PRESETS = {
    preset.name: preset
    for preset in (
        Preset("lascuarenta", "Guiñote by the sheet of lascuarenta.es", Rules()),
        Preset("ludoteka", "Guiñote by the sheet of ludoteka", _LUDOTEKA),
    )
}

assert [field.name for field in fields(Rules)] == [switch.name for switch in SWITCHES]


def guinote(rules: RuleSet) -> Rules:
    """Rules that are those of Guiñote, as such; for what Guiñote alone calls."""
    assert isinstance(rules, Rules)
    return rules
