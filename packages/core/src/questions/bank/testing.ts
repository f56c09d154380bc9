// Makes banks of a temporary folder, for the tests of this folder.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type BankOptions, openBank, type QuestionBank } from './bank.ts'

/** A dataset of one question. */
export const GOOD = 'id,question,correct_answer\n1,Q?,A\n'

/** The time of the clock. */
export const now = () => new Date('2026-01-02T03:04:05Z')

/** Creates a folder for each test of a file, and deletes it afterwards. */
export function useFolder() {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bank-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))
  const pathOf = (name = '') => join(directory, name)
  return {
    pathOf,
    put: (name: string, content: string | Uint8Array) => writeFile(pathOf(name), content),
    open: (options?: Partial<BankOptions>): Promise<QuestionBank> =>
      openBank({ directory, displayPath: 'data', reservedIds: [], now, ...options }),
  }
}
