"""The ladder of Tarneeb: each built-in strategy beats the one below it; the bids of careful are those of its tricks."""

import numpy as np
import pytest

from bazas.analyses.duels import Duel, duel_spec, tally_duels
from bazas.kernels.compiling import JIT
from bazas.sim.playing import play_chunk
from bazas.sim.simulate import simulate
from bazas.sim.strategy import built_in
from bazas.sim.tarneeb.contest import TARNEEB_CONTEST
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.strategy import BUILT_IN, TarneebStrategy

FAST = built_in(looking_ahead=False, kind=TarneebStrategy)

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of games")


def duel(better: str, worse: str, deals: int) -> Duel:
    spec = duel_spec("compare", TarneebRules(), 1, [(better, worse)])
    return Duel(tally_duels(play_chunk(spec, 0, deals), TARNEEB_CONTEST), sequential=False, contest=TARNEEB_CONTEST)


def test_the_rungs_are_in_their_order() -> None:
    assert list(BUILT_IN) == [*FAST, *built_in(looking_ahead=True, kind=TarneebStrategy)]
    assert FAST == ["random", "honours", "careful"]


@pytest.mark.parametrize("rung", range(1, len(FAST)))
def test_each_rung_beats_the_one_below_it(rung: int) -> None:
    found = duel(FAST[rung], FAST[rung - 1], 3000)
    assert found.points.low > 1
    assert found.wins.low > 0.2


@pytest.mark.verify
def test_looking_ahead_beats_careful() -> None:
    found = duel("rollout", "careful", 1500)
    assert found.points.low > 0
    assert found.wins.low > 0


def test_the_bids_of_careful_are_calibrated() -> None:
    """The higher the bid, the more tricks are taken, as many as were bid or a little more; most contracts are made."""
    found = simulate("careful", rules="cardems", games=20_000, seed=3).figures
    known = {bid: found[f"tricks_{bid}"] for bid in range(7, 14)}
    means = {bid: tricks.mean for bid, tricks in known.items() if tricks is not None and tricks.n > 200}
    assert list(means) == [7, 8, 9]
    assert np.all(np.diff(list(means.values())) > 0)
    for bid, mean in means.items():
        made = found[f"made_{bid}"]
        assert made is not None
        assert bid <= mean < bid + 1
        assert made.low > 0.6
