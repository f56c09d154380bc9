// Finds the options of answers that are letters or numbers in a column without a known name, such as `endings`.
import { quote } from '../../quote.ts'
import { isNameOf, type Place, readPlace, saysOption, selectsOption } from '../read/index.ts'
import type { Suspicion } from '../suspicions.ts'
import { readCell, type SourceOption } from './cells.ts'
import { LeftOutError, refusal } from './errors.ts'
import type { MappedTable } from './one-row-each.ts'
import { isFilled } from './records.ts'
import { splitCell } from './split-cell.ts'

/** How many texts of a column are options. Longer ones are lines of a text. */
const MAX_OPTIONS = 10
const MAX_LENGTH = 60

/** The share of lists among the cells of a column, and of places among the answers, that shows what they are. */
const MOST = 0.9

/** The texts of a cell, and whether only a sign such as a comma says that they are several. */
interface List {
  readonly texts: readonly string[]
  readonly isDoubtful: boolean
  /** Whether commas or slashes separate them, which are in many texts. */
  readonly isWeak: boolean
}

/** The signs that can separate a list: those that hardly anything else has, and others. */
const SIGNS = [undefined, ', ', ',', ' / ', '/']

function readList(value: unknown, signs: readonly (string | undefined)[]): List | undefined {
  try {
    const cell = readCell(value)
    const [only] = cell.options
    const text = cell.isList ? '' : (only?.text ?? '')
    const found = signs.map((sign) => splitCell(cell, '', sign)).find(({ length }) => length > 1) ?? []
    const areTexts = found.every(({ text, isMarked }) => text.trim() !== '' && isMarked === undefined)
    const isShort = !cell.isList && found.some((option) => option.text.length > MAX_LENGTH)
    if (!areTexts || isShort || found.length < 2 || found.length > MAX_OPTIONS) return undefined
    const isDoubtful = isDoubtfulList(text, found)
    const isWeak = isDoubtful && signs.length > 1 && !/[;|\n；؛｜•]/.test(text)
    return { texts: found.map((option) => option.text), isDoubtful, isWeak }
  } catch (error) {
    if (error instanceof LeftOutError) return undefined
    throw error
  }
}

