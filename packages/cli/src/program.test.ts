import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StartOptions } from '@qb/http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runProgram } from './program.ts'

let printed: string[] = []
let errors: string[] = []
beforeEach(() => {
  printed = []
  errors = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** Runs a program. Returns what its service would start with. */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  let started: StartOptions | undefined
  const program = {
    name: 'test',
    help: 'the help',
    options: { dir: 'TEST_DIR', host: 'TEST_HOST', port: 'TEST_PORT' },
    shorthands: new Map([['--lan', ['--host', 'lan']]]),
    commands: { check: async (rest: readonly string[]) => rest.length },
    serve: async (context: StartOptions) => {
      started = context
    },
  }
  await runProgram(program, args, environment)
  return started
}

describe('a program', () => {
  it.each([[['--dir', 'mine', '--port=0']], [['serve', '--port', '0', '--dir=mine']]])(
    'sets variables with %j, which override the environment',
    async (args) => {
      const context = await run(args, { TEST_DIR: 'other', TEST_LEVEL: 'info' })
      expect(context?.readEnvironment()).toEqual({ TEST_DIR: 'mine', TEST_PORT: '0', TEST_LEVEL: 'info' })
    },
  )

  it('reads .env of the current folder, which the environment overrides', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'program-'))
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    writeFileSync(join(folder, '.env'), 'TEST_DIR=file\nTEST_PORT=1\n')
    const context = await run([], { TEST_PORT: '2' })
    expect(context?.readEnvironment()).toEqual({ TEST_DIR: 'file', TEST_PORT: '2' })
    rmSync(folder, { recursive: true })
  })

  it('names a variable in errors by how it was set', async () => {
    const context = await run(['--port', '0'])
    expect(context?.nameVariable?.('TEST_PORT', true)).toBe('--port')
    expect(context?.nameVariable?.('TEST_DIR', true)).toBe('TEST_DIR')
  })

  it('names the option that can set a variable, and a variable without one', async () => {
    const context = await run([])
    expect(context?.nameVariable?.('TEST_DIR', false)).toBe('--dir')
    expect(context?.nameVariable?.('TEST_LEVEL', false)).toBe('TEST_LEVEL')
  })

  it('reads an option that stands for another one with its value', async () => {
    expect((await run(['--lan', '--port', '0']))?.readEnvironment()).toEqual({
      TEST_HOST: 'lan',
      TEST_PORT: '0',
    })
  })

  it('runs a command with its arguments', async () => {
    expect(await run(['check', '--dir', 'x'])).toBeUndefined()
    expect(process.exitCode).toBe(2)
  })

  it.each([[['--help']], [['--port', 'x', '-h']], [['help']], [['serve', '--help']]])(
    'prints its help for %j',
    async (args) => {
      expect(await run(args)).toBeUndefined()
      expect(printed).toEqual(['the help\n'])
    },
  )

  it('prints its version', async () => {
    await run(['-v'])
    expect(printed[0]).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    [['--prot', '1'], /^unknown option: --prot; did you mean "--port"\?\n/],
    [['-x'], /^unknown option: -x\n/],
    [['--port'], /--port/],
    [['--lan=yes'], /--lan/],
    [['--no-port'], /--no-port/],
    [['--help=yes'], /--help/],
    [['--dir', ''], /^--dir: expected a value, got nothing\n/],
    [['people'], /^unknown command: people; expected one of: serve, check\n/],
    [['__proto__'], /^unknown command: __proto__;/],
  ])('rejects %j with exit code 2', async (args, message) => {
    expect(await run(args)).toBeUndefined()
    expect(errors[0]).toMatch(message)
    expect(errors[0]).toMatch(/\ntest --help shows the usage\n$/)
    expect(process.exitCode).toBe(2)
  })
})
