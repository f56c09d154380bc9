// Doubts about columns that are not used, and say that options or answers are in another order than their places.
import { readPlace } from '../read/index.ts'
import type { ColumnMap } from './columns.ts'
import type { Doubt } from './doubts.ts'
import type { TableRecord } from './records.ts'

type Values = TableRecord['values']
const textAt = (values: Values, index: number) => String(values[index] ?? '').trim()

/** Lists the doubts about the order of the options of a question, and about that of the answers of all questions. */
export function listOrders(header: readonly string[], columns: ColumnMap): readonly Doubt[] {
  const isFree = (index: number) => columns.unused.includes(header[index] ?? '') || header[index] === ''
  const options = [...columns.options, ...columns.choices]
  const labels = options.map(({ index }) => index - 1).filter(isFree)
  const doubts: Doubt[] = []
  if (labels.length > 1 && labels.length === options.length) doubts.push(createLabelDoubt(labels))
  const { question = 0, correct_answer: answer = 0 } = columns.single
  const [own, other] = [question - 1, answer - 1]
  if (own >= 0 && other !== own && isFree(other)) doubts.push(createNumberDoubt(own, other))
  return doubts
}

/** A letter or a number before each option, as in `3,Rome,1,Paris`. */
function createLabelDoubt(labels: readonly number[]): Doubt {
  let isOther = false
  return {
    isOfKind({ reading }, _number, values) {
      const places = labels.flatMap((index) => readPlace(textAt(values, index))?.value ?? [])
      isOther ||= places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
      return reading.verdict !== 'text' && places.length > 1 && new Set(places).size === places.length
    },
    isEnough: () => isOther,
    got: 'beside letters or numbers of the options in another order',
    remedy: 'sort the options by them, or write the texts of the answers',
  }
}

/** A key beside the questions, whose numbers are those of the questions in another order. */
function createNumberDoubt(own: number, other: number): Doubt {
  const [numbers, keyed] = [new Set<string>(), new Set<string>()]
  let isOther = false
  return {
    isOfKind(_question, _number, values) {
      const [number, key] = [textAt(values, own), textAt(values, other)]
      numbers.add(number)
      keyed.add(key)
      isOther ||= number !== key
      return /^\d+$/.test(number) && /^\d+$/.test(key)
    },
    isEnough: () =>
      isOther && keyed.size > 1 && [...keyed].filter((key) => numbers.has(key)).length > keyed.size / 2,
    got: 'beside numbers of questions in another order',
    remedy: 'sort the key by the numbers of its questions',
    isSaid: false,
  }
}
