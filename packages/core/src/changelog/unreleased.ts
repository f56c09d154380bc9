// The Unreleased section: found with certainty, or made where it belongs.
import { CoreError } from '../errors.ts'
import { readDefinition } from './blocks.ts'
import { type ParsedChangelog, parseChangelog, type Section } from './parse.ts'
import type { Scan } from './scan.ts'
import { applySplices, insertAfter } from './splice.ts'
import { rewriteHeading } from './style.ts'

/** What a changelog starts as where there is none. */
export const NEW_CHANGELOG = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`

/**
 * The Unreleased section, or undefined where there is none.
 * @throws CoreError `ambiguous_changelog` when there is more than one
 */
export function findUnreleased({ sections }: ParsedChangelog): Section | undefined {
  const [found, second] = sections.filter(({ meaning }) => meaning.kind === 'unreleased')
  if (!second) return found
  throw new CoreError(
    'ambiguous_changelog',
    `expected one Unreleased heading, got a second one at line ${second.heading.firstLine + 1}`,
  )
}

/** The changelog with an Unreleased heading: above the first version, or at the end where there is no version. */
export function withUnreleased(parsed: ParsedChangelog): ParsedChangelog {
  if (findUnreleased(parsed)) return parsed
  const { text, scan, sections } = parsed
  const first = sections[0]
  if (!first) {
    const anchor = lastBodyLine(parsed, 0, scan.lines.length)
    return parseChangelog(
      applySplices(text, [insertAfter(text, scan.lines, anchor, ['', '## [Unreleased]'])]),
    )
  }
  const heading = rewriteHeading(
    parsed,
    first.heading,
    first.heading.text.startsWith('[') ? '[Unreleased]' : 'Unreleased',
  )
  const anchor = lineAbove(parsed, first.heading.firstLine)
  const inserted = anchor === -1 ? [...heading, ''] : ['', ...heading]
  return parseChangelog(applySplices(text, [insertAfter(text, scan.lines, anchor, inserted)]))
}

/** The last line above a heading that is not blank and not an anchor or a comment of the heading's own; −1 for none. */
function lineAbove({ scan }: ParsedChangelog, heading: number): number {
  let line = heading - 1
  while (line >= 0 && ['blank', 'html', 'comment'].includes(scan.kinds[line] ?? '')) line--
  return line
}

/** The last line of some lines but blanks, comments, rules and link definitions at their end; `from − 1` for none. */
export function lastBodyLine({ scan }: ParsedChangelog, from: number, to: number): number {
  let line = to - 1
  while (line >= from && isFooter(scan, line)) line--
  return line
}

function isFooter({ lines, kinds }: Scan, line: number): boolean {
  const kind = kinds[line] ?? 'blank'
  if (kind === 'paragraph') return readDefinition(lines[line]?.text ?? '') !== undefined
  return kind === 'blank' || kind === 'comment' || kind === 'rule'
}
