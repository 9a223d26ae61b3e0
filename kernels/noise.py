"""Random numbers as pure functions of where they are used.

A counter-based generator: word number i of a stream is `mix(key + (i + 1) * STEP)`, the output function of
SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators"; constants: variant 13 of
Stafford). There is no state to pass on, so that a deck never depends on how many questions a strategy was asked, and
any deal can be played alone, in any order, on any machine. Keys and words are signed 64-bit integers.
"""

from __future__ import annotations

import numpy as np

from bazas.kernels.compiling import JIT, inner

STEP = -7046029254386353131  # 0x9E3779B97F4A7C15, the golden ratio, as a signed number
DECK_STREAM = 1
ANSWER_STREAM = 2

if JIT:

    @inner
    def mix(word: int) -> int:
        """Scramble 64 bits: every input bit changes every output bit with probability near one half."""
        z = np.uint64(word)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.int64(z ^ (z >> np.uint64(31)))  # type: ignore[return-value]

    @inner
    def word(key: int, index: int) -> int:
        """Word number `index` (from 0) of the stream `key`."""
        return mix(key + (index + 1) * STEP)

else:
    _ALL = (1 << 64) - 1

    def mix(word: int) -> int:
        """Scramble 64 bits: every input bit changes every output bit with probability near one half."""
        z = int(word) & _ALL
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _ALL
        z ^= z >> 31
        return z - (1 << 64) if z >> 63 else z

    def word(key: int, index: int) -> int:
        """Word number `index` (from 0) of the stream `key`."""
        return mix(int(key) + (int(index) + 1) * STEP)


@inner
def below(bits: int, limit: int) -> int:
    """A number from 0 to limit - 1 out of the low 32 of `bits`; its bias is under limit / 2**32."""
    return ((bits & 0xFFFFFFFF) * limit) >> 32


@inner
def choice(noise: int, limit: int) -> int:
    """A number from 0 to limit - 1 out of the high half of a word of noise."""
    return below(noise >> 32, limit)


@inner
def stream(seed: int, unit: int, game: int, hand: int, purpose: int) -> int:
    """Key of the stream for one purpose in one hand of one game of one unit of a run."""
    return word(word(word(mix(seed), unit), game * 2 + hand), purpose)
