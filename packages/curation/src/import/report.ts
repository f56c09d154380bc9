// The report of an import, as lines of text.
import { count } from '../cli/count.ts'
import { showText } from '../cli/show-text.ts'
import type { ImportResult } from './import-questions.ts'

const MAX_DROPPED = 20

/** Describes what was read, changed and left out. */
export function describeImport(result: ImportResult, fileName: string): string[] {
  const { changes, dropped, encoding, format, notes, questions, read } = result
  return [
    `read ${count(read, 'question')} from ${showText(fileName)} (${format}, ${encoding})`,
    ...notes,
    ...[...changes].map(([change, number]) => `changed ${count(number, 'question')}: ${change}`),
    ...dropped.slice(0, MAX_DROPPED).map(({ origin, reason }) => `left out ${origin}: ${reason}`),
    ...(dropped.length > MAX_DROPPED ? [`left out ${dropped.length - MAX_DROPPED} more`] : []),
    `accepted ${count(questions.length, 'question')}, left out ${dropped.length}`,
  ]
}
