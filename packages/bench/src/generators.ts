// Compares the random numbers of the seed contract with other generators. Each of them draws the same numbers of items in every
// round, so that a slowdown of the machine affects all of them.
import { hash } from 'node:crypto'
import { createGenerator, createKey, optionOrderOf, QUESTION_ORDER } from '@qb/core/random'
import seedrandom from 'seedrandom'
import { median } from './median.ts'

const DRAWS = 5000
const ROUNDS = 9
/** The name of the generator of the contract in the results. */
const CONTRACT = 'Threefry-4x32-20'

/** A stream of words, of 32 bits. */
type Stream = () => number

/** The streams of a seed: one for the order of the questions, and one for the options of each of them. */
interface Streams {
  readonly questions: Stream
  optionsOf(id: string): Stream
}

/** Creates streams that each have a name. */
const namedStreams =
  (create: (name: string) => Stream) =>
  (seed: string): Streams => {
    const name = `21:question-bank/seed/v2,4:seed,9:astronomy,5:${seed},`
    return { questions: create(name), optionsOf: (id) => create(`${name}8:${id},`) }
  }

/** Creates streams of seedrandom, which have a hash of the name as their key. */
const seededStreams = (create: (key: string) => { int32(): number }, keyLength = 43) =>
  namedStreams((name) => {
    const prng = create(hash('sha256', name, 'base64url').slice(0, keyLength))
    return () => prng.int32()
  })

const IDS = Array.from({ length: 10 }, (_, index) => `AST-000${index}`)
// The service reads these numbers from the dataset.
const NUMBERS = new Map(IDS.map((id) => [id, optionOrderOf(id)]))

const GENERATORS: Readonly<Record<string, (seed: string) => Streams>> = {
  [CONTRACT](seed) {
    const key = createKey('seed', 'astronomy', seed)
    return {
      questions: createGenerator(key, QUESTION_ORDER).next,
      optionsOf: (id) => createGenerator(key, NUMBERS.get(id) ?? QUESTION_ORDER).next,
    }
  },
  'SHA-256 in counter mode': namedStreams(createHashStream),
  alea: seededStreams(seedrandom.alea),
  'alea, short key': seededStreams(seedrandom.alea, 22),
  'tychei, short key': seededStreams(seedrandom.tychei, 22),
  arc4: seededStreams((key) => seedrandom(key)),
  xor128: seededStreams(seedrandom.xor128),
}

/** Creates a stream of the hashes of a name and a number. */
function createHashStream(name: string): Stream {
  let block = ''
  let count = 0
  return () => {
    if (count % 8 === 0) block = hash('sha256', `${name}${count}`, 'binary')
    const offset = (count++ % 8) * 4
    return (
      (block.charCodeAt(offset) << 24) |
      (block.charCodeAt(offset + 1) << 16) |
      (block.charCodeAt(offset + 2) << 8) |
      block.charCodeAt(offset + 3)
    )
  }
}

/** Draws the words for ten questions and for the order of four options of each. Returns their sum. */
function drawPage({ questions, optionsOf }: Streams): number {
  let sum = 0
  for (const id of IDS) {
    sum += questions()
    const options = optionsOf(id)
    for (let option = 0; option < 4; option++) sum += options()
  }
  return sum
}

/** Measures the draws for a page of the quiz, from the seed on. Results are medians of the rounds. */
export function measureGenerators(): Record<string, object> {
  const timesUs: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, create] of Object.entries(GENERATORS)) {
      const start = process.hrtime.bigint()
      for (let count = 0; count < DRAWS; count++) drawPage(create(String(10_000 + count)))
      const timeUs = Number(process.hrtime.bigint() - start) / 1000 / DRAWS
      // The first round is a warm-up and is not counted.
      if (round > 0) timesUs[name] = [...(timesUs[name] ?? []), timeUs]
    }
  }
  const contractUs = timesUs[CONTRACT] ?? []
  return Object.fromEntries(
    Object.entries(timesUs).map(([name, values]) => {
      const ratio = median(values.map((value, round) => value / (contractUs[round] ?? Number.NaN)))
      return [
        name,
        { 'µs per page': Math.round(median(values) * 100) / 100, ratio: Math.round(ratio * 100) / 100 },
      ]
    }),
  )
}
