// Tests how the links of a file continue at a release, in whole files.
import { describe, expect, it } from 'vitest'
import { addToText, releaseText } from '../testing.ts'

/** Releases a minor version. Returns the lines that differ, those of the old text with `-` and those of the new one with `+`. */
function changedLines(text: string, tag?: string): string[] {
  const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21', ...(tag && { tag }) })
  if (outcome.kind !== 'released') throw new Error(outcome.reason)
  const [before, after] = [text, outcome.text].map((one) => one.split('\n').filter((line) => line !== ''))
  return [
    ...(before ?? []).filter((line) => !after?.includes(line)).map((line) => `-${line}`),
    ...(after ?? []).filter((line) => !before?.includes(line)).map((line) => `+${line}`),
  ]
}

const log = (headings: readonly string[], definitions: readonly string[] = []) =>
  `# Log\n\n## ${headings[0]}\n\n- x\n${headings
    .slice(1)
    .map((heading) => `\n## ${heading}\n\n- a\n`)
    .join('')}\n${definitions.map((line) => `${line}\n`).join('')}`

const VERSIONS = ['[Unreleased]', '[1.1.0] - 2026-01-01', '[1.0.0] - 2025-01-01']
const BASE = 'https://a.b/o/r'

describe('link definitions', () => {
  it.each<[string, string, string[]]>([
    [
      'labels with two versions',
      log(
        [
          '[Unreleased]',
          '[1.4.0/0.6.0] - 2026-01-03',
          '[1.3.0/0.5.0] - 2026-01-02',
          '[1.2.0/0.4.0] - 2026-01-01',
          '[0.1.0] - 2025-01-01',
        ],
        [
          `[Unreleased]: ${BASE}/compare/v1.4.0...HEAD`,
          `[1.4.0/0.6.0]: ${BASE}/releases/tag/v1.4.0`,
          `[1.3.0/0.5.0]: ${BASE}/releases/tag/v1.3.0`,
          `[1.2.0/0.4.0]: ${BASE}/releases/tag/v1.2.0`,
          `[0.1.0]: ${BASE}/releases/tag/v0.1.0`,
        ],
      ),
      [
        `-[Unreleased]: ${BASE}/compare/v1.4.0...HEAD`,
        '+## [1.5.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/compare/v1.5.0...HEAD`,
        `+[1.5.0]: ${BASE}/releases/tag/v1.5.0`,
      ],
    ],
    [
      'labels with a date',
      log(
        ['Unreleased', '[1.1.0 - 2026-01-01]', '[1.0.0 - 2025-01-01]'],
        [
          `[1.1.0 - 2026-01-01]: ${BASE}/compare/v1.0.0...v1.1.0`,
          `[1.0.0 - 2025-01-01]: ${BASE}/releases/tag/v1.0.0`,
        ],
      ),
      ['+## [1.2.0 - 2026-11-21]', `+[1.2.0 - 2026-11-21]: ${BASE}/compare/v1.1.0...v1.2.0`],
    ],
    [
      'tags with a slash',
      log(VERSIONS, [
        `[Unreleased]: ${BASE}/compare/api/v1.1.0...HEAD`,
        `[1.1.0]: ${BASE}/compare/api/v1.0.0...api/v1.1.0`,
        `[1.0.0]: ${BASE}/releases/tag/api/v1.0.0`,
      ]),
      [
        `-[Unreleased]: ${BASE}/compare/api/v1.1.0...HEAD`,
        '+## [1.2.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/compare/api/v1.2.0...HEAD`,
        `+[1.2.0]: ${BASE}/compare/api/v1.1.0...api/v1.2.0`,
      ],
    ],
    [
      'tags with a slash without a link of Unreleased',
      log(
        ['Unreleased', ...VERSIONS.slice(1)],
        [`[1.1.0]: ${BASE}/compare/api/v1.0.0...api/v1.1.0`, `[1.0.0]: ${BASE}/releases/tag/api/v1.0.0`],
      ),
      ['+## [1.2.0] - 2026-11-21', `+[1.2.0]: ${BASE}/compare/api/v1.1.0...api/v1.2.0`],
    ],
    [
      'tags with underscores',
      log(VERSIONS, [
        `[Unreleased]: ${BASE}/compare/REL_1_1_0...HEAD`,
        `[1.1.0]: ${BASE}/compare/REL_1_0_0...REL_1_1_0`,
      ]),
      [
        `-[Unreleased]: ${BASE}/compare/REL_1_1_0...HEAD`,
        '+## [1.2.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/compare/REL_1_2_0...HEAD`,
        `+[1.2.0]: ${BASE}/compare/REL_1_1_0...REL_1_2_0`,
      ],
    ],
    [
      'links of Azure DevOps',
      log(VERSIONS, [
        `[Unreleased]: ${BASE}/branchCompare?baseVersion=GTv1.1.0&targetVersion=GBmain`,
        `[1.1.0]: ${BASE}/branchCompare?baseVersion=GTv1.0.0&targetVersion=GTv1.1.0`,
      ]),
      [
        `-[Unreleased]: ${BASE}/branchCompare?baseVersion=GTv1.1.0&targetVersion=GBmain`,
        '+## [1.2.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/branchCompare?baseVersion=GTv1.2.0&targetVersion=GBmain`,
        `+[1.2.0]: ${BASE}/branchCompare?baseVersion=GTv1.1.0&targetVersion=GTv1.2.0`,
      ],
    ],
    [
      'links of Azure DevOps to an old version, with only Unreleased',
      log(
        ['[Unreleased]', '1.1.0', '1.0.0'],
        [`[Unreleased]: ${BASE}/branchCompare?baseVersion=GTv1.1.0&targetVersion=GBmain&_a=files`],
      ),
      [
        `-[Unreleased]: ${BASE}/branchCompare?baseVersion=GTv1.1.0&targetVersion=GBmain&_a=files`,
        '+## 1.2.0',
        `+[Unreleased]: ${BASE}/branchCompare?baseVersion=GTv1.2.0&targetVersion=GBmain&_a=files`,
        `+[1.2.0]: ${BASE}/branchCompare?baseVersion=GTv1.1.0&targetVersion=GTv1.2.0&_a=files`,
      ],
    ],
    [
      'links of Bitbucket Cloud',
      log(VERSIONS, [
        `[Unreleased]: ${BASE}/branches/compare/HEAD%0Dv1.1.0`,
        `[1.1.0]: ${BASE}/branches/compare/v1.1.0%0Dv1.0.0#diff`,
      ]),
      [
        `-[Unreleased]: ${BASE}/branches/compare/HEAD%0Dv1.1.0`,
        '+## [1.2.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/branches/compare/HEAD%0Dv1.2.0`,
        `+[1.2.0]: ${BASE}/branches/compare/v1.2.0%0Dv1.1.0`,
      ],
    ],
    [
      'links with parameters that are not known',
      log(
        ['Unreleased', ...VERSIONS.slice(1)],
        [`[1.1.0]: ${BASE}/d?old=v1.0.0&new=v1.1.0`, `[1.0.0]: ${BASE}/d?old=v0.9.0&new=v1.0.0`],
      ),
      ['+## [1.2.0] - 2026-11-21', `+[1.2.0]: ${BASE}/d?old=v1.1.0&new=v1.2.0`],
    ],
    [
      'a link that starts from a commit',
      log(['[Unreleased]'], [`[Unreleased]: ${BASE}/compare/0a1b2c3...HEAD`]),
      [
        `-[Unreleased]: ${BASE}/compare/0a1b2c3...HEAD`,
        '+## [0.1.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/compare/v0.1.0...HEAD`,
        `+[0.1.0]: ${BASE}/compare/0a1b2c3...v0.1.0`,
      ],
    ],
    [
      'a link that still starts from a commit after a release',
      log(VERSIONS, [`[Unreleased]: ${BASE}/compare/0a1b2c3d...HEAD`, `[1.1.0]: ${BASE}/releases/tag/1.1.0`]),
      [
        `-[Unreleased]: ${BASE}/compare/0a1b2c3d...HEAD`,
        '+## [1.2.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/compare/1.2.0...HEAD`,
        `+[1.2.0]: ${BASE}/compare/1.1.0...1.2.0`,
      ],
    ],
    [
      'links from the new end to the old one',
      log(VERSIONS, [`[Unreleased]: ${BASE}/compare/HEAD...1.1.0`, `[1.1.0]: ${BASE}/compare/1.1.0...1.0.0`]),
      [
        `-[Unreleased]: ${BASE}/compare/HEAD...1.1.0`,
        '+## [1.2.0] - 2026-11-21',
        `+[Unreleased]: ${BASE}/compare/HEAD...1.2.0`,
        `+[1.2.0]: ${BASE}/compare/1.2.0...1.1.0`,
      ],
    ],
    [
      'the form of the newest version when its link was forgotten',
      log(
        ['Unreleased', '[1.3.0]', '[1.2.0]', '[1.1.0]'],
        [`[1.1.0]: ${BASE}/releases/tag/v1.1.0`, `[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0`],
      ),
      ['+## [1.4.0]', `+[1.4.0]: ${BASE}/compare/v1.3.0...v1.4.0`],
    ],
    [
      'the link of Unreleased alone when those of the versions were given up',
      log(
        ['[Unreleased]', '[1.4.0]', '[1.3.0]', '[1.2.0]', '[0.1.0]'],
        [`[Unreleased]: ${BASE}/compare/v1.4.0...HEAD`, `[0.1.0]: ${BASE}/releases/tag/v0.1.0`],
      ),
      [
        `-[Unreleased]: ${BASE}/compare/v1.4.0...HEAD`,
        '+## [1.5.0]',
        `+[Unreleased]: ${BASE}/compare/v1.5.0...HEAD`,
      ],
    ],
    [
      'the link of a section in progress with another name',
      log(
        ['[Next]', ...VERSIONS.slice(1)],
        [`[Next]: ${BASE}/compare/v1.1.0...main`, `[1.1.0]: ${BASE}/compare/v1.0.0...v1.1.0`],
      ),
      [
        `-[Next]: ${BASE}/compare/v1.1.0...main`,
        '+## [1.2.0] - 2026-11-21',
        `+[Next]: ${BASE}/compare/v1.2.0...main`,
        `+[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0`,
      ],
    ],
  ])('continue: %s', (_name, text, expected) => {
    expect(changedLines(text)).toEqual(expected)
  })

  it('name a tag in the form of the service when the file shows none', () => {
    const text = log(['[Unreleased]'], [`[Unreleased]: ${BASE}/compare/0a1b2c3...HEAD`])
    expect(changedLines(text, 'api@{version}')).toContain(`+[0.1.0]: ${BASE}/compare/0a1b2c3...api@0.1.0`)
  })

  it('stay in ascending order, with Unreleased below the versions', () => {
    const older = [`[1.0.0]: ${BASE}/compare/v0.9.0...v1.0.0`, `[1.1.0]: ${BASE}/compare/v1.0.0...v1.1.0`]
    const updated = addToText(log(VERSIONS, older).replace('## [Unreleased]\n\n- x\n\n', ''), [
      { type: 'Added', description: 'x' },
    ])
    expect(updated.endsWith(`${older.join('\n')}\n[Unreleased]: ${BASE}/compare/v1.1.0...HEAD\n`)).toBe(true)
    expect(releaseText(updated, { bump: 'MINOR', date: '2026-11-21' })).toMatchObject({
      text: expect.stringContaining(
        `${older.join('\n')}\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n[Unreleased]: ${BASE}/compare/v1.2.0...HEAD\n`,
      ),
    })
  })

  it('of Azure DevOps have no form for a new Unreleased heading', () => {
    const link = `[1.1.0]: ${BASE}/branchCompare?baseVersion=GTv1.0.0&targetVersion=GTv1.1.0`
    const text = log(VERSIONS, [link]).replace('## [Unreleased]\n\n- x\n\n', '')
    const updated = addToText(text, [{ type: 'Added', description: 'x' }])
    expect(updated).toContain('\n## Unreleased\n')
    expect(updated.match(/branchCompare/g)).toHaveLength(1)
  })

  it('at the ends of their sections stay there', () => {
    const section = (version: string, older: string) =>
      `## [${version}] - 2026-01-01\n\n- a\n\n[${version}]: ${BASE}/compare/v${older}...v${version}\n`
    const rest = [section('1.1.0', '1.0.0'), section('1.0.0', '0.9.0')].join('\n')
    const release = (text: string) => releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
    expect(release(`# Log\n\n## Unreleased\n\n- x\n\n${rest}`)).toMatchObject({
      text: `# Log\n\n## Unreleased\n\n## [1.2.0] - 2026-11-21\n\n- x\n\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n\n${rest}`,
    })
    const unreleased = `[Unreleased]: ${BASE}/compare/v1.1.0...HEAD`
    expect(release(`# Log\n\n## [Unreleased]\n\n- x\n\n${unreleased}\n\n${rest}`)).toMatchObject({
      text: `# Log\n\n## [Unreleased]\n\n${unreleased.replace('1.1', '1.2')}\n\n## [1.2.0] - 2026-11-21\n\n- x\n\n[1.2.0]: ${BASE}/compare/v1.1.0...v1.2.0\n\n${rest}`,
    })
  })
})

