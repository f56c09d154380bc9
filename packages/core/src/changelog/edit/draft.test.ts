// Tests that an edit of the abridged document gives the same file as one of the whole document.
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHANGE_TYPES, type NewEntry, VERSION_BUMPS } from '../entry.ts'
import { abridge, toFullSplices } from './abridge.ts'
import { addToDraft, addUnverified, openDraft, releaseDraft, reopenDraft } from './draft.ts'
import { encodeParts, toText } from './spliced-text.ts'
import { addToText, releaseText } from './testing.ts'

const folder = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const texts = [
  ...readdirSync(new URL('shapes/', folder)).map((name) => read(`shapes/${name}/before.md`)),
  ...readdirSync(new URL('corpus/', folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => read(`corpus/${name}`)),
]

/** A long changelog: a short one whose oldest versions are repeated with lower numbers. */
function lengthen(text: string, count: number): string {
  const versions = Array.from({ length: count }, (_, index) => {
    const [major, minor] = [0, count - index]
    return `\n## [${major}.0.${minor}] - 2001-01-01\n\n### Added\n\n- One.\n- Two.\n\n### Fixed\n\n\n- Three.\n`
  })
  const footer = /(?:^\[[^\]]+\]: .*\n?)+$/m.exec(text)
  const end = footer?.index ?? text.length
  return `${text.slice(0, end).trimEnd()}\n${versions.join('')}\n${text.slice(end)}`
}

const entries: fc.Arbitrary<NewEntry[]> = fc.array(
  fc.record({ type: fc.constantFrom(...CHANGE_TYPES), description: fc.constantFrom('one', 'two\nlines') }),
  { minLength: 1, maxLength: 3 },
)
const step = fc.oneof(fc.record({ entries }), fc.record({ bump: fc.constantFrom(...VERSION_BUMPS) }))

const attempt = <T>(run: () => T) => {
  try {
    return run()
  } catch (error) {
    return { message: (error as Error).message }
  }
}

