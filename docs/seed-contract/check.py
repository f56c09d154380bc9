#!/usr/bin/env python3
"""A second implementation of the seed contract. It follows seed-contract.md and shares no code with the service.

python3 docs/seed-contract/check.py          compares its results with the golden vectors
python3 docs/seed-contract/check.py --write  rewrites the vectors (only for a new version of the contract)
"""

import hashlib
import json
import pathlib
import sys

CONTRACT = "question-bank/seed/v1"
VECTORS = pathlib.Path(__file__).with_name("vectors.json")
LISTS = ["vectors", "option_orders", "refused_seeds"]
TWO_32 = 1 << 32


def derive_key(purpose, parts):
    """Section 2: the key of a purpose and its parts."""
    digest = hashlib.sha256()
    for part in [CONTRACT, purpose, *parts]:
        data = part.encode("utf-8")
        digest.update(str(len(data)).encode("ascii") + b":" + data + b",")
    return digest.hexdigest()


class Alea:
    """The generator Alea by Johannes Baagøe. Its state is three lags and a carry, all doubles."""

    def __init__(self, key):
        self.mash_state = float(0xEFC8249D)
        lags = [self.mash(" ") for _ in range(3)]
        for i in range(3):
            lags[i] -= self.mash(key)
            if lags[i] < 0:
                lags[i] += 1.0
        self.s0, self.s1, self.s2 = lags
        self.carry = 1.0

    def mash(self, string):
        n = self.mash_state
        for char in string:  # Keys are ASCII, so code points are UTF-16 code units.
            n += ord(char)
            h = 0.02519603282416938 * n
            n = float(int(h) % TWO_32)
            h -= n
            h *= n
            n = float(int(h) % TWO_32)
            h -= n
            n += h * 4294967296.0
        self.mash_state = n
        return float(int(n) % TWO_32) * 2.3283064365386963e-10

    def word(self):
        """The next word, an integer below 2 ** 32."""
        t = 2091639 * self.s0 + self.carry * 2.3283064365386963e-10
        self.s0, self.s1 = self.s1, self.s2
        self.carry = float(int(t))
        self.s2 = t - self.carry
        return int(self.s2 * 4294967296.0) % TWO_32

    def below(self, bound):
        """The next integer below bound."""
        limit = TWO_32 - TWO_32 % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def sample(key, n, offset, count):
    """Sections 4 and 5: the items from offset of the order of 0 to n - 1, at most count."""
    generator = Alea(key)
    swapped = {}
    result = []
    for index in range(min(n, offset + count) if offset < n else 0):
        drawn = index + generator.below(n - index)
        item = swapped.get(drawn, drawn)
        swapped[drawn] = swapped.get(index, index)
        if index >= offset:
            result.append(item)
    return result


def order_options(key, options):
    """Section 6: the options, sorted by UTF-16 code units and then ordered."""
    by_code_units = sorted(options, key=lambda option: option.encode("utf-16-be", "surrogatepass"))
    return [by_code_units[index] for index in sample(key, len(by_code_units), 0, len(by_code_units))]


def seed_is_valid(seed):
    """Section 1: 1 to 128 code points without lone surrogates."""
    return 1 <= len(seed) <= 128 and not any(0xD800 <= ord(char) <= 0xDFFF for char in seed)


def main():
    document = json.loads(VECTORS.read_text("utf-8"))
    differing = []
    for vector in document["vectors"]:
        key = derive_key(vector["purpose"], vector["parts"])
        expected = {"key": key, "sample": sample(key, vector["n"], vector["offset"], vector["count"])}
        if "--write" in sys.argv:
            vector.update(expected)
        elif any(vector.get(name) != value for name, value in expected.items()):
            differing.append(vector["about"])
    for case in document["option_orders"]:
        ordered = order_options(derive_key(case["purpose"], case["parts"]), case["options"])
        if "--write" in sys.argv:
            case["ordered"] = ordered
        elif case.get("ordered") != ordered:
            differing.append(case["about"])
    differing += [case["about"] for case in document["refused_seeds"] if seed_is_valid(case["seed"])]
    if "--write" in sys.argv:
        lists = []
        for name in LISTS:
            lines = ",\n    ".join(json.dumps(case, ensure_ascii=True) for case in document[name])
            lists.append(f'  "{name}": [\n    {lines}\n  ]')
        joined = ",\n".join(lists)
        VECTORS.write_text(f'{{\n  "contract": "{CONTRACT}",\n{joined}\n}}\n', "utf-8")
    for about in differing:
        print(f"differs: {about}")
    total = sum(len(document[name]) for name in LISTS)
    print(f"{total - len(differing)} of {total} match")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