describe('links in headings', () => {
  it.each<[string, string[], string[]]>([
    [
      'beside the version',
      ['Unreleased', `1.1.0 ([\`v1.0.0...v1.1.0\`](${BASE}/compare/v1.0.0...v1.1.0))`, '1.0.0'],
      [`+## 1.2.0 ([\`v1.1.0...v1.2.0\`](${BASE}/compare/v1.1.0...v1.2.0))`],
    ],
    [
      'beside the version, after the date',
      ['Unreleased', `1.1.0 - 2026-01-01 ([diff](${BASE}/compare/v1.0.0...v1.1.0))`, '1.0.0 - 2025-01-01'],
      [`+## 1.2.0 - 2026-11-21 ([diff](${BASE}/compare/v1.1.0...v1.2.0))`],
    ],
    [
      'whose text is the date',
      ['Unreleased', `1.1.0 ([2026-01-01](${BASE}/releases/tag/v1.1.0))`, '1.0.0'],
      [`+## 1.2.0 ([2026-11-21](${BASE}/releases/tag/v1.2.0))`],
    ],
    [
      'in the form of the newest version, with the date of an older one',
      [
        'Unreleased',
        `[1.2.0](${BASE}/compare/v1.1.0...v1.2.0)`,
        `[1.1.0](${BASE}/releases/tag/v1.1.0)`,
        `[1.0.0](${BASE}/releases/tag/v1.0.0) - 2025-01-01`,
      ],
      [`+## [1.3.0](${BASE}/compare/v1.2.0...v1.3.0) - 2026-11-21`],
    ],
    [
      'of Unreleased, from the new end to the old one',
      [`[Unreleased](${BASE}/compare/main...1.1.0)`, `[1.1.0](${BASE}/compare/1.1.0...1.0.0)`],
      [
        `-## [Unreleased](${BASE}/compare/main...1.1.0)`,
        `+## [Unreleased](${BASE}/compare/main...1.2.0)`,
        `+## [1.2.0](${BASE}/compare/1.2.0...1.1.0)`,
      ],
    ],
  ])('continue %s', (_name, headings, expected) => {
    expect(changedLines(log(headings))).toEqual(expected)
  })
})