describe('edits of a draft', () => {
  it.each([0, 40])('give the same file as edits of the whole text, with %i more versions', (count) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 4 }),
        (short, steps) => {
          let text = count === 0 ? short : lengthen(short, count)
          let draft = openDraft(text)
          let published = Buffer.from(text)
          for (const [action, isPublished] of steps) {
            if ('entries' in action) {
              const whole = attempt(() => addToText(text, action.entries))
              const edited = attempt(() => addToDraft(draft, action.entries))
              expect('message' in Object(edited) ? edited : (edited as typeof draft).text).toEqual(whole)
              const unverified = addUnverified(draft, action.entries)
              if (unverified) {
                const verified = unverified.verify()
                expect(verified?.text).toEqual(typeof whole === 'string' ? whole : undefined)
                expect(unverified.content).toEqual(verified?.content ?? unverified.content)
                expect(verified?.abridged().document.text).toEqual(
                  verified && (edited as typeof draft).abridged().document.text,
                )
              }
              if (typeof whole !== 'string') continue
              text = whole
              draft = edited as typeof draft
            } else {
              const options = { bump: action.bump, date: '2026-11-22' }
              const whole = attempt(() => releaseText(text, options))
              const edited = attempt(() => releaseDraft(draft, options))
              if (
                'kind' in whole &&
                whole.kind === 'released' &&
                'kind' in edited &&
                edited.kind === 'released'
              ) {
                expect([edited.version, edited.draft.text]).toEqual([whole.version, whole.text])
                text = whole.text
                draft = edited.draft
              } else expect(edited).toEqual(whole)
            }
            const bytes = Buffer.concat(encodeParts(draft.content, published))
            expect(bytes.equals(Buffer.from(text))).toBe(true)
            if (isPublished) {
              draft = reopenDraft(draft)
              published = bytes
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('have the style of the highest version, wherever it is', () => {
    const section = (version: string, text: string) =>
      `\n## ${version}\n\n${text}### Added\n\n- One.\n- Two.\n\n### Fixed\n\n- Three.\n`
    const old = Array.from({ length: 14 }, (_, index) => section(`1.9.${30 - index}`, ''))
    const dated = ['2.0.1', '2.0.0', '1.8.0', '1.7.0', '1.6.0', '1.5.0', '1.4.0'].map((one) =>
      section(one, 'Released 2020-01-02\n\n'),
    )
    const text = `# Log\n\n## Unreleased\n\n- x\n${[...old, ...dated].join('')}`
    const options = { bump: 'MINOR', date: '2026-11-22' } as const
    const whole = releaseText(text, options)
    expect(whole).toMatchObject({ text: expect.stringContaining('## 2.1.0\n\nReleased 2026-11-22\n') })
    expect(releaseDraft(openDraft(text), options)).toMatchObject({
      draft: { text: 'text' in whole ? whole.text : '' },
    })
  })

  it('leave out the content of old versions', () => {
    const text = lengthen(read('shapes/26-tight-headings/before.md'), 500)
    const { document } = openDraft(text).abridged()
    expect(document.text.length).toBeLessThan(text.length / 2)
    const draft = addToDraft(openDraft(text), [{ type: 'Added', description: 'NEW' }])
    expect(draft.abridged().document.text.length).toBeLessThan(text.length / 2)
    expect(draft.text).toBe(addToText(text, [{ type: 'Added', description: 'NEW' }]))
  })
})

describe('an edit that is verified later', () => {
  const entry = { type: 'Added', description: 'NEW' } as const
  const long = (unreleased: string) =>
    lengthen(`# Log\n\n## [Unreleased]\n\n### Added\n\n${unreleased}\n\n## [1.0.0] - 2020-01-01\n\n- x\n`, 40)

  it('has the new content before it is verified', () => {
    const text = long('- a')
    const unverified = addUnverified(openDraft(text), [entry])
    expect(unverified && toText(unverified.content)).toBe(addToText(text, [entry]))
    expect(unverified?.verify()?.text).toBe(addToText(text, [entry]))
  })

  it('is refused when it is verified: it would take the line below', () => {
    const draft = openDraft(long('-\ntext'))
    const unverified = addUnverified(draft, [entry])
    expect(unverified).toBeDefined()
    expect(unverified?.verify()).toBeUndefined()
    expect(() => addToDraft(draft, [entry])).toThrow('a change of an existing entry')
  })

  it.each([
    ['a short file', '# Log\n\n## [Unreleased]\n', 'NEW'],
    ['an invalid description', long('- a'), '# NEW'],
    ['conflict markers', long('<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> other'), 'NEW'],
  ])('is not possible with %s', (_name, text, description) => {
    expect(addUnverified(openDraft(text), [{ type: 'Added', description }])).toBeUndefined()
  })
})

describe('toFullSplices', () => {
  const segments = [
    { start: 0, fullStart: 0, length: 10 },
    { start: 10, fullStart: 100, length: 10 },
  ]

  it('moves splices, and the segments behind them', () => {
    const splices = [
      { start: 12, end: 14, insert: '' },
      { start: 3, end: 3, insert: 'abc' },
    ]
    expect(toFullSplices(segments, splices)).toEqual({
      splices: [
        { start: 3, end: 3, insert: 'abc' },
        { start: 102, end: 104, insert: '' },
      ],
      segments: [
        { start: 0, fullStart: 0, length: 13 },
        { start: 13, fullStart: 103, length: 8 },
      ],
    })
  })

  it.each([
    ['over a gap', { start: 8, end: 12, insert: '' }],
    ['at a gap', { start: 10, end: 10, insert: 'x' }],
    ['behind the end', { start: 21, end: 21, insert: 'x' }],
  ])('refuses a splice %s', (_name, splice) => {
    expect(toFullSplices(segments, [splice])).toBeUndefined()
  })
})

it('keeps a file whole whose style is not in its newest versions', () => {
  const text = `# Log\n${Array.from({ length: 60 }, (_, n) => `\n## 1.${60 - n}.0\n\n- x\n`).join('')}\n## 0.9.0\n\n### Added\n\n- y\n`
  const { document, segments } = abridge(openDraft(text).abridged().document)
  expect([document.text, segments.length]).toEqual([text, 1])
})
