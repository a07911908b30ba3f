"""Realistic titles: a vocabulary with a few common words and many rare ones."""

import random

BEGINNINGS = ["ba", "be", "bri", "ca", "cle", "co", "da", "di", "fa", "fla", "ga", "gro", "ha", "ho", "ki", "la", "le", "ma", "mi", "mo"]
MIDDLES = ["", "lo", "ri", "na", "ste", "mmi", "de", "pa", "vo", "ku"]
ENDINGS = ["n", "r", "ter", "ck", "lling", "sh", "p", "ndle", "st", "ge"]


class Words:
    """Two thousand words; the frequency of the one at place n is 1/n, as in natural languages."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.all = [first + middle + last for first in BEGINNINGS for middle in MIDDLES for last in ENDINGS]
        random.Random(4).shuffle(self.all)
        self.weights, reached = [], 0.0
        for place in range(1, len(self.all) + 1):
            reached += 1 / place
            self.weights.append(reached)

    def some(self, count: int) -> list[str]:
        return self.random.choices(self.all, cum_weights=self.weights, k=count)

    def title(self) -> str:
        return " ".join(self.some(self.random.randint(2, 7))).capitalize()

    def name(self) -> str:
        return " ".join(self.some(self.random.randint(1, 3))).capitalize()

    def pairs(self, count: int) -> list[tuple[str, str]]:
        """Two words to search for: both common, both rare, one of each, and random ones."""
        common, rare = self.all[:20], self.all[-1000:]
        choose = self.random.choice
        kinds = [
            lambda: (choose(common), choose(common)),
            lambda: (choose(rare), choose(rare)),
            lambda: (choose(common), choose(rare)),
            lambda: tuple(self.some(2)),
        ]
        return [kinds[number % len(kinds)]() for number in range(count)]