describe('compare lines', () => {
  it.each([
    ['v1.0.0...v1.1.0', 'tool@1.0.0...tool@1.1.0', 'v1.1.0...v1.2.0', 'tool@1.1.0...tool@1.2.0'],
    ['1.0.0...1.1.0', 'v1.0.0...v1.1.0', '1.1.0...1.2.0', 'v1.1.0...v1.2.0'],
    ['1.0.0 → 1.1.0', 'v1.0.0...v1.1.0', '1.1.0 → 1.2.0', 'v1.1.0...v1.2.0'],
  ])('have the label %s over %s', (label, link, newLabel, newLink) => {
    const write = (text: string, target: string) => `[\`${text}\`](${BASE}/compare/${target})`
    const text = `## Unreleased\n\n- x\n\n## 1.1.0\n\n${write(label, link)}\n\n- a\n\n## 1.0.0\n\n- a\n`
    expect(changedLines(text)).toEqual(['+## 1.2.0', `+${write(newLabel, newLink)}`])
  })
})

describe('a link that cannot be continued', () => {
  it.each<[string, string]>([
    ['a definition', log(['Unreleased', ...VERSIONS.slice(1)], [`[1.1.0]: ${BASE}/milestone/7`])],
    [
      'a definition that names an older version',
      log(['Unreleased', ...VERSIONS.slice(1), '[0.9.0]'], [`[1.1.0]: ${BASE}/d?old=v0.9.0&new=v1.1.0`]),
    ],
    [
      'a link in the heading',
      log(['Unreleased', `[1.1.0](${BASE}/milestone/7)`, `[1.0.0](${BASE}/milestone/6)`]),
    ],
  ])('is left out and named in a warning: %s', (_name, text) => {
    const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
    expect(outcome).toMatchObject({ warnings: [expect.stringMatching(/^1\.2\.0 has no link.*1\.1\.0/)] })
    expect(changedLines(text).filter((line) => line.includes(BASE))).toEqual([])
  })

  it('is named in a warning when it is that of Unreleased', () => {
    const text = log(VERSIONS, [
      `[Unreleased]: ${BASE}/compare/v1.1.0..`,
      `[1.1.0]: ${BASE}/compare/v1.0.0...v1.1.0`,
    ])
    const outcome = releaseText(text, { bump: 'MINOR', date: '2026-11-21' })
    expect(outcome).not.toHaveProperty('warnings')
    expect(changedLines(text)).toContain(`+[Unreleased]: ${BASE}/compare/v1.2.0..`)
  })

  it('is no reason for a warning when there was none', () => {
    expect(releaseText(log(VERSIONS), { bump: 'MINOR', date: '2026-11-21' })).not.toHaveProperty('warnings')
  })
})
