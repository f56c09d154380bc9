import { describe, expect, it } from 'vitest'
import { createStoreFileCheck, isTemporaryName } from './store-files.ts'

const TOKEN = '00000000-0000-4000-8000-000000000000'

describe('isTemporaryName', () => {
  it.each([
    [`.LOG.md.${TOKEN}.tmp`, true],
    ['.LOG.md.0.tmp', true],
    [`LOG.md.${TOKEN}.tmp`, false],
    [`.LOG.md.${TOKEN}.bak`, false],
    [`.LOG.md.${TOKEN}`, false],
    ['.LOG.md..tmp', false],
    ['.LOG.md.notes.tmp', false],
    [`.OTHER.md.${TOKEN}.tmp`, false],
  ])('%s: %s', (name, expected) => {
    expect(isTemporaryName('LOG.md', name)).toBe(expected)
  })
})

describe('createStoreFileCheck', () => {
  it.each([
    ['LOG.md', `LOG.md.lock/${TOKEN}.0`, true],
    ['LOG.md', `LOG.md.lock/${TOKEN}.0/x`, false],
    ['LOG.md', 'LOG.md.lock', false],
    ['LOG.md', 'LOG.md.lock/notes', false],
    ['LOG.md', `.LOG.md.${TOKEN}.tmp/${TOKEN}.0`, true],
    ['LOG.md', `.LOG.md.${TOKEN}.tmp/notes`, false],
    ['docs/LOG.md', `docs/LOG.md.lock/${TOKEN}.0`, true],
    ['docs/LOG.md', `LOG.md.lock/${TOKEN}.0`, false],
    ['LOG.md', 'LOG.md', false],
  ])('of %s: %s is one: %s', (changelogPath, path, expected) => {
    expect(createStoreFileCheck(changelogPath)(path)).toBe(expected)
  })
})
