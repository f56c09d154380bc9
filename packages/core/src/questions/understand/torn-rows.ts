// Leaves out rows whose cells are in the wrong columns: a text with the separator has no quotes, or a cell is missing.
import { quote } from '../../quote.ts'
import { readPlace } from '../read/index.ts'
import type { SourceOption } from './cells.ts'
import { LeftOutError, leftOut } from './errors.ts'

const createTornError = (expected: string, got: string) =>
  new LeftOutError(expected, `, got ${got}; a text that contains the separator needs quotes`)

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
export function assertWidth(header: readonly string[], values: readonly unknown[]): void {
  if (values.length <= header.length) return
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return
  throw createTornError(`expected ${header.length} cells as in the header`, `${width}`)
}

/** A row with an option less, and without an empty cell for it, has its answer in the column of the last option. */
export function assertNotShort(options: readonly SourceOption[]): void {
  const filled = options.filter(({ text }) => text.trim() !== '')
  const arePlaces = filled.map(({ text }) => readPlace(text) !== undefined)
  if (filled.length < 3 || arePlaces.indexOf(true) !== filled.length - 1) return
  throw leftOut(
    'as many cells as in the header',
    `fewer, and ${quote(filled.at(-1)?.text ?? '')} as the last option, which can be the answer`,
  )
}

/** `Washington, D.C.` and `1,000` without quotes are two cells. */
export function assertNotCut(answer: string, next: unknown): void {
  if (typeof next !== 'string') return
  const isNumberSplit = /^\d{1,3}$/.test(answer) && /^0\d\d$/.test(next)
  if (!isNumberSplit && !/^ \S/.test(next)) return
  throw createTornError('expected the end of the answer before the next cell', quote(next))
}

/** `In 1914, what began?` and `How many metres are 1,5 km?` without quotes are two cells, and the row may have as many as the header. */
export function assertNotShifted(question: string, next: unknown, answer: string): void {
  if (/[?.!:…"”’')_]\s*$/.test(question)) return
  const cells = [typeof next === 'string' ? next : '', answer]
  const isNumberSplit = /\d$/.test(question) && /^\d.*\p{L}.*\?\s*$/su.test(cells[0] ?? '')
  const rest = cells.find((cell) => /^\s.*\?\s*$|^ \p{Ll}/su.test(cell))
  if (rest === undefined && !isNumberSplit) return
  throw createTornError(
    'expected the end of the question before the next cell',
    quote(rest ?? cells[0] ?? ''),
  )
}