/** Lines, semicolons, commas and slashes are in other texts too. */
function isDoubtfulList(text: string, options: readonly SourceOption[]): boolean {
  return text !== '' && !/^[[{]|\|/.test(text) && options[0]?.label === undefined
}

const SAMPLE = 50

/**
 * Reads the only column of lists as the options when all answers are places in it.
 * @throws ImportError when only a person knows whether it has the options
 */
export function findListColumn<T extends MappedTable>(table: T, separator: string | undefined): T {
  const { columns, records } = table
  const { single, options, choices, wrong } = columns
  const hasOptions = options.length + choices.length + wrong.length > 0
  if (hasOptions || single.options !== undefined || single.wrong_answers !== undefined) return table
  let found = createListColumns(table)
  let [answers, places, letters] = [0, 0, 0]
  for (const { values } of records) {
    if (found.length === 0) return table
    const answer = String(values[single.correct_answer ?? -1] ?? '').trim()
    const place = readPlace(answer)
    if (answer !== '') answers += 1
    if (place) places += 1
    if (place?.kind === 'letter') letters += 1
    for (const column of found) addCell(column, values[column.index], place, separator)
    found = found.filter(({ cells, lists }) => cells < SAMPLE || lists >= cells * MOST)
  }
  if (places === 0 || places < answers * MOST) return table
  // Of tags beside numbers, only some have so many.
  found = found.filter(
    ({ cells, lists, fits, doubtful, sizes }) =>
      lists > 0 && lists >= cells * MOST && fits * 2 >= places && (doubtful === 0 || sizes.size === 1),
  )
  const [first, ...others] = found
  if (!first) return table
  // One number can be an answer, beside a list of other things.
  const isCertain = letters > 0 || places > 1
  if (!isCertain || others.length > 0 || first.fits < places || first.doubtful > 0)
    throw refusal(
      'columns of options beside answers that are letters or numbers',
      `${found.map(({ name }) => JSON.stringify(name)).join(' and ')}, which may have them; --map "${first.name}=options" says so, and --map "${first.name}=ignore" that it means nothing`,
    )
  const { index, name } = first
  return {
    ...table,
    columns: {
      ...columns,
      lists: [{ index, more: [] }],
      single: { ...single, options: index },
      unused: columns.unused.filter((other) => other !== name),
    },
  }
}

/** Where most cells of the wrong answers are lists, a comma in another one can separate them, too, whatever its name is. */
export function findSeveral<T extends MappedTable>(table: T): T {
  const { columns, records } = table
  const cells: unknown[] = []
  for (const { values } of records) {
    if (columns.areWrongSeveral || cells.length === SAMPLE) break
    const cell = values[columns.single.wrong_answers ?? -1]
    if (isFilled(cell)) cells.push(cell)
  }
  // Two commas separate three names, and are in sentences too.
  const isOfNames = (texts: readonly string[]) =>
    texts.length > 2 && texts.every((text) => text.split(' ').length < 4)
  const lists = cells.filter(
    (cell) => readList(cell, [undefined]) || isOfNames(readList(cell, [',', ' / '])?.texts ?? []),
  )
  return lists.length * 2 > cells.length
    ? { ...table, columns: { ...columns, areWrongSeveral: true } }
    : table
}

/**
 * Finds a column that is not used and has a list for most questions, which have no other options. Returns what is to be said of it.
 * @throws ImportError when the name of the column, or three texts in most rows, make options of them
 */
export function findLost(table: MappedTable, separator: string | undefined): Suspicion[] {
  const isOther = (name: string) => isNameOf(name.replace(/[\s_]*\d+$/, ''), 'note', 'otherList')
  const found = createListColumns(table).filter(({ name }) => !isOther(name))
  const answers = new Set<string>()
  let rows = 0
  for (const { values } of found.length > 0 ? table.records : []) {
    if (rows++ === SAMPLE) break
    answers.add(String(values[table.columns.single.correct_answer ?? -1]).trim())
    for (const column of found) addCell(column, values[column.index], undefined, separator)
  }
  const likely = found.filter(({ cells, lists, weak, sizes, texts }) => {
    const areEven = weak < lists / 2 || (lists > 2 && lists === cells && sizes.size === 1 && !sizes.has(2))
    // Tags occur again and again, and are no answers.
    const areTags = texts.length > 2 * new Set(texts).size && !texts.some((text) => answers.has(text))
    return lists * 2 > rows && areEven && !areTags
  })
  // Beside places, the lists are compared with them above.
  if ([...answers].every(readPlace)) return []
  const lost = likely.find(({ name, long }) => saysOption(name) || long * 2 > rows)
  if (!lost)
    return likely.map(({ name }) => ({
      message: `the column ${quote(name)} is not used, and has lists, which can be options`,
      isSecret: false,
    }))
  throw refusal(
    'questions with options, or no column of lists beside them',
    `the lists of ${quote(lost.name)}; --map "${lost.name}=wrong_answers" or --map "${lost.name}=options" says what they are, and --map "${lost.name}=ignore" that they mean nothing`,
  )
}

/** The columns that are not used and can have lists of options, and how many of their cells do. */
const createListColumns = ({ header, columns }: MappedTable) =>
  [...header.entries()]
    .filter(([, name]) => columns.unused.includes(name) && !isNameOf(name, 'otherList'))
    .map(([index, name]) => {
      const counts = { cells: 0, lists: 0, fits: 0, doubtful: 0, weak: 0, long: 0 }
      return { index, name, ...counts, sizes: new Set<number>(), texts: [] as string[] }
    })

function addCell(
  column: ReturnType<typeof createListColumns>[number],
  value: unknown,
  place: Place | undefined,
  separator: string | undefined,
) {
  if (value === undefined || value === null || value === '') return
  column.cells += 1
  const list = readList(value, separator === undefined ? SIGNS : [separator])
  if (!list) return
  column.lists += 1
  column.sizes.add(list.texts.length)
  if (list.texts.length > 2) column.long += 1
  if (list.isDoubtful) column.doubtful += 1
  if (list.isWeak) column.weak += 1
  column.texts.push(...list.texts)
  if (place && selectsOption(place, list.texts)) column.fits += 1
}
