// Derives the bullets of new entries from the entries of the file.
import {
  type ChangelogDocument,
  columnsOf,
  contentIndent,
  type Entry,
  indentOf,
  isBlank,
  type Section,
  textAt,
} from '../../document/index.ts'
import { isListTitle } from '../section-edges.ts'

// Wider bullets are not copied, because each line of an entry is indented by the width of its bullet.
const BULLET = /^(\s*)(?:\*[*)]|[-+*o.•]|(\d{1,8})([.)]))([ \t]{1,16})\S/

/** Maximum number of places that are compared. Those nearest to the top of the file show its style of today. */
export const MAX_MODELS = 5

/**
 * The bullet of new entries, with its indent and spaces: that of the first entry in the section, else in a later section, else in any
 * section, else `- `. Numbers, from 1, count only when most sections have them, because the prose of one version can have steps.
 */
export function bulletFor(document: ChangelogDocument, section: Section): string {
  const { sections } = document
  const nearest = [section, ...sections.filter(({ endLine }) => endLine > section.endLine), ...sections]
  const models: Bullet[] = []
  for (const { entries } of new Set(nearest)) {
    if (models.length === MAX_MODELS) break
    // Lists above the categories can be of another kind.
    const preferred = [...entries.filter(({ type }) => type !== null), ...entries]
    models.push(...preferred.flatMap((entry) => readBullet(document, entry) ?? []).slice(0, 1))
  }
  const ordered = models.filter(({ number }) => number !== undefined)
  const isOrdered = ordered.length > models.length / 2
  const bullet = models.find(({ number }) => (number !== undefined) === isOrdered)
  // Below a title that is a list item, the list is nested. The lists of Org have another bullet, and are not.
  const title = textAt(document, section.heading.firstLine)
  const least = isListTitle(document, section.heading) ? contentIndent(title) : 0
  const isNested = !bullet || (bullet.text[0] === title[0] && bullet.text[1] !== '*')
  if (!bullet || (isNested && indentOf(bullet.text) < least)) return `${' '.repeat(least)}- `
  return bullet.number === undefined ? bullet.text : bullet.numbered(1)
}

/** The bullets of new entries below the existing `entries`. In an ordered list, they continue the numbers. */
export function nextBullets(
  document: ChangelogDocument,
  entries: readonly Entry[],
  bullet: string,
  count: number,
): string[] {
  const model = readBullet(document, entries.at(-1)) ?? parseBullet(`${bullet}x`)
  const number = model?.number
  const isLike = model && isBlank(model.text) === isBlank(bullet)
  if (!model || number === undefined) return new Array<string>(count).fill(isLike ? model.text : bullet)
  // CommonMark numbers a list by its first item, so some files repeat the same number.
  const step = readBullet(document, entries.at(-2))?.number === number ? 0 : 1
  const first = number + (entries.length > 0 ? step : 0)
  return Array.from({ length: count }, (_, index) => model.numbered(first + step * index))
}

function readBullet(document: ChangelogDocument, entry: Entry | undefined) {
  return entry && parseBullet(textAt(document, entry.firstLine), document.dialect.syntax === 'prose')
}

type Bullet = NonNullable<ReturnType<typeof parseBullet>>

/** Reads the bullet of a line, with its indent and spaces. `number` is undefined for an unordered list. Of a paragraph, it is the indent. */
function parseBullet(line: string, isProse = false) {
  const match = BULLET.exec(line) ?? (isProse ? /^([ \t]*)\S/.exec(line) : null)
  if (!match) return undefined
  const [whole, indent = '', number, delimiter = '', space = ''] = match
  return {
    text: whole.slice(0, -1),
    number: number === undefined ? undefined : Number(number),
    numbered: (value: number) => indent + value + delimiter + space,
  }
}

/** Formats an entry as a list item. The lines below the first one have an indent of the width of the bullet. */
export function formatItem([first = '', ...rest]: readonly string[], bullet: string): string[] {
  const indent = ' '.repeat(columnsOf(bullet))
  return [bullet + first, ...rest.map((line) => (line === '' ? '' : indent + line))]
}
