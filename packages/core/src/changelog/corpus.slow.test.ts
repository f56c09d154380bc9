// Tests forty changelogs in common styles: each is parsed, compared with mdast, and edited at random.
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Heading as MdastHeading } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { isPlaceholder } from './document/index.ts'
import { mapLines } from './document/line-map.ts'
import { splitLines } from './document/lines.ts'
import { parseChangelog } from './document/parse.ts'
import { CHANGE_TYPES, VERSION_BUMPS } from './entry.ts'
import {
  addToText as addEntries,
  blocksOfMdast,
  releaseText as cutRelease,
  withoutSpaces,
} from './testing.ts'
import { readBlocks } from './verify/read-blocks.ts'

interface Expected {
  current: string
  releases: number
  unreleasedEntries: number | null
}

const folder = new URL('corpus/', import.meta.url)
const expected: Record<string, Expected> = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))
const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
const shapes = readdirSync(new URL('shapes/', import.meta.url)).map((name) => `../shapes/${name}/before.md`)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/**
 * Files of which a release moves lines: the Unreleased heading of an ascending file, templates, markers, and lines with a
 * compare link that starts from the new version.
 */
const MOVES =
  /at-the-bottom|ascending|with-footer|released-marker|hint-comments|todo-template|bold-categories|placeholders|full-changelog|changed-slash-fixed/

it('has at least 30 files, all with expected values', () => {
  expect(files.length).toBeGreaterThanOrEqual(30)
  expect(files.toSorted()).toEqual(Object.keys(expected).toSorted())
})

it.each(files)('%s is parsed into the expected version, releases and entries', (name) => {
  const document = parseChangelog(read(name))
  const releases = document.sections.filter(({ meaning }) => meaning.kind === 'release')
  const unreleased = document.sections.find(({ meaning }) => meaning.kind === 'unreleased')
  expect({
    current: document.version,
    releases: releases.length,
    unreleasedEntries: unreleased?.entries.length ?? null,
  }).toEqual(expected[name])
})

describe.each([...files, ...shapes])('%s', (name) => {
  const text = read(name)

  it('has the same headings at the root as mdast finds', () => {
    const headings = mapLines(splitLines(text)).headings.map(({ level, firstLine, isSetext }) => [
      level,
      firstLine,
      isSetext,
    ])
    expect(headings).toEqual(mdastHeadings(text))
  })

  it('has the blocks at the root that mdast finds, in the parser that verifies edits', () => {
    const expected = blocksOfMdast(text.replace(/^\uFEFF/, ''))
    expect(readBlocks(text).root.map(withoutSpaces)).toEqual(expected.map(withoutSpaces))
  })

  it('keeps all other bytes in any sequence of updates and releases', () => {
    const entry = fc.record({
      type: fc.constantFrom(...CHANGE_TYPES),
      description: fc
        .string({
          unit: fc.constantFrom('a', 'é', ' ', '\n', '`', '[', ']', '(', '*', '#', '-', '日'),
          maxLength: 30,
        })
        .map((noise) => `x${noise}`),
    })
    const step = fc.oneof(
      fc.record({ entries: fc.array(entry, { minLength: 1, maxLength: 3 }) }),
      fc.record({ bump: fc.constantFrom(...VERSION_BUMPS) }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        let current = text
        for (const action of steps) {
          const next =
            'bump' in action
              ? release(current, action.bump, MOVES.test(name))
              : update(current, action.entries)
          if (next !== undefined) current = next
        }
      }),
      { numRuns: 25 },
    )
  })
})

it('can update and release most files', () => {
  const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const updated = texts.flatMap((text) => update(text, [{ type: 'Added', description: 'x' }]) ?? [])
  expect(updated.length).toBeGreaterThan(texts.length * 0.8)
  const released = updated.flatMap(
    (text) => release(text, 'MINOR', true) ?? release(text, 'MAJOR', true) ?? [],
  )
  expect(released.length).toBeGreaterThan(updated.length - 3)
})

function mdastHeadings(text: string): unknown[] {
  // mdast counts a byte order mark as a character of the first line. Line numbers are not affected.
  const isSetext = (heading: MdastHeading) => {
    const { start, end } = heading.position ?? { start: { line: 0 }, end: { line: 0 } }
    return end.line > start.line
  }
  return fromMarkdown(text)
    .children.filter((node): node is MdastHeading => node.type === 'heading')
    .map((heading) => [heading.depth, (heading.position?.start.line ?? 0) - 1, isSetext(heading)])
}

