// Splits a list into parts such as `Teil 1` and `Teil 2`, whose questions start again at 1, with a key for each.
import { foldCase } from '@qb/core/questions'
import { PART_NAME, readKey, readTitle } from './list-key.ts'
import { NUMBERED, plain } from './list-lines.ts'

/** The title of a part, or of its key, and what is behind it in its line. */
const PART = new RegExp(
  String.raw`^[\s#*_]*([^\d:：]{0,30}?)[\s:：–(-]*(?:(?<=\s)(?:for|to|of|für|zu|de la|de|della)\s)?(${PART_NAME})(?![\p{L}\d])[\s:：.)*_–-]*(.{0,200})$`,
  'iu',
)

const MAX_TITLE = 300

const isAlone = (line: string) => readTitle(line)?.isClear === true && readTitle(line)?.rest === ''

/** The lines of a part without the title of all keys below it. */
function trimTitle(lines: readonly string[]): readonly string[] {
  const at = lines.findLastIndex((line) => line.trim() !== '')
  return isAlone(lines[at] ?? '') ? lines.slice(0, at) : lines
}

/** The parts of a list, as lists of their own: their lines keep their numbers. Undefined unless each one has one key. */
export function splitParts(text: string): string[] | undefined {
  const parts = new Map<
    string,
    { readonly start: number; readonly lines: string[]; readonly key: string[] }
  >()
  const above: string[] = []
  let current = above
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    // A title is short, and the expression takes long on lines of spaces.
    const short = line.length > MAX_TITLE ? '' : line.trim().replace(/\s+/g, ' ')
    const [, title = '', name = '', rest = ''] = PART.exec(short) ?? []
    const part = parts.get(foldCase(name))
    if (name === '' || (title !== '' && !readTitle(title))) current.push(line)
    else if (!part && title === '') {
      current = []
      parts.set(foldCase(name), { start: index + 1, lines: current, key: [] })
    } else if (part?.key.length === 0) {
      current = part.key
      if (readTitle(rest)?.rest !== '') current.push(rest)
    } else return undefined
  }
  const firstOf = (lines: readonly string[]) =>
    NUMBERED.exec(plain(lines.find((line) => NUMBERED.test(plain(line))) ?? ''))?.[1]
  const found = [...parts.values()].map(({ start, lines, key }) => ({ start, key, own: trimTitle(lines) }))
  if (found.length < 2 || firstOf(above) || found.some(({ own }) => firstOf(own) !== '1')) return undefined
  const lists = found.flatMap(({ start, key, own }) => {
    const list = '\n'.repeat(start) + own.join('\n')
    if (key.length === 0) return readKey(list) ? list : []
    const keyed = [list, 'Answer key', ...key].join('\n')
    return readKey(list) || !readKey(keyed) ? [] : keyed
  })
  return lists.length === found.length ? lists : undefined
}
