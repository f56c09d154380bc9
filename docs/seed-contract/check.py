#!/usr/bin/env python3
"""A second implementation of the seed contract. It follows seed-contract.md and shares no code with the service.

python3 docs/seed-contract/check.py          compares its results with the golden vectors
python3 docs/seed-contract/check.py --write  rewrites the vectors (only for a new version of the contract)
"""

import hashlib
import json
import pathlib
import sys

CONTRACT = "question-bank/seed/v2"
VECTORS = pathlib.Path(__file__).with_name("vectors.json")
LISTS = ["vectors", "option_orders", "refused_seeds"]
TWO_32 = 1 << 32
MAX_SHUFFLED = 4096
ROUNDS = 8
PARITY = 0x1BD11BDA
ROTATIONS = [(10, 26), (11, 21), (13, 27), (23, 5), (6, 20), (17, 11), (25, 10), (18, 20)]


def netstring(string):
    """Section 2: a string with its length in bytes."""
    data = string.encode("utf-8")
    return str(len(data)).encode("ascii") + b":" + data + b","


def words_of(digest, count):
    """The first words of a hash, the most significant byte first."""
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 4 * count, 4)]


class Stream:
    """Sections 2 and 3: the words of a stream."""

    def __init__(self, purpose, parts, question):
        name = b"".join(netstring(part) for part in [CONTRACT, purpose, *parts])
        self.key = words_of(hashlib.sha256(name).digest(), 4)
        self.number = [0, 0, 0]
        if question is not None:
            self.number = words_of(hashlib.sha256(question.encode("utf-8")).digest(), 3)
        self.blocks = 0
        self.pending = []

    def word(self):
        """The next word, an integer below 2 ** 32."""
        if not self.pending:
            self.pending = threefry(self.key, [self.blocks, *self.number])
            self.blocks += 1
        return self.pending.pop(0)

    def below(self, bound):
        """Section 4: the next integer below bound."""
        limit = TWO_32 - TWO_32 % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def threefry(key, counter):
    """Section 3: Threefry-4x32 with 20 rounds."""
    keys = [*key, PARITY ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    words = [(word + key) % TWO_32 for word, key in zip(counter, keys)]
    for number in range(20):
        second, fourth = (1, 3) if number % 2 == 0 else (3, 1)
        for first, other, bits in zip((0, 2), (second, fourth), ROTATIONS[number % 8]):
            words[first] = (words[first] + words[other]) % TWO_32
            rotated = words[other] << bits | words[other] >> 32 - bits
            words[other] = rotated % TWO_32 ^ words[first]
        if number % 4 == 3:
            step = number // 4 + 1
            words = [(word + keys[(step + index) % 5]) % TWO_32 for index, word in enumerate(words)]
            words[3] = (words[3] + step) % TWO_32
    return words


def sample(stream, n, offset, count):
    """Sections 5 and 6: the items from offset of the order of 0 to n - 1, at most count."""
    end = min(n, offset + count)
    if n > MAX_SHUFFLED:
        keys = [stream.word() for _ in range(ROUNDS)]
        return [permute(keys, n, index) for index in range(offset, end)]
    items = list(range(n))
    for index in range(end):
        drawn = index + stream.below(n - index)
        items[index], items[drawn] = items[drawn], items[index]
    return items[offset:end]


def permute(keys, n, index):
    """Section 6: the item at an index of a large population."""
    bits = (n - 1).bit_length()
    sizes = [bits // 2, bits - bits // 2]
    item = index
    while True:
        left, right = item >> sizes[1], item & ((1 << sizes[1]) - 1)
        for number, key in enumerate(keys):
            left, right = right, left ^ (mix((right + key) % TWO_32) & ((1 << sizes[number % 2]) - 1))
        item = left << sizes[1] | right
        if item < n:
            return item


def mix(word):
    """Section 6: the finalizer of MurmurHash3."""
    word = (word ^ word >> 16) * 0x85EBCA6B % TWO_32
    word = (word ^ word >> 13) * 0xC2B2AE35 % TWO_32
    return word ^ word >> 16


def order_options(stream, options):
    """Section 7: the options, sorted by UTF-16 code units and then ordered."""
    by_code_units = sorted(options, key=lambda option: option.encode("utf-16-be", "surrogatepass"))
    return [by_code_units[index] for index in sample(stream, len(by_code_units), 0, len(by_code_units))]


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
            "sample": sample(stream, vector["n"], vector["offset"], vector["count"]),
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
