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
    """The higher the bid, the more tricks are taken; a bid is about what one may lose by it, and most are made."""
    found = simulate("careful", rules="cardems", games=20_000, seed=3)
    tricks = [found.figures[f"tricks_{bid}"] for bid in range(7, 11)]
    known = [estimate for estimate in tricks if estimate is not None and estimate.n > 200]
    means = [estimate.mean for estimate in known]
    assert len(means) >= 3
    assert np.all(np.diff(means) > 0)
    assert all(bid - 0.5 < mean < bid + 3 for bid, mean in zip(range(7, 11), means, strict=False))
