// Which texts may name a commit, and which reach git at all.
import { describe, expect, it } from 'vitest'
import { resolveRef } from './repository-ref.ts'

const COMMIT = 'c'.repeat(40)

/** Resolves a ref with a git that knows every name, and gives what git was asked. */
async function resolve(ref: string): Promise<string | undefined> {
  const asked: string[] = []
  const run = async (...args: string[]) => {
    asked.push(args.at(-1) ?? '')
    return `${COMMIT}\n`
  }
  const hash = await resolveRef(run, ref).catch((error) => expect(error.code).toBe('invalid_ref'))
  expect(asked).toHaveLength(hash === COMMIT ? 1 : 0)
  return asked[0]
}

describe('a ref', () => {
  it.each([
    'HEAD',
    '@',
    'main',
    'feature/größe',
    'refs/tags/v1.0.0',
    'v1.0.0-rc.1+build.7',
    'v1.0.0-3-gabcdef0',
    'a{b}',
    'abcd',
    'f'.repeat(40),
    'f'.repeat(64),
    `${'a/'.repeat(124)}bc`,
    'HEAD^',
    'HEAD~',
    '@^',
    'HEAD^2',
    'HEAD~999999',
    'HEAD^999999',
    'v1.0.0^{}',
    'v1.0.0^{commit}',
    'HEAD~2^2~3^^~~^{}~1',
  ])('%j is looked up as a commit', async (ref) => {
    expect(await resolve(ref)).toBe(`${ref}^{commit}`)
  })

  it.each([
    ['nothing', ''],
    ['251 characters', `${'a/'.repeat(124)}bcd`],
    ['a count of seven digits', 'HEAD~1000000'],
    ['a parent of seven digits', 'HEAD^0000001'],
    ['a search of messages', 'HEAD^{/text}'],
    ['a regex that grows', 'HEAD^{/((a{1,200}){1,200}){1,200}}'],
    ['a search with a not', 'HEAD^{/!-text}'],
    ['a search behind a way', 'HEAD~1^{/text}'],
    ['a search from all refs', ':/text'],
    ['a tree', 'HEAD^{tree}'],
    ['any object', 'HEAD^{object}'],
    ['a file', 'HEAD:CHANGELOG.md'],
    ['a file of the index', ':0:CHANGELOG.md'],
    ['an entry of the reflog', 'HEAD@{1}'],
    ['a date', 'main@{yesterday}'],
    ['the upstream', '@{upstream}'],
    ['the branch before', '@{-1}'],
    ['a range', 'one..two'],
    ['a symmetric range', 'one...two'],
    ['all parents', 'HEAD^@'],
    ['no parents', 'HEAD^!'],
    ['a parent range', 'HEAD^-'],
    ['a negative count', 'HEAD~-1'],
    ['a negated ref', '^main'],
    ['a way from nowhere', '~1'],
    ['an option', '-x'],
    ['an option of a word', '--all'],
    ['a space', 'a b'],
    ['a line end', 'main\n'],
    ['a control character', 'a\u007fb'],
    ['half a character', '\ud800'],
    ['a pattern', 'v*'],
    ['a pattern of one', 'v?'],
    ['a pattern of a set', 'v[1]'],
    ['a backslash', 'a\\b'],
    ['a folder', 'refs/heads/'],
    ['a root', '/main'],
    ['an empty part', 'a//b'],
    ['a hidden part', 'refs/.hidden'],
    ['the folder above', '../main'],
    ['a lock', 'main.lock'],
    ['a lock in between', 'a.lock/b'],
    ['a dot at the end', 'main.'],
  ])('with %s never reaches git: %j', async (_, ref) => {
    expect(await resolve(ref)).toBeUndefined()
  })
})
