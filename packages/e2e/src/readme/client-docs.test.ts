// Runs every line of the examples of docs/client.md that name the methods of the clients.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChangelogClient, createQuestionsClient } from '@qb/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, createRepository, serveChangelog } from '../changelog-client.ts'
import { ROOT, type RunningService, startService } from '../process.ts'

/** The blocks below the headings “Every method”, each as its lines after the line that creates the client. */
const BLOCKS = Array.from(
  readFileSync(`${ROOT}docs/client.md`, 'utf8').matchAll(/^### Every method\n\n```js\n.*\n\n([^`]*)```$/gm),
  ([, block = '']) => block.trim().split('\n'),
)

let folder = ''
let questions: RunningService
let changelog: RunningService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qb-client-docs-'))
  createRepository(folder)
  ;[questions, changelog] = await Promise.all([startService('questions'), serveChangelog(folder, 'file')])
})
afterAll(async () => {
  await Promise.all([questions?.stop(), changelog?.stop()])
  rmSync(folder, { recursive: true })
})

/** Runs one line with a client. */
function run(line: string, name: string, client: object): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...args: string[]
  ) => (client: object) => Promise<unknown>
  return new AsyncFunction(name, line)(client)
}

/** A method can have several examples. */
const readMethods = (lines: readonly string[]) =>
  [...new Set(lines.map((line) => /\.(\w+)\(/.exec(line)?.[1]))].toSorted()

describe('docs/client.md', () => {
  it('names every method of the questions client, with an example that works', async () => {
    const client = createQuestionsClient({ baseUrl: questions.url })
    const [lines = []] = BLOCKS
    expect(readMethods(lines)).toEqual(Object.keys(client).toSorted())
    for (const line of lines) await run(line, 'client', client)
  })

  it('names every method of the changelog client, with an example that works', async () => {
    const client = createChangelogClient({ baseUrl: changelog.url, apiKey: API_KEY })
    const [, lines = []] = BLOCKS
    expect(readMethods(lines)).toEqual(Object.keys(client).toSorted())
    for (const line of lines) await run(line, 'changelog', client)
  })
})
