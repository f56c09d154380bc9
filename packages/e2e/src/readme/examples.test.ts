// Runs the commands of the README that send a request, and compares what they print with what the README shows.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, createRepository, git, serveChangelog } from '../changelog-client.ts'
import { ROOT, type RunningService, startService } from '../process.ts'

/** The file of the third example. */
const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-03-14

### Added

* Keyboard shortcuts.
`

const readme = readFileSync(`${ROOT}README.md`, 'utf8')

/** The blocks that start with `curl`, each with the block below it: what the command prints. */
const EXAMPLES = Array.from(
  readme.matchAll(/^```sh\n(curl .*?)\n```\n\n```(\w+)\n(.*?\n)```$/gms),
  ([, command = '', language = '', output = '']) => ({ command, language, output }),
)

let folder = ''
let questions: RunningService
let changelog: RunningService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qb-readme-'))
  createRepository(join(folder, 'repository'))
  writeFileSync(join(folder, 'repository/CHANGELOG.md'), CHANGELOG)
  git(join(folder, 'repository'), 'commit', '--quiet', '--all', '--message=release')
  ;[questions, changelog] = await Promise.all([
    startService('questions'),
    serveChangelog(join(folder, 'repository'), 'file'),
  ])
})
afterAll(async () => {
  await Promise.all([questions?.stop(), changelog?.stop()])
  rmSync(folder, { recursive: true })
})

/** Runs a command of the README with the ports of the running services. Returns what it prints. */
async function run(command: string): Promise<string> {
  const withPorts = command
    .replaceAll('localhost:8000', new URL(questions.url).host)
    .replaceAll('localhost:8001', new URL(changelog.url).host)
  const { stdout } = await promisify(execFile)('sh', ['-c', withPorts], {
    env: { ...process.env, CHANGELOG_API_KEY: API_KEY },
  })
  return stdout
}

describe('the examples of the README', () => {
  it('are several categories, a check, an error, and a dry run', () => {
    expect(EXAMPLES.map(({ language }) => language)).toEqual(['json', 'json', 'json', 'diff'])
    expect(EXAMPLES.map(({ command }) => /localhost:(\d+)/.exec(command)?.[1])).toEqual([
      '8000',
      '8000',
      '8000',
      '8001',
    ])
  })

  it.each(EXAMPLES)('$command', async ({ command, language, output }) => {
    const printed = await run(command)
    // JSON may have line breaks in the README. Everything else is the same, with the order of the members.
    if (language === 'json') expect(`${JSON.stringify(JSON.parse(output))}\n`).toBe(printed)
    // `node -p` adds a line break.
    else expect(output).toBe(printed.replace(/\n\n$/, '\n'))
  })

  it('leave the README at 150 lines or less', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  it('change no file', () => {
    expect(readFileSync(join(folder, 'repository/CHANGELOG.md'), 'utf8')).toBe(CHANGELOG)
  })
})
