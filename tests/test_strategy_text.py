"""How strategies are named and described: what is taken, and how faults are told."""

from pathlib import Path

import pytest

from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.strategies import lowest
from bazas.sim.strategy import Parameter, Strategy, strategy

FILE = """
from bazas.sim import Strategy
from bazas.sim.strategies.lowest import play

{}
"""
ONE = 'mine = Strategy("mine", "plays its lowest card", play)'
OTHER = 'yours = Strategy("yours", "plays its lowest card", play)'


def test_a_file_with_one_strategy_names_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(ONE))
    assert strategy(str(path)).name == "mine"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (f"{ONE}\n{OTHER}", r"mine\.py has 2 strategies: choose .*mine\.py:mine or .*mine\.py:yours"),
        ("", "no strategy"),
    ],
)
def test_a_file_must_leave_no_choice(lines: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(lines))
    with pytest.raises(UsageError, match=told):
        strategy(str(path))


def test_a_colon_asks_for_a_parameter() -> None:
    with pytest.raises(UsageError, match="'' is not of the form name=number"):
        strategy("careful:")


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ((Parameter("x", 1, 0, 1, "one"), Parameter("x", 1, 0, 1, "other")), "two parameters x"),
        ((Parameter("x", 1, 2, 0, "one"),), "no number is in the range of x, from 2 to 0"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: tuple[Parameter, ...], told: str) -> None:
    with pytest.raises(StrategyError, match=told):
        Strategy("bad", "has one fault", lowest.play, parameters=parameters)
