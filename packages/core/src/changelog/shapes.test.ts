// Tests sixty shapes of changelogs. Each folder of shapes/ has a file before an update (Added: NEW, Changed: OTHER), after it,
// and after a minor release, written by hand. Where an edit is refused, refused.txt names the line.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addToText, releaseText } from './testing.ts'

const folder = new URL('shapes/', import.meta.url)
const shapes = readdirSync(folder)

function read(shape: string, file: string): string | undefined {
  const url = new URL(`${shape}/${file}`, folder)
  return existsSync(url) ? readFileSync(url, 'utf8') : undefined
}

const ENTRIES = [
  { type: 'Added' as const, description: 'NEW' },
  { type: 'Changed' as const, description: 'OTHER' },
]

function release(text: string): string {
  const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-22' })
  return outcome.kind === 'released' ? outcome.text : outcome.reason
}

/** Forms of a file that an edit keeps. */
const FORMS: readonly [string, (text: string) => string][] = [
  ['LF', (text) => text],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['no final line ending', (text) => text.replace(/\n$/, '')],
  [
    'CRLF, a byte order mark and no final line ending',
    (text) => `\uFEFF${text.replace(/\n$/, '').replaceAll('\n', '\r\n')}`,
  ],
]

function refusal(expected: string | undefined, edit: string) {
  const line = new RegExp(String.raw`^${edit} line (\d+)$`, 'm').exec(expected ?? '')?.[1]
  return line === undefined
    ? undefined
    : expect.objectContaining({ message: expect.stringContaining(`line ${line}: `) })
}

it('has at least 60 shapes', () => {
  expect(shapes.length).toBeGreaterThanOrEqual(60)
})

describe.each(shapes)('%s', (shape) => {
  const before = read(shape, 'before.md') ?? ''
  const updated = read(shape, 'updated.md')
  const released = read(shape, 'released.md')
  const refused = read(shape, 'refused.txt')

  it.each(FORMS)('with %s', (_name, form) => {
    const refusedUpdate = refusal(refused, 'update')
    if (refusedUpdate) return expect(() => addToText(form(before), ENTRIES)).toThrow(refusedUpdate)
    expect(addToText(form(before), ENTRIES)).toBe(form(updated ?? ''))
    const refusedRelease = refusal(refused, 'release')
    if (refusedRelease) return expect(() => release(form(updated ?? ''))).toThrow(refusedRelease)
    return expect(release(form(updated ?? ''))).toBe(form(released ?? ''))
  })
})
