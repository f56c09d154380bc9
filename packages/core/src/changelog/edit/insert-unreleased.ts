// Inserts an Unreleased section when there is none.
import {
  type ChangelogDocument,
  findUnreleased,
  parseChangelog,
  readDefinition,
  type Scan,
} from '../document/index.ts'
import { applySplices, insertAfter } from './splice.ts'
import { plainUnreleasedText, rewriteHeading } from './style.ts'

/** The text of a new changelog. */
export const NEW_CHANGELOG = `# Changelog

All notable changes to this project will be documented in this file.

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]
`

/** Adds an Unreleased heading if it is missing: above the first version, or at the end when there is no version. */
export function withUnreleased(document: ChangelogDocument): ChangelogDocument {
  if (findUnreleased(document)) return document
  const { text, scan, sections } = document
  const first = sections[0]
  if (!first) {
    const anchor = lastBodyLine(document, 0, scan.lines.length)
    const splice = insertAfter(text, scan.lines, anchor, ['', '## [Unreleased]'])
    return parseChangelog(applySplices(text, [splice]))
  }
  const heading = rewriteHeading(document, first.heading, plainUnreleasedText(first.heading))
  const anchor = lineAbove(document, first.heading.firstLine)
  const inserted = anchor === -1 ? [...heading, ''] : ['', ...heading]
  return parseChangelog(applySplices(text, [insertAfter(text, scan.lines, anchor, inserted)]))
}

/** The last line above a heading that is not blank, not HTML (such as an anchor) and not a comment. −1 for none. */
function lineAbove({ scan }: ChangelogDocument, heading: number): number {
  let line = heading - 1
  while (line >= 0 && ['blank', 'html', 'comment'].includes(scan.kinds[line] ?? '')) line--
  return line
}

/**
 * The last line from `from` to before `to` that is not part of a footer: blank lines, comments, rules and link
 * definitions at the end. `from − 1` when there is none.
 */
export function lastBodyLine({ scan }: ChangelogDocument, from: number, to: number): number {
  let line = to - 1
  while (line >= from && isFooter(scan, line)) line--
  return line
}

function isFooter({ lines, kinds }: Scan, line: number): boolean {
  const kind = kinds[line] ?? 'blank'
  if (kind === 'paragraph') return readDefinition(lines[line]?.text ?? '') !== undefined
  return kind === 'blank' || kind === 'comment' || kind === 'rule'
}
