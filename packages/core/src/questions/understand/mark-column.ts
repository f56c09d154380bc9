// Finds the column that marks the right answer in a table with one row per answer, such as `x` below `Richtig`.
import { findTarget, isNameOf, type Target } from '../read/index.ts'
import { isFilled } from './records.ts'
import type { Table } from './table.ts'
import { isVerdict, readVerdict, withoutQuestionMark } from './truth.ts'

const MARK = /^\s*[xX✓✔☑✅]\ufe0f?\s*$/u

const TEXTS: readonly unknown[] = ['correct_answer', 'option', 'options']
const OTHERS: readonly unknown[] = ['choice', 'wrong', 'wrong_answers', 'is_correct']

/**
 * The columns of such a table: a column of texts, and one whose name says that they are right. It has a mark in one row of each question
 * and nothing in the others. A mapping that a person names stays as it is.
 */
export function mapMarks(table: Table, mapping: ReadonlyMap<string, Target>): ReadonlyMap<string, Target> {
  const { header, records, hasMembers } = table
  const targets = header.map(findTarget)
  const indexes = [...header.keys()]
  const question = targets.indexOf('question')
  const isMark = (index: number) => {
    const own = withoutQuestionMark(header[index])
    return isVerdict(own) && readVerdict(own) === true
  }
  const [mark, ...marks] = indexes.filter(isMark)
  const [text, ...texts] = indexes.filter(
    (index) => (TEXTS.includes(targets[index]) || isNameOf(header[index] ?? '', 'option')) && !isMark(index),
  )
  const isOther = indexes.some(
    (index) => (OTHERS.includes(targets[index]) && !isMark(index)) || isNameOf(header[index] ?? '', 'player'),
  )
  const areSeveral = marks.length + texts.length > 0 || isOther
  if (
    hasMembers ||
    mapping.size > 0 ||
    question < 0 ||
    mark === undefined ||
    text === undefined ||
    areSeveral
  )
    return mapping
  const counts = new Map<unknown, { rows: number; marked: number }>()
  let name: unknown = ''
  for (const { values } of records) {
    const [said, own] = [values[mark] ?? '', values[text] ?? '']
    if (isFilled(said) && !MARK.test(String(said))) return mapping
    name = values[question] || name
    if (!isFilled(own)) continue
    const { rows, marked } = counts.get(name) ?? { rows: 0, marked: 0 }
    counts.set(name, { rows: rows + 1, marked: marked + (isFilled(said) ? 1 : 0) })
  }
  const areMarked = [...counts.values()].every(({ rows, marked }) => rows > 1 && marked === 1)
  if (counts.size < 2 || !areMarked) return mapping
  return new Map<string, Target>([
    [header[text] ?? '', 'correct_answer'],
    [header[mark] ?? '', 'is_correct'],
  ])
}
