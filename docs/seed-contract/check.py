#!/usr/bin/env python3
"""A second implementation of the seed contract. It follows seed-contract.md and shares no code with the service.

python3 docs/seed-contract/check.py          compares its results with the golden vectors
python3 docs/seed-contract/check.py --write  rewrites the vectors (only for a new version of the contract)
"""

import hashlib
import json
import pathlib
import sys

CONTRACT = "question-bank/seed/v3"
VECTORS = pathlib.Path(__file__).with_name("vectors.json")
LISTS = ["vectors", "option_orders", "refused_seeds"]
TWO_32 = 1 << 32
DISCARDED_WORDS = 8


def netstring(string):
    """Section 2: a string with its length in bytes."""
    data = string.encode("utf-8")
    return str(len(data)).encode("ascii") + b":" + data + b","


def hash_words(data):
    """Section 2: the first three words of a hash, the most significant byte first."""
    digest = hashlib.sha256(data).digest()
    return [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8)]


class Stream:
    """Sections 2 and 3: the words of a stream."""

    def __init__(self, purpose, parts, question):
        self.state = hash_words(b"".join(netstring(part) for part in [CONTRACT, purpose, *parts]))
        if question is not None:
            number = hash_words(question.encode("utf-8"))
            self.state = [word ^ other for word, other in zip(self.state, number)]
        self.carry = 1
        for _ in range(DISCARDED_WORDS):
            self.word()

    def word(self):
        """Section 3: the next word of Alea, an integer below 2 ** 32."""
        first, second, third = self.state
        self.carry, word = divmod(2091639 * first + self.carry, TWO_32)
        self.state = [second, third, word]
        return word

    def below(self, bound):
        """Section 4: the next integer below bound."""
        limit = TWO_32 - TWO_32 % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def order(stream, n, offset, count):
    """Section 5: the items from offset of the order of 0 to n - 1, at most count."""
    moved = {}
    items = []
    for index in range(min(n, offset + count)):
        drawn = index + stream.below(n - index)
        items.append(moved.get(drawn, drawn))
        moved[drawn] = moved.get(index, index)
    return items[offset:]


def order_options(stream, options):
    """Section 6: the options, sorted by UTF-16 code units and then ordered."""
    by_code_units = sorted(options, key=lambda option: option.encode("utf-16-be", "surrogatepass"))
    return [by_code_units[index] for index in order(stream, len(by_code_units), 0, len(by_code_units))]


def seed_is_valid(seed):
    """Section 1: 1 to 128 code points without lone surrogates."""
    return 1 <= len(seed) <= 128 and not any(0xD800 <= ord(char) <= 0xDFFF for char in seed)


def stream_of(case):
    """The stream that a vector names."""
    return Stream(case["purpose"], case["parts"], case["question"])


def main():
    document = json.loads(VECTORS.read_text("utf-8"))
    differing = []
    for vector in document["vectors"]:
        words, stream = stream_of(vector), stream_of(vector)
        expected = {
            "words": [words.word() for _ in range(9)],
            "order": order(stream, vector["n"], vector["offset"], vector["count"]),
        }
        if "--write" in sys.argv:
            vector.update(expected)
        elif any(vector.get(name) != value for name, value in expected.items()):
            differing.append(vector["about"])
    for case in document["option_orders"]:
        ordered = order_options(stream_of(case), case["options"])
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
