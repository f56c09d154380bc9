// Reads the text export of Anki: lines such as `#separator:tab`, and then notes without a header.
import { readCsvTable, type Table, type TableRecord } from '@qb/core/questions'
import { toVisibleText } from './html-to-text.ts'
import { leaveOut } from './question-list.ts'
import type { ReadSettings } from './read-source.ts'
import type { Dropped, Source } from './source.ts'

const SEPARATORS: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  colon: ':',
}

/** What the columns that Anki names by number are. */
const COLUMNS = [
  ['guid', 'id'],
  ['deck', 'topic'],
  ['tags', 'tags'],
  ['notetype', 'notetype'],
] as const

export function isAnki(text: string): boolean {
  return /^#(?:separator|html|columns|(?:guid|deck|tags|notetype)(?: column)?):/i.test(text)
}

/** @see https://docs.ankiweb.net/importing/text-files.html */
export async function readAnkiSource(text: string, { mapping }: ReadSettings): Promise<Source> {
  const [head = ''] = /^(?:#.*(?:\r\n|\n|\r))*/.exec(text) ?? []
  const said = new Map(
    [...head.matchAll(/^#([^:\r\n]+):(.*)$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replace(/\r$/, ''),
    ]),
  )
  const separator = SEPARATORS[said.get('separator')?.toLowerCase() ?? ''] ?? said.get('separator') ?? '\t'
  // The line that names the separator takes the place of the last line of the head, so that lines are counted.
  const blank = '\n'.repeat(Math.max(head.split(/\r\n|\n|\r/).length - 2, 0))
  const bytes = Buffer.from(`sep=${separator}\n${blank}${text.slice(head.length)}`)
  const { dropped, records, header } = await readCsvTable(bytes, { mapping: new Map(), hasHeader: false })
  const isHtml = said.get('html')?.trim() !== 'false'
  const notes = isHtml ? readHtml(records) : { records, dropped: [] }
  const table: Table = {
    header: nameColumns(header, said, separator, mapping.size > 0),
    records: notes.records,
    areTexts: ![...mapping.values()].some((target) => OPTIONS.includes(target)),
    isUnnamed: !said.has('columns'),
    remedy: '; columns without a name are named by number, such as --map "1=question,2=correct_answer"',
  }
  return {
    table,
    format: 'Anki',
    unit: 'line',
    dropped: [...dropped.map(({ number, error }) => ({ number, reason: error.message })), ...notes.dropped],
  }
}

/** What a person calls a column of options, one of which the answer can name by its letter. */
const OPTIONS = ['option', 'options', 'choice']

/** Of two columns of a note, the first one is the question. */
function nameColumns(
  header: readonly string[],
  said: ReadonlyMap<string, string>,
  separator: string,
  isMapped: boolean,
): string[] {
  const given = said.get('columns')?.split(separator)
  const names = header.map((number, index) => given?.[index]?.trim() || number)
  for (const [kind, name] of COLUMNS) {
    const index = Number(said.get(`${kind} column`) ?? 0) - 1
    if (names[index] !== undefined) names[index] = name
  }
  const fields = names.filter((name) => !COLUMNS.some(([, own]) => own === name))
  const areSides = given ? fields.join() === 'Front,Back' : fields.length === 2
  if (isMapped || !areSides) return names
  return names.map((name) => ['question', 'correct_answer'][fields.indexOf(name)] ?? name)
}

/** Converts the HTML of notes. Notes with a picture, a sound or a gap to fill are left out. */
function readHtml(records: Iterable<TableRecord>) {
  const read: TableRecord[] = []
  const dropped: Dropped[] = []
  for (const { number, values } of records) {
    const texts = values.map((value) => toVisibleText(String(value)))
    const lost = texts.find((cell) => cell.lost !== undefined)?.lost
    const text = texts.map((cell) => cell.text).join('\n')
    const kind = /\{\{c\d+::/.test(text) ? 'a cloze' : /\[sound:/.test(text) ? 'a sound' : lost
    if (kind) dropped.push(leaveOut(number, kind))
    else read.push({ number, values: texts.map((cell) => cell.text) })
  }
  return { records: read, dropped }
}