function update(before: string, entries: Parameters<typeof addEntries>[1]): string | undefined {
  let after: string
  try {
    after = addEntries(before, entries)
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
    return undefined
  }
  expectOnlyEdited(before, after, (line) => isPlaceholder(line.trim().replace(/^[-+*] +/, '')))
  const [old, now] = [parseChangelog(before), parseChangelog(after)]
  expect(readReleases(now)).toEqual(readReleases(old))
  expect(now.version).toBe(old.version)
  return after
}

function release(before: string, bump: (typeof VERSION_BUMPS)[number], mayMove: boolean): string | undefined {
  let outcome: ReturnType<typeof cutRelease>
  try {
    outcome = cutRelease(before, { bump, date: '2026-11-21' })
  } catch (error) {
    // The file plans a different version, its highest one is not SemVer or an old pre-release, or a heading is not understood.
    expect(error).toMatchObject({
      code: 'changelog/edit_refused',
      message: expect.stringMatching(/^line \d+: .*(?:planned|pre-release|SemVer|Unreleased)/),
    })
    return undefined
  }
  if (outcome.kind !== 'released') return undefined
  const lines = new Set(splitLines(outcome.text).map(({ text }) => text))
  const isMoved = (line: string) => mayMove && lines.has(line.replace(/[\r\n]+$/, ''))
  expectOnlyEdited(
    before,
    outcome.text,
    (line) =>
      /^\s*\[unreleased\]:|\(unreleased\)|^## \[Unreleased\]\(|- TBD$|\(Next\)$/i.test(line.trim()) ||
      isMoved(line) ||
      isPlaceholder(line.trim().replace(/^[-+*] +/, '')) ||
      (mayMove && /^\[Full Changelog\].*main\)$/.test(line.trim())),
  )
  const [old, now] = [parseChangelog(before), parseChangelog(outcome.text)]
  const unreleased = old.sections.find(({ meaning }) => meaning.kind === 'unreleased')
  const entries = unreleased?.entries.map(({ type, description }) => ({ type, description }))
  const [added, ...others] = readReleases(now).toSorted((a) => (a.version === outcome.version ? -1 : 0))
  expect(added).toMatchObject({ version: outcome.version, entries })
  expect(others).toEqual(readReleases(old))
  expect(now.version).toBe(outcome.version)
  return outcome.text
}

function readReleases({ sections }: ReturnType<typeof parseChangelog>) {
  return sections.flatMap(({ meaning, entries }) => {
    if (meaning.kind !== 'release') return []
    return [{ ...meaning, entries: entries.map(({ type, description }) => ({ type, description })) }]
  })
}

/**
 * Expects that the new text has all lines of the old text, in order and unchanged, except those that
 * `mayEdit` accepts.
 */
function expectOnlyEdited(before: string, after: string, mayEdit: (line: string) => boolean): void {
  const linesOf = (text: string) => splitLines(text).map(({ start, end }) => text.slice(start, end))
  expect(after.startsWith('\uFEFF')).toBe(before.startsWith('\uFEFF'))
  const old = linesOf(before)
  const removed = findRemoved(old, linesOf(after)).filter((line) => !mayEdit(line))
  // A last line without a line ending gets one when lines are inserted after it. Its text is unchanged.
  const last = old.at(-1) ?? ''
  if (!/[\r\n]$/.test(last) && removed.at(-1) === last) {
    expect(linesOf(after).some((line) => line.replace(/[\r\n]+$/, '') === last)).toBe(true)
    removed.pop()
  }
  expect(removed).toEqual([])
}

/** The lines of `old` that are not part of a longest common subsequence with `now`. */
function findRemoved(old: readonly string[], now: readonly string[]): string[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const lengthAt = (i: number, j: number) => table[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      ;(table[i] as Uint16Array)[j] =
        old[i] === now[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const removed: string[] = []
  for (let i = 0, j = 0; i < old.length; ) {
    if (j < now.length && old[i] === now[j]) {
      i++
      j++
    } else if (j < now.length && lengthAt(i, j + 1) >= lengthAt(i + 1, j)) j++
    else removed.push(old[i++] as string)
  }
  return removed
}
