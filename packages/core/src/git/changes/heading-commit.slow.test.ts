// Tests which commit added the heading of the current version, when there is no tag. Everything before it is released.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useScratch } from '../testing.ts'

const scratch = useScratch()
const { commit, git, list, listError, put } = scratch

const HEADING = '## [1.0.0] - 2026-01-01'
const OLDER = '## [0.9.0] - 2025-01-01\n\n- Old\n'
const releaseWith = (heading: string, above = '# Changelog\n\n') =>
  `${above}${heading}\n\n- First\n\n${OLDER}`
const write = (text: string, path = 'CHANGELOG.md') => {
  put(path, text)
  commit()
}
const edit = (heading: string, above?: string) => write(releaseWith(heading, above))
const move = (from: string, to: string) => {
  mkdirSync(dirname(join(scratch.folder, to)), { recursive: true })
  renameSync(join(scratch.folder, from), join(scratch.folder, to))
}
const remove = () => {
  rmSync(join(scratch.folder, 'CHANGELOG.md'))
  commit()
}

/** What happens after the release 1.0.0 and the file `feature`, and the heading then. */
const ROWS: readonly (readonly [title: string, happens: readonly (() => void)[]])[] = [
  ['nothing', []],
  ['a corrected date', [() => edit('## [1.0.0] - 2026-01-02')]],
  ['two corrections', [() => edit('## [1.0.0] - 2026-01-02'), () => edit('## [1.0.0] - 2026-01-03')]],
  ['[YANKED]', [() => edit(`${HEADING} [YANKED]`)]],
  ['an inline link', [() => edit('## [1.0.0](https://a.example/1.0.0) - 2026-01-01')]],
  ['an anchor above it', [() => edit(HEADING, '# Changelog\n\n<a name="1.0.0"></a>\n\n')]],
  ['another style of the heading', [() => edit('v1.0.0 (2026-01-01)\n===================')]],
  ['a mention of the version', [() => edit(HEADING, '# Changelog\n\n## [Unreleased]\n\n- Since 1.0.0\n\n')]],
  ['its definition', [() => write(`${releaseWith(HEADING)}\n[1.0.0]: https://a.example/v1.0.0\n`)]],
  ['a move', [() => move('CHANGELOG.md', 'docs/CHANGES.txt'), commit]],
  [
    'a move that edits the heading',
    [
      () => move('CHANGELOG.md', 'docs/CHANGES.txt'),
      () => write(releaseWith('## v1.0.0'), 'docs/CHANGES.txt'),
    ],
  ],
  [
    'a move that rewrites what is above the heading',
    [
      () => rmSync(join(scratch.folder, 'CHANGELOG.md')),
      () => write(releaseWith(HEADING, `# History\n\n${'Everything is new.\n'.repeat(50)}\n`), 'HISTORY.md'),
    ],
  ],
  [
    'two moves',
    [() => move('CHANGELOG.md', 'HISTORY.md'), commit, () => move('HISTORY.md', 'docs/CHANGES.txt'), commit],
  ],
  ['a removal and a restoration', [remove, () => edit(HEADING)]],
  ['a restoration with another date', [remove, () => edit('## [1.0.0] - 2026-01-02')]],
  [
    'a merge of a branch from before the release that mentions the version',
    [
      () => git('checkout', '-q', '-b', 'side', 'start'),
      () => write(`# Changelog\n\n- Needed for 1.0.0\n\n${OLDER}`),
      () => git('checkout', '-q', 'main'),
      () => git('merge', '-q', '-s', 'ours', '--no-edit', 'side'),
    ],
  ],
]

