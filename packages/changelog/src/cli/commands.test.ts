// Tests the command line of the commands, without a service.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runChangelogCommand } from './commands.ts'

let printed: string[]
beforeEach(() => {
  printed = []
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text) => void printed.push(String(text)))
})
afterEach(() => vi.restoreAllMocks())

const run = (line: readonly string[], environment: Record<string, string> = {}) =>
  runChangelogCommand(line, 'changelog', { CHANGELOG_API_KEY: 'key', ...environment })

describe('the URL of flow', () => {
  // Nothing listens on these ports.
  it.each([
    [{ CHANGELOG_PORT: '2' }, 'http://127.0.0.1:2'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_HOST: 'localhost' }, 'http://localhost:2'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_HOST: '0.0.0.0' }, 'http://127.0.0.1:2'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_HOST: '::' }, 'http://[::1]:2'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_HOST: '::1' }, 'http://[::1]:2'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_BASE_PATH: '/log' }, 'http://127.0.0.1:2/log'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_BASE_PATH: '/log/' }, 'http://127.0.0.1:2/log'],
    [{ CHANGELOG_PORT: '2', CHANGELOG_HOST: 'x', CHANGELOG_URL: 'http://localhost:3' }, 'http://localhost:3'],
  ])('with %j is %s', async (environment, url) => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('refused'))
    expect(await run(['flow'], environment)).toBe(4)
    expect(printed).toEqual([
      `${url}: expected the changelog service, got no response: refused; --url names another address`,
    ])
  })
})

it.each([[['--', 'make-key', 'ci']], [['make-key', 'ci']]])('%j makes a key', async (line) => {
  expect(await run(line)).toBe(0)
  expect(printed.join()).toContain('CHANGELOG_API_KEYS="ci:')
})

it.each([[['--']], [['--', '--', 'flow']], [['flow', '--', 'x']]])('%j is no command', async (line) => {
  expect(await run(line)).toBe(2)
})
