// Updates the compare links at the bottom of a changelog for a new version. The links keep their style.
import type { ChangelogDocument } from '../document/index.ts'
import { eolNear, type Splice } from './splice.ts'
import { moveLink } from './style.ts'

/**
 * The splices that add the link of a new version and start the Unreleased link from it. There are none when the file
 * has no such links, or no link that the new one can be derived from.
 */
export function moveLinks(parsed: ChangelogDocument, current: string, version: string): Splice[] {
  const { definitions } = parsed.scan
  const unreleased = definitions.find(({ label }) => label.toLowerCase() === 'unreleased')
  const newest = definitions.find(({ label }) => label.replace(/^v/i, '') === current)
  const compare = unreleased && splitCompare(unreleased.destination)
  if (unreleased && compare) {
    const tag = compare.base.includes(current)
      ? compare.base.replace(current, () => version)
      : tagLike(compare.base, version)
    const moved = unreleased.destination.replace(compare.whole, () => `${tag}${compare.dots}${compare.head}`)
    const ended = unreleased.destination.replace(compare.whole, () => `${compare.base}${compare.dots}${tag}`)
    const label = newest ? newest.label.replace(current, version) : version
    return [
      replaceDestination(parsed, unreleased.line, unreleased.destination, moved),
      copyDefinition(
        parsed,
        unreleased.line,
        'after',
        [unreleased.label, label],
        [unreleased.destination, ended],
      ),
    ]
  }
  if (!newest) return []
  const destination = moveLink(newest.destination, current, version)
  const label = newest.label.replace(current, version)
  return [
    copyDefinition(parsed, newest.line, 'before', [newest.label, label], [newest.destination, destination]),
  ]
}

/** A version number. No match starts inside a number: when the first digit does not match, no later digit does. */
const NUMBER = /(?<!\d)\d+\.\d+\.\d+/

/** The two ends of a compare link, such as `v1.2.0...HEAD`. */
function splitCompare(destination: string) {
  const match = /(\.{2,3})([^./?#>]+)>?$/.exec(destination)
  if (!match) return undefined
  const [, dots, head] = match as unknown as [string, string, string]
  const path = destination.slice(0, match.index)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const number = NUMBER.exec(last)
  if (!number) return undefined
  const base = last.slice(last.lastIndexOf('.', number.index) + 1)
  return { whole: base + dots + head, base, dots, head }
}

/** A tag for `version` with the prefix of another tag. */
function tagLike(tag: string, version: string): string {
  const number = NUMBER.exec(tag)
  return number ? tag.slice(0, number.index) + version : tag
}

function replaceDestination({ scan }: ChangelogDocument, line: number, from: string, to: string): Splice {
  const { start, text } = scan.lines[line] as { start: number; text: string }
  const at = start + text.indexOf(from, text.indexOf(']:'))
  return { start: at, end: at + from.length, insert: to }
}

function copyDefinition(
  { scan }: ChangelogDocument,
  line: number,
  where: 'before' | 'after',
  [label, newLabel]: readonly [string, string],
  [destination, newDestination]: readonly [string, string],
): Splice {
  const { start, end, text, eol } = scan.lines[line] as (typeof scan.lines)[number]
  const behind = text.indexOf(']:')
  const head = text.slice(0, behind).replace(label, () => newLabel)
  const tail = text.slice(behind).replace(destination, () => newDestination)
  const copy = head + tail
  const near = eolNear(scan.lines, line)
  if (where === 'before') return { start, end: start, insert: copy + near }
  return { start: end, end, insert: eol === '' ? near + copy : copy + near }
}