describe('the last release without a tag is the commit that added its heading', () => {
  it.each(ROWS)('after %s', async (_, happens) => {
    write(`# Changelog\n\n${OLDER}`)
    git('tag', 'start')
    commit('released')
    edit(HEADING)
    commit('feature')
    for (const step of happens) step()
    const path = ['CHANGELOG.md', 'HISTORY.md', 'docs/CHANGES.txt'].find((one) =>
      git('ls-files', one).includes(one),
    )
    expect(await list({ versionHeading: HEADING, changelogPath: path ?? '' })).toEqual(['Added feature'])
  })

  it.each([
    ['was planned before', '## [1.0.0] - TBD'],
    ['was Unreleased before', '## [Unreleased] - 1.0.0'],
    ['was reverted before', HEADING],
  ])('when the version %s', async (_, before) => {
    write(`# Changelog\n\n${OLDER}`)
    edit(before)
    commit('between')
    if (before === HEADING) write(`# Changelog\n\n${OLDER}`)
    edit('## [1.0.0] - 2026-02-02')
    commit('feature')
    expect(await list({ versionHeading: HEADING })).toEqual(['Added feature'])
  })

  it('when the first commit has it, also after a restoration', async () => {
    edit(HEADING)
    commit('feature')
    remove()
    edit(HEADING)
    expect(await list({ versionHeading: HEADING })).toEqual(['Added feature'])
  })

  it('and not the commit of another package whose changelog has the same version', async () => {
    for (const name of ['api', 'web']) {
      write(releaseWith(HEADING), `packages/${name}/CHANGELOG.md`)
      commit(`after-${name}`)
    }
    for (const name of ['api', 'web']) move(`packages/${name}/CHANGELOG.md`, `libraries/${name}/CHANGELOG.md`)
    commit()
    const query = { versionHeading: HEADING, changelogPath: 'libraries/web/CHANGELOG.md' }
    expect(await list(query)).toEqual([
      'Added after-web',
      'Added libraries/api/CHANGELOG.md',
      'Removed packages/api/CHANGELOG.md',
    ])
  })

  it('after 19 edits of the heading', async () => {
    write(`# Changelog\n\n${OLDER}`)
    for (let day = 10; day <= 29; day++) edit(`## [1.0.0] - 2026-01-${day}`)
    commit('feature')
    expect(await list({ versionHeading: HEADING })).toEqual(['Added feature'])
  })

  it('or an error with the way out, when the heading was edited too often to find it', async () => {
    write(`# Changelog\n\n${OLDER}`)
    for (let day = 10; day <= 30; day++) edit(`## [1.0.0] - 2026-01-${day}`)
    const error = await listError({ versionHeading: HEADING })
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toMatch(/create the tag of the version, or pass a ref .*\?since=/)
    git('tag', 'v1.0.0')
    expect(await list({ versionHeading: HEADING })).toEqual([])
  })
})

describe('a changelog that was moved since the base', () => {
  it.each([
    ['is committed', () => commit()],
    ['is staged', () => git('add', '--all')],
    ['is in the working tree only', () => {}],
  ])('is not listed, and neither is its former path, when the move %s', async (_, then) => {
    put('HISTORY.md', `# Log\n\n${HEADING}\n`)
    put('NEWS', 'no changelog\n')
    commit()
    git('tag', 'v1.0.0')
    move('HISTORY.md', 'docs/größe/CHANGELOG.md')
    rmSync(join(scratch.folder, 'NEWS'))
    then()
    const query = { versionHeading: HEADING, changelogPath: 'docs/größe/CHANGELOG.md' }
    expect(await list(query)).toEqual(['Removed NEWS'])
  })

  it('is not listed before the first release either', async () => {
    put('CHANGES.md', '# Log\n\n## Unreleased\n\n- x\n')
    commit('a')
    move('CHANGES.md', 'CHANGELOG.md')
    commit()
    expect(await list({ since: 'HEAD~1' })).toEqual([])
  })

  it('leaves other removed files in the list', async () => {
    put('old/CHANGELOG.md', `${HEADING}\n`)
    put('CHANGELOG.md', `${HEADING}\n`)
    commit()
    git('tag', 'v1.0.0')
    rmSync(join(scratch.folder, 'old'), { recursive: true })
    expect(await list({ versionHeading: HEADING })).toEqual(['Removed old/CHANGELOG.md'])
  })
})
