// Joins the options of a question in rows of their own to one record, with the letters beside them as their labels.
import { readPlace } from '../read/index.ts'
import { refusal } from './errors.ts'
import type { MappedTable } from './one-row-each.ts'
import { isFilled, type TableRecord } from './records.ts'

/**
 * Joins options in rows of their own, below a question in merged cells, to lists. A cell of one option then has several texts. So has
 * that of an answer above a row that has only another one.
 */
export function joinRows(table: MappedTable): MappedTable {
  const { single, lists, options, choices, wrong } = table.columns
  const cells = [...lists, ...options, ...choices, ...wrong].map(({ index }) => index)
  if (single.wrong_answers !== undefined) cells.push(single.wrong_answers)
  const { question = -1, correct_answer: answer = -1 } = single
  // A column that is not used can have a mark beside one of several answers, and a number in each row.
  const isOther = (index: number, above: TableRecord) =>
    !table.columns.unused.includes(table.header[index] ?? '') || isFilled(above.values[index])
  const isBelow = (values: TableRecord['values'], above: TableRecord) =>
    !isFilled(values[question]) &&
    (isFilled(values[answer])
      ? single.is_correct === undefined &&
        !values.some((value, index) => index !== answer && isFilled(value) && isOther(index, above))
      : cells.some((index) => isFilled(values[index])))
  const groups: [TableRecord, ...TableRecord[]][] = []
  for (const record of table.records) {
    const group = groups.at(-1)
    if (!group || !isBelow(record.values, group[0])) groups.push([record])
    else group.push(record)
  }
  const joined = groups.filter(({ length }) => length > 1)
  const [option = -1] = cells
  const label = cells.length === 1 ? findLabels(table, joined, option) : undefined
  const records = groups.map((group) => {
    const [above, ...below] = group
    if (below.length === 0) return above
    const values = table.header.map((_, index) => {
      if (index === option && label !== undefined)
        return group.map(({ values }) => ({ text: values[option], label: values[label] }))
      const areSeveral =
        cells.includes(index) || (index === answer && below.some(({ values }) => isFilled(values[answer])))
      return areSeveral ? group.flatMap(({ values }) => values[index]).filter(isFilled) : above.values[index]
    })
    return { number: above.number, values }
  })
  if (label === undefined) return { ...table, records }
  const {
    place,
    unused,
    single: { id, ...others },
  } = table.columns
  const columns = {
    ...table.columns,
    single: id === label || id === undefined ? others : { ...others, id },
    place: place === label ? undefined : place,
    unused: unused.filter((name) => name !== table.header[label]),
  }
  return { ...table, columns, records }
}

/**
 * The column with the letters of options in rows of their own, such as D, C, B and A below `Letter`.
 * @throws ImportError when numbers have another order than the rows, and an answer is a number
 */
function findLabels(
  { header, columns }: MappedTable,
  groups: readonly (readonly TableRecord[])[],
  option: number,
): number | undefined {
  const areAll = (index: number, kind: string) =>
    groups.length > 0 &&
    groups.every((group) => {
      const places = group.flatMap(({ values }) => {
        const place = isFilled(values[option]) ? readPlace(String(values[index] ?? '')) : undefined
        return place?.kind === kind ? place.value : []
      })
      const first = Math.min(...places)
      const areFirst = first === 0 || (first === 1 && kind === 'number')
      return (
        areFirst && places.length === group.length && places.every((_, at) => places.includes(first + at))
      )
    })
  const { single, place, unused } = columns
  const indexes = [...header.keys()].filter(
    (index) => index === place || index === single.id || unused.includes(header[index] ?? ''),
  )
  const isOther = (index: number) =>
    groups.some(
      ([first, second]) =>
        readPlace(String(first?.values[single.correct_answer ?? -1] ?? ''))?.kind === 'number' &&
        Number(second?.values[index]) !== Number(first?.values[index]) + 1,
    )
  const doubtful = header[indexes.find((index) => areAll(index, 'number') && isOther(index)) ?? -1]
  if (doubtful !== undefined)
    throw refusal(
      'options in the order of their numbers',
      `another order below ${JSON.stringify(doubtful)}; --map "${doubtful}=ignore" says that the numbers mean nothing`,
    )
  return indexes.find((index) => areAll(index, 'letter'))
}
