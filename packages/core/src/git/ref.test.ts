// Tests which strings are passed to git as refs.
import { describe, expect, it } from 'vitest'
import { resolveRef } from './history.ts'

const COMMIT = 'c'.repeat(40)

/** Resolves a ref with a fake git that accepts every ref. Returns the argument that the fake git received. */
async function resolve(ref: string): Promise<string | undefined> {
  const passed: string[] = []
  const readText = async (...args: string[]) => {
    passed.push(args.at(-1) ?? '')
    return `${COMMIT}\n`
  }
  const git = { readText }
  const hash = await resolveRef(git, ref).catch((error) => expect(error.code).toBe('git/invalid_ref'))
  expect(passed).toHaveLength(hash === COMMIT ? 1 : 0)
  return passed[0]
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
  ])('is passed to git: %j', async (ref) => {
    expect(await resolve(ref)).toBe(`${ref}^{commit}`)
  })

  it.each([
    ['no character', ''],
    ['251 characters', `${'a/'.repeat(124)}bcd`],
    ['a count of seven digits', 'HEAD~1000000'],
    ['a parent of seven digits', 'HEAD^0000001'],
    ['a search of messages', 'HEAD^{/text}'],
    ['a regular expression that grows exponentially', 'HEAD^{/((a{1,200}){1,200}){1,200}}'],
    ['a negated search', 'HEAD^{/!-text}'],
    ['a search after a suffix', 'HEAD~1^{/text}'],
    ['a search from all refs', ':/text'],
    ['a tree', 'HEAD^{tree}'],
    ['any object', 'HEAD^{object}'],
    ['a file', 'HEAD:CHANGELOG.md'],
    ['a file of the index', ':0:CHANGELOG.md'],
    ['an entry of the reflog', 'HEAD@{1}'],
    ['a date', 'main@{yesterday}'],
    ['the upstream', '@{upstream}'],
    ['the previous branch', '@{-1}'],
    ['a range', 'one..two'],
    ['a symmetric range', 'one...two'],
    ['all parents', 'HEAD^@'],
    ['a commit without its parents', 'HEAD^!'],
    ['a parent range', 'HEAD^-'],
    ['a negative count', 'HEAD~-1'],
    ['a negated ref', '^main'],
    ['a suffix without a name', '~1'],
    ['an option', '-x'],
    ['a long option', '--all'],
    ['a space', 'a b'],
    ['a line break', 'main\n'],
    ['a control character', 'a\u007fb'],
    ['a lone surrogate', '\ud800'],
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
    ['a lock as a folder', 'a.lock/b'],
    ['a dot at the end', 'main.'],
  ])('is not passed to git with %s: %j', async (_, ref) => {
    expect(await resolve(ref)).toBeUndefined()
  })
})
