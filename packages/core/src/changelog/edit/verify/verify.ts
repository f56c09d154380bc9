// Verifies an edit with a parser independent of the editor's. The edit must make the requested change and no other.
import { AppError } from '../../../errors.ts'
import { isPlaceholder } from '../../document/index.ts'
import { CHANGELOG_ERRORS } from '../../errors.ts'
import { readBlocks } from './read-blocks.ts'
import { type Edit, MAX_LINE_LENGTH, windowsOf } from './windows.ts'

/** The expected result of an update. */
export interface ExpectedUpdate {
  /** Each entry as its list item, with `\n` between its lines. */
  readonly items: readonly string[]
  /** Maximum number of new category headings. */
  readonly maxHeadings: number
}

/**
 * Verifies an update.
 * @throws AppError `changelog/edit_refused` when more than the expected entries changes
 */
export function verifyUpdate(edit: Edit, { items, maxHeadings }: ExpectedUpdate): void {
  const { gained, lost, definitions } = compareBlocks(edit)
  assertHolds(definitions.gained.length + definitions.lost.length === 0, 'a link definition')
  assertHolds(lost.every(isPlaceholderBlock), 'another entry or heading')
  const gainedItems = gained.filter((block) => block.startsWith('item '))
  const texts = gainedItems.map((block) => block.slice('item '.length))
  assertHolds(sameTexts(texts, items), 'the entries under Unreleased')
  const headings = gained.filter((block) => !block.startsWith('item '))
  assertHolds(headings.every(isHeading) && headings.length <= maxHeadings, 'a heading')
}

/**
 * Verifies a release.
 * @throws AppError `changelog/edit_refused` when more than the new version and its links changes
 */
export function verifyRelease(edit: Edit, version: string): void {
  // Headings and links are copied from the file. micromark takes minutes to parse a long one.
  const lines = edit.splices.flatMap(({ insert }) => insert.split(/\r\n?|\n/))
  assertHolds(
    lines.every(({ length }) => length <= MAX_LINE_LENGTH),
    `a line of more than ${MAX_LINE_LENGTH} characters`,
  )
  const { gained, lost, definitions } = compareBlocks(edit)
  const headings = gained.filter(isHeading)
  assertHolds(headings.length === gained.length, 'a block that is no heading')
  assertHolds(headings.filter((heading) => heading.includes(version)).length === 1, 'the version’s heading')
  assertHolds(gained.length === lost.length + 1 && lost.every(isHeading), 'another heading')
  const lostLinks = definitions.lost.filter((text) => !/^unreleased /i.test(text))
  assertHolds(lostLinks.length === 0 && definitions.gained.length <= 2, 'a link definition')
}

/** The blocks and definitions that an edit added and removed, in the windows around it. */
function compareBlocks(edit: Edit) {
  const gained: string[] = []
  const lost: string[] = []
  const definitions = { gained: [] as string[], lost: [] as string[] }
  for (const window of windowsOf(edit)) {
    const [before, after] = [readBlocks(window.before), readBlocks(window.after)]
    const blocks = difference(before.root, after.root)
    gained.push(...blocks.gained)
    lost.push(...blocks.lost)
    const links = difference(before.definitions, after.definitions)
    definitions.gained.push(...links.gained)
    definitions.lost.push(...links.lost)
  }
  return { gained, lost, definitions }
}

/** The difference between two lists in both directions, counting duplicates. */
function difference(before: readonly string[], after: readonly string[]) {
  const counts = new Map<string, number>()
  for (const text of before) counts.set(text, (counts.get(text) ?? 0) + 1)
  const gained = after.filter((text) => {
    const count = counts.get(text) ?? 0
    if (count > 0) counts.set(text, count - 1)
    return count === 0
  })
  const lost = [...counts].flatMap(([text, count]) => new Array<string>(count).fill(text))
  return { gained, lost }
}

const isHeading = (block: string) => block.startsWith('heading ')

function isPlaceholderBlock(block: string): boolean {
  return isPlaceholder(block.replace(/^(?:item [ \t]*(?:[-+*]|\d{1,9}[.)])|paragraph)\s/, ''))
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [a.toSorted(), b.toSorted()]
  return first.length === second.length && first.every((text, index) => text === second[index])
}

function assertHolds(holds: boolean, what: string): void {
  if (holds) return
  throw new AppError(
    CHANGELOG_ERRORS.edit_refused,
    `expected to change nothing else, but the edit would change ${what}; the file is unchanged`,
  )
}
