"""A strategy that plays otherwise in one hand of many: two of them with other salts differ in few deals."""

from typing import Any

from bazas.kernels.bits import count, lowest, pick
from bazas.kernels.noise import choice, mix
from bazas.sim.strategy import Parameter, Strategy

PLAIN, RANDOM = 1, 2


def play(view: Any) -> int:
    """The lowest legal card; any one in hands that the noise of the first decision picks out."""
    noise = mix(view.noise ^ mix(view.params[1] + 1))
    if view.memory[0] == 0:
        view.memory[0] = RANDOM if choice(noise, view.params[0]) == 0 else PLAIN
    if view.memory[0] == RANDOM:
        return pick(view.legal, choice(mix(noise), count(view.legal)))
    return lowest(view.legal)


mixture = Strategy(
    name="mixture",
    description="plays the lowest card, in few hands any",
    play=play,
    parameters=(
        Parameter("one_in", 10_000, 1, 2**30, "it plays random in one hand of so many"),
        Parameter("salt", 0, 0, 2**30, "which ones"),
    ),
    memory=True,
)
