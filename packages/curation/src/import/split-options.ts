// Splits a cell that contains several options.
import { readOptionList } from '@qb/core/questions'
import { type Cell, readJsonCell } from './cell.ts'

/**
 * Splits a cell with several options: a JSON or Python list, or options separated by `|`, line breaks or `;`. Commas
 * separate options only when one of the parts is the answer, because an option can contain a comma.
 * @returns undefined when the cell starts like a list but is none
 */
export function splitOptions(cell: string, answer: string): readonly string[] | undefined {
  const text = cell.trim()
  if (text === '') return []
  if (text.startsWith('[')) return readList(text)
  const separator = ['|', '\n', ';'].find((candidate) => text.includes(candidate))
  if (separator !== undefined) return trimAll(text.split(separator))
  const parts = trimAll(text.split(','))
  return parts.includes(answer.trim()) ? parts : [text]
}

function readList(text: string): readonly string[] | undefined {
  try {
    return readOptionList(text)
  } catch {
    const cell = readJson(text)
    return typeof cell === 'object' && cell.kind === 'list' ? cell.texts : undefined
  }
}

/** Reads lists that are not lists of strings, such as `[3, 4, 5]`. */
function readJson(text: string): Cell | undefined {
  try {
    return readJsonCell(JSON.parse(text))
  } catch {
    return undefined
  }
}

function trimAll(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
