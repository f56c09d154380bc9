import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCommandConfig } from './context.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

it('has the defaults of the service', () => {
  expect(readCommandConfig(root, { QUESTIONS_DIR: '' })).toEqual({
    questionsDir: join(root, 'external-resources/questions'),
    skipInvalidRows: false,
  })
})

it('reads .env, and prefers the environment', () => {
  writeFileSync(join(root, '.env'), 'QUESTIONS_DIR=mine\nQUESTIONS_SKIP_INVALID_ROWS=true\n')
  expect(readCommandConfig(root, {})).toEqual({ questionsDir: join(root, 'mine'), skipInvalidRows: true })
  expect(readCommandConfig(root, { QUESTIONS_DIR: root, QUESTIONS_SKIP_INVALID_ROWS: '0' })).toEqual({
    questionsDir: root,
    skipInvalidRows: false,
  })
})

it('rejects what the service rejects', () => {
  for (const value of ['yes', '2', 'on']) {
    expect(() => readCommandConfig(root, { QUESTIONS_SKIP_INVALID_ROWS: value })).toThrow(
      expect.objectContaining({
        code: 'config/invalid',
        message: expect.stringMatching(/^QUESTIONS_SKIP_INVALID_ROWS: expected .* got "/),
      }),
    )
  }
})
