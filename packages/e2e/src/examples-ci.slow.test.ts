// Runs the examples for CI: the script with a real service and a connection that loses responses, and the `run` steps of the
// workflow in order.
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { API_KEY, createRepository, git, serveChangelog } from './changelog-client.ts'
import { startIdTokenIssuer } from './id-token-issuer.ts'
import { ROOT, type RunningService } from './process.ts'

const SCRIPT = join(ROOT, 'examples/ci/changelog.sh')

let home = ''
let checkout = ''
let service: RunningService
let proxy: Server | undefined

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'qb-ci-'))
  createRepository(join(home, 'first'))
  git(home, 'clone', '--quiet', '--bare', 'first', 'remote.git')
  git(home, 'clone', '--quiet', 'remote.git', 'server')
  // The checkout of a CI job is shallow.
  checkout = join(home, 'checkout')
  git(home, 'clone', '--quiet', '--depth=1', `file://${join(home, 'remote.git')}`, checkout)
  service = await serveChangelog(join(home, 'server'), 'push')
})
afterEach(async () => {
  proxy?.close()
  proxy?.closeAllConnections()
  proxy = undefined
  await service.stop('SIGKILL')
  rmSync(home, { recursive: true, maxRetries: 5 })
})

interface Exit {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in the checkout. */
function run(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Exit> {
  const env = { ...process.env, CHANGELOG_URL: service.url, CHANGELOG_API_KEY: API_KEY, ...variables }
  return new Promise((resolve) => {
    execFile(file, args, { cwd: checkout, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

const script = (args: readonly string[], variables?: Readonly<Record<string, string>>) =>
  run(SCRIPT, args, variables)
const remoteText = () => git(join(home, 'remote.git'), 'show', 'main:CHANGELOG.md')

/** Starts a proxy that forwards requests, and loses the responses for which `loses` returns true. */
async function startLossyProxy(loses: (request: number) => boolean): Promise<string> {
  let requests = 0
  proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(?:host|content-length|connection)$/.test(name),
    )
    const answer = await fetch(new URL(request.url ?? '/', service.url), {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    requests += 1
    if (loses(requests)) {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(body)
  })
  await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

describe('examples/ci/changelog.sh', () => {
  it('adds entries, previews, releases, and prints the notes', async () => {
    const description = 'A "quoted" \\ back\tslash, `code`, größe,\nand a second line'
    expect(await script(['add', 'Added', description])).toMatchObject({ code: 0, stderr: '' })
    expect(remoteText()).toContain('- A "quoted" \\\\ back\tslash, \\`code\\`, größe,\n  and a second line\n')
    const preview = await script(['preview', 'MINOR'])
    expect(preview).toMatchObject({ code: 0, stderr: '' })
    expect(preview.stdout).toMatch(/^1\.1\.0\n--- a\/CHANGELOG.md\n/)
    expect(preview.stdout).toContain('\n - A "quoted" \\\\ back\tslash, \\`code\\`, größe,\n')
    expect(await script(['release', 'MINOR'])).toEqual({ code: 0, stdout: '1.1.0\n', stderr: '' })
    expect(await script(['release', 'MINOR'])).toEqual({
      code: 0,
      stdout: '1.1.0\n',
      stderr: 'it was released before\n',
    })
    const notes = await script(['notes', '1.1.0'])
    expect(notes.stdout).toMatch(/^### Added\n\n- A "quoted"/)
    expect(git(join(home, 'remote.git'), 'tag')).toBe('v1.1.0\n')
  })

  it('ignores a line break at the end of the key', async () => {
    for (const end of ['\n', '\r\n'])
      expect(await script(['notes'], { CHANGELOG_API_KEY: API_KEY + end })).toMatchObject({
        code: 0,
        stderr: '',
      })
  })

  it('takes effect once when it is run again, and when a response is lost', async () => {
    const lossy = { CHANGELOG_URL: await startLossyProxy((request) => request % 2 === 1) }
    for (let repetition = 0; repetition < 2; repetition++) {
      expect(await script(['add', 'Changed', 'One.'], lossy)).toMatchObject({ code: 0 })
    }
    for (let repetition = 0; repetition < 2; repetition++) {
      expect(await script(['release'], lossy)).toMatchObject({ code: 0, stdout: '1.0.1\n' })
    }
    expect(remoteText().match(/^- One\.$/gm)).toHaveLength(1)
    const other = await script(['release'], { CHANGELOG_RUN: 'another run' })
    expect(other).toMatchObject({ code: 4, stdout: '' })
    expect(other.stderr).toContain('nothing to release')
  })

  it('explains what is wrong, with an exit code for each cause', async () => {
    expect(await script([])).toMatchObject({ code: 2, stderr: expect.stringContaining('usage') })
    expect(await script(['add', 'Improved', 'x'])).toMatchObject({ code: 2 })
    expect(await script(['add', 'Fixed', 'x'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected one of: Added, Changed, Removed'),
    })
    expect(await script(['release', 'major'])).toMatchObject({ code: 2 })
    expect(await script(['notes'], { CHANGELOG_URL: '' })).toMatchObject({
      stderr: expect.stringContaining('CHANGELOG_URL'),
    })
    expect(await script(['add', 'Added', ' '])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('status 400: '),
    })
    expect(await script(['notes'], { CHANGELOG_API_KEY: 'wrong' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('status 401: '),
    })
    const nobody = { CHANGELOG_URL: 'http://127.0.0.1:9', CHANGELOG_ATTEMPTS: '2' }
    expect(await script(['notes'], nobody)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('curl'),
    })
  })

  it('does not show the key or a token in the arguments of a process', () => {
    expect(readFileSync(SCRIPT, 'utf8')).not.toMatch(/curl.*(?:CHANGELOG_API_KEY|TOKEN)/)
  })
})

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly id?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

const readWorkflow = (name: string) =>
  parse(readFileSync(join(ROOT, 'examples/ci', name), 'utf8')) as Workflow

describe('the workflows for GitHub Actions', () => {
  const workflow = readWorkflow('github-actions.yml')

  /** Runs the `run` steps of a job as a runner does, with the values of its expressions and the variables of the runner. */
  async function runJob(
    job: string,
    values: Readonly<Record<string, string>>,
    { jobs, env: workflowEnv }: Workflow = workflow,
    runner: Readonly<Record<string, string>> = {},
  ): Promise<string[]> {
    const outputs: Record<string, string> = {}
    const evaluate = (text: string) =>
      text.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) => {
        const value = values[expression] ?? outputs[expression]
        if (value === undefined) throw new Error(`expected a value of ${expression}, got none`)
        return value
      })
    const printed: string[] = []
    for (const { run: commands, uses, id, env } of jobs[job]?.steps ?? []) {
      if (commands === undefined) {
        expect(uses).toBe('actions/checkout@v4')
        continue
      }
      // An expression in a command would be an injection.
      expect(commands).not.toContain('${{')
      const output = join(home, 'output')
      writeFileSync(output, '')
      const variables = Object.fromEntries(
        Object.entries({ ...workflowEnv, ...env }).map(([name, text]) => [name, evaluate(text)]),
      )
      const path = `${join(home, 'bin')}:${process.env.PATH}`
      const exit = await run('bash', ['-e', '-c', commands], {
        ...runner,
        ...variables,
        GITHUB_OUTPUT: output,
        PATH: path,
      })
      expect(exit, exit.stderr).toMatchObject({ code: 0 })
      printed.push(exit.stdout)
      for (const line of readFileSync(output, 'utf8').split('\n').slice(0, -1)) {
        const [name, value = ''] = line.split('=')
        outputs[`steps.${id}.outputs.${name}`] = value
      }
    }
    return printed
  }

  beforeEach(() => {
    mkdirSync(join(checkout, 'examples/ci'), { recursive: true })
    copyFileSync(SCRIPT, join(checkout, 'examples/ci/changelog.sh'))
    // There is no GitHub here. This program keeps what it is called with.
    mkdirSync(join(home, 'bin'))
    const gh = join(home, 'bin/gh')
    const log = join(home, 'gh.log')
    writeFileSync(gh, `#!/bin/sh\n[ "$2" = view ] && exec test -e '${log}'\necho "$@" >>'${log}'\n`)
    chmodSync(gh, 0o755)
  })

  const common = () => ({ 'vars.CHANGELOG_URL': service.url, 'secrets.CHANGELOG_API_KEY': API_KEY })
  const pullRequest = (number: string, title: string, labels: string) => ({
    ...common(),
    'github.event.pull_request.number': number,
    'github.event.pull_request.title': title,
    "join(github.event.pull_request.labels.*.name, ' ')": labels,
  })
  const dispatch = (id: string, bump: string) => ({
    ...common(),
    'inputs.bump': bump,
    'github.run_id': id,
    'github.token': 'token',
  })

  it('adds the titles of pull requests and releases them, each once', async () => {
    const injection = 'Fix "$(touch injected)" `touch injected`; touch injected'
    const requests = [
      pullRequest('1', 'A seed for every draw', 'added'),
      pullRequest('2', injection, ''),
      pullRequest('3', 'The old API', 'x removed y'),
    ]
    for (const values of [...requests, ...requests]) await runJob('entry', values)
    expect(remoteText()).toContain(
      [
        '## [Unreleased]',
        '### Added\n\n- A seed for every draw (#1)',
        `### Changed\n\n- ${injection.replaceAll('`', '\\`')} (#2)`,
        '### Removed\n\n- The old API (#3)',
        '## [1.0.0]',
      ].join('\n\n'),
    )
    expect(() => readFileSync(join(checkout, 'injected'))).toThrow('ENOENT')
    for (const id of ['7', '7']) await runJob('release', dispatch(id, 'MINOR'))
    expect(git(join(home, 'remote.git'), 'tag')).toBe('v1.1.0\n')
    expect(readFileSync(join(checkout, 'notes.md'), 'utf8')).toContain('- A seed for every draw (#1)\n')
    expect(readFileSync(join(home, 'gh.log'), 'utf8')).toBe(
      'release create v1.1.0 --verify-tag --title v1.1.0 --notes-file notes.md\n',
    )
  })

  it('check that a pull request has an entry', async () => {
    // There is no registry here. The program of the workspace takes the place of the package.
    const npx = join(home, 'bin/npx')
    const program = join(ROOT, 'packages/cli/dist/changelog-service.js')
    writeFileSync(
      npx,
      `#!/bin/sh\n[ "$1 $2 $3 $4" = "--yes --package qb.tgz changelog-service" ] || exit 9\nshift 4\nexec '${process.execPath}' '${program}' "$@"\n`,
    )
    chmodSync(npx, 0o755)
    const check = readWorkflow('github-actions-check.yml')
    git(checkout, 'add', '--all')
    git(checkout, 'commit', '--quiet', '--message=base')
    writeFileSync(join(checkout, 'new.ts'), 'x\n')
    git(checkout, 'add', 'new.ts')
    git(checkout, 'commit', '--quiet', '--message=change')
    const values = { 'vars.CHANGELOG_PACKAGE': 'qb.tgz' }
    await expect(runJob('entry', values, { ...check, env: {} })).rejects.toThrow('Added   Feature: new.ts')
    const changelog = join(checkout, 'CHANGELOG.md')
    const text = readFileSync(changelog, 'utf8')
    writeFileSync(changelog, text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- A file.\n'))
    git(checkout, 'commit', '--quiet', '--all', '--amend', '--message=change')
    expect(await runJob('entry', values, { ...check, env: {} })).toEqual(['CHANGELOG.md has a new entry\n'])
  })

  it('need no key with ID tokens, and add and release once when they are run again', async () => {
    const issuer = await startIdTokenIssuer()
    await service.stop()
    service = await serveChangelog(join(home, 'server'), 'push', {
      CHANGELOG_API_KEYS: '',
      CHANGELOG_OIDC_ISSUER: issuer.url,
      CHANGELOG_OIDC_AUDIENCE: 'https://changelog.example/?a=b&c=d',
      CHANGELOG_OIDC_RULES:
        'repository=owner/name,ref=refs/heads/main => changes:read changelog:write release:create',
    })
    const keyless = readWorkflow('github-actions-keyless.yml')
    expect(keyless.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(keyless.env.CHANGELOG_AUDIENCE).toBe(keyless.env.CHANGELOG_URL)
    const variables = {
      ...keyless,
      env: { ...keyless.env, CHANGELOG_AUDIENCE: 'https://changelog.example/?a=b&c=d' },
    }
    const runner = { ...issuer.runnerVariables, CHANGELOG_API_KEY: '' }
    const common = { 'vars.CHANGELOG_URL': service.url }
    const message = 'Fix `touch injected` "$(touch injected)"\n\nThe body.'
    for (let run = 0; run < 2; run++) {
      const values = { ...common, 'github.event.head_commit.message': message }
      await runJob('entry', values, variables, runner)
    }
    expect(remoteText().match(/^- Fix \\`touch injected\\` "\$\(touch injected\)"$/gm)).toHaveLength(1)
    expect(() => readFileSync(join(checkout, 'injected'))).toThrow('ENOENT')
    for (let run = 0; run < 2; run++) {
      await runJob('release', { ...common, 'inputs.bump': 'MINOR', 'github.run_id': '7' }, variables, runner)
    }
    expect(git(join(home, 'remote.git'), 'tag')).toBe('v1.1.0\n')
    // Every request had a token of its own.
    expect(issuer.tokens()).toBeGreaterThanOrEqual(4)

    issuer.claims = { repository: 'owner/name', ref: 'refs/heads/other' }
    const rejected = await script(['notes'], {
      ...runner,
      CHANGELOG_AUDIENCE: 'https://changelog.example/?a=b&c=d',
    })
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('ref=\\"refs/heads/other\\"') })
    const other = await script(['notes'], { ...runner, CHANGELOG_AUDIENCE: 'other' })
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('claim aud') })
    const unauthorized = { ...runner, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'wrong', CHANGELOG_AUDIENCE: 'x' }
    expect(await script(['notes'], unauthorized)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('401'),
    })
    const withoutPermission = { CHANGELOG_API_KEY: '', CHANGELOG_AUDIENCE: 'x' }
    expect(await script(['notes'], withoutPermission)).toMatchObject({
      stderr: expect.stringContaining('id-token: write'),
    })
    issuer.claims = { repository: 'owner/name', ref: 'refs/heads/main' }
    const token = await issuer.createToken('https://changelog.example/?a=b&c=d')
    const given = await script(['notes'], { CHANGELOG_API_KEY: '', CHANGELOG_TOKEN: token })
    expect(given).toMatchObject({ code: 0, stdout: expect.stringContaining('- Fix') })
    await issuer.close()
  })
})
