"""The rule sheets as records of switches: the one place where a switch is described.

The command line, the documentation and the provenance of runs read `SWITCHES`; the kernel reads the integers of
`Rules.record`. Presets are named after the sheet that they follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from bazas.sim.errors import UsageError

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Switch:
    """One switch: its name, its allowed values, and what it means."""

    name: str
    values: tuple[Any, ...]
    meaning: str

    def check(self, value: Any) -> None:
        """Raise UsageError unless `value` is allowed."""
        if not any(value == allowed and type(value) is type(allowed) for allowed in self.values):
            allowed = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in self.values)
            raise UsageError(f"rule {self.name} cannot be {value!r}: choose one of {allowed}")


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
    Switch("cantes_per_trick", (1, 2, 3, 4, 0), "cantes that a side may sing for a trick that it won; 0: any number"),
    Switch("forty_or_nothing", (True, False), "a seat that holds the unsung 40 may not sing a 20 instead"),
    Switch("twenty_named", (True, False), "the suit of a 20 sung in the arrastre is public"),
    Switch("tute", (True, False), "four reyes or four sotas in one hand, declared, win the game"),
    Switch(
        "thirty",
        ("needed", "loses", "off"),
        "first hand, points of cards and últimas without cantes: a side needs 30 besides its 101; "
        "or loses with fewer where both sides have 101; or no such rule",
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
    Switch("coto_games", (3, 4, 5), "games that win a coto"),
    Switch("match_cotos", (1, 2, 3, 4, 5), "cotos that win a match"),
    Switch("renuncio", ("error", "loses"), "an illegal answer of a strategy stops the run, or loses the game"),
)


@dataclass(frozen=True)
class Rules:
    """The switches of one game of Guiñote; a value that is not allowed raises UsageError."""

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

    def __post_init__(self) -> None:
        for switch in SWITCHES:
            switch.check(getattr(self, switch.name))

    def as_dict(self) -> dict[str, Any]:
        """Every switch and its value, in the order of `SWITCHES`."""
        return asdict(self)

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
        return record


@dataclass(frozen=True)
class Preset:
    """A named sheet."""

    name: str
    title: str
    rules: Rules


PRESETS = {
    preset.name: preset for preset in (Preset("lascuarenta", "Guiñote by the sheet of lascuarenta.es", Rules()),)
}

assert [field.name for field in fields(Rules)] == [switch.name for switch in SWITCHES]


def preset(name: str) -> Rules:
    """The rules of a named sheet; raises UsageError for an unknown name."""
    if name not in PRESETS:
        raise UsageError(f"no rules named {name!r}: choose one of {', '.join(PRESETS)}, as `bazas rules list` shows")
    return PRESETS[name].rules
