// Tests the client as it is published: with both services as real processes, in a browser, and its types with two versions of
// TypeScript. Also runs the examples of the client.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  ChangelogError,
  createChangelogClient,
  createQuestionsClient,
  NetworkError,
  type Question,
  QuestionsError,
} from '@qb/client'
import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import sirv from 'sirv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, startBrowser } from './browser.ts'
import { API_KEY, createRepository, serveChangelog } from './changelog-client.ts'
import { ROOT, type RunningService, startService } from './process.ts'

const PACKAGE = join(ROOT, 'packages/client')
const BUNDLE = join(PACKAGE, 'dist/index.bundle.js')

/** A request for all of these questions fits on one page. */
const COUNT = 48
const ROWS = Array.from({ length: COUNT }, (_, n) => `Q-${n},What is ${n}?,${n},"['${n}', 'no']",easy`)

let home: string
let questions: RunningService
let changelog: RunningService
let server: Server
let browser: Browser
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'qb-client-'))
  mkdirSync(join(home, 'questions'))
  const header = 'id,question,correct_answer,options,difficulty'
  writeFileSync(join(home, 'questions/Refined_Sums_Questions.csv'), [header, ...ROWS, ''].join('\n'))
  createRepository(join(home, 'repository'))
  server = createServer(sirv(ROOT, { dev: true })).listen(0, '127.0.0.1')
  ;[questions, changelog, browser] = await Promise.all([
    startService('questions', { QUESTIONS_DIR: join(home, 'questions'), QUESTIONS_BASE_PATH: '/trivia' }),
    serveChangelog(join(home, 'repository'), 'commit'),
    startBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([questions?.stop(), changelog?.stop()])
  server?.close()
  rmSync(home, { recursive: true, maxRetries: 5 })
})

const questionsClient = () => createQuestionsClient({ baseUrl: `${questions.url}/trivia` })
const changelogClient = () => createChangelogClient({ baseUrl: changelog.url, apiKey: API_KEY })

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('the questions client', () => {
  it('iterates over the questions of one request, once each, with pages of any size', async () => {
    const client = questionsClient()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.nat(COUNT),
        fc.string({ minLength: 1 }),
        async (pageSize, offset, seed) => {
          const options = { seed, offset, shuffle_options: true }
          const page = await client.listQuestions('sums', { ...options, limit: 50 })
          expect(await collect(client.questions('sums', { ...options, pageSize }))).toEqual(page.questions)
        },
      ),
      { numRuns: 20 },
    )
    const direct = createQuestionsClient({ baseUrl: questions.url })
    expect(await collect(direct.questions('sums', { pageSize: 20 }))).toHaveLength(COUNT)
    const ids = (await collect(client.mixedQuestions(['sums'], { pageSize: 7 }))).map(({ id }) => id)
    expect(new Set(ids).size).toBe(COUNT)
    expect(ids).toHaveLength(COUNT)
  })

  it('returns what each operation returns', async () => {
    const client = questionsClient()
    const draw = await client.drawQuestions('sums', { count: 3, seed: 'x', answers: 'hidden' })
    expect(draw).toMatchObject({ seed: 'x', total: COUNT })
    expect(draw.questions[0]).not.toHaveProperty('correct_answer')
    const [first] = (await client.drawQuestions('sums', { count: 3, seed: 'x' })).questions as [Question]
    expect(await client.getQuestion('sums', first.id)).toEqual(first)
    const check = { correct: true, correct_answer: first.correct_answer }
    expect(await client.checkAnswer('sums', first.id, ` ${first.correct_answer}`)).toEqual(check)
    expect((await client.mixQuestions('*', { limit: 1 })).categories).toEqual(['sums'])
    expect((await client.listCategories()).categories).toMatchObject([{ name: 'sums', questions: COUNT }])
    expect(await client.getHealth()).toMatchObject({ status: 'healthy' })
    expect(await client.getLiveness()).toEqual({ status: 'ok' })
    expect(await client.getReadiness()).toEqual({ status: 'ok' })
    expect(await client.getMetrics()).toContain('# HELP')
  })

  it('rejects with documented errors, with the id of the request', async () => {
    const client = questionsClient()
    const error = await client.listQuestions('sums', { limit: 51 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(QuestionsError)
    expect(error).toMatchObject({
      code: 'invalid-parameters',
      status: 400,
      issues: [{ parameter: 'limit' }],
      requestId: expect.stringMatching(/./),
    })
    await expect(client.getQuestion('sums', 'none')).rejects.toMatchObject({ code: 'unknown-question' })
    const elsewhere = createQuestionsClient({ baseUrl: `${questions.url}/elsewhere` })
    await expect(elsewhere.listQuestions('sums')).rejects.toMatchObject({ name: 'ApiError', status: 404 })
  })

  it('rejects with a NetworkError when nothing listens', async () => {
    const client = createQuestionsClient({ baseUrl: 'http://127.0.0.1:9', retries: { attempts: 2 } })
    await expect(client.getHealth()).rejects.toThrow(NetworkError)
  })
})

describe('the changelog client', () => {
  it('previews, adds entries once although a response is lost, and releases', async () => {
    const client = changelogClient()
    const entries = [{ type: 'Added', description: 'A client.' }] as const
    const preview = await client.updateChangelog(entries, { dryRun: true })
    expect(preview).toMatchObject({ success: true, dry_run: true })
    expect(preview.diff).toContain('+- A client.')

    let attempts = 0
    const lossy = createChangelogClient({
      baseUrl: changelog.url,
      token: async () => API_KEY,
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (++attempts > 1) return response
        await response.text()
        throw new TypeError('the connection was lost')
      },
    })
    const update = await lossy.updateChangelog(entries)
    expect(update).toMatchObject({ success: true, replayed: true })
    expect((await client.getVersion('unreleased')).changes).toEqual(entries)

    expect(update.etag).not.toBe(preview.etag)
    const stale = client.createRelease('MINOR', { ifMatch: String(preview.etag) })
    await expect(stale).rejects.toMatchObject({ name: 'ChangelogError', status: 412 })
    const release = await client.createRelease('MINOR', { ifMatch: String(update.etag) })
    expect(release).toMatchObject({ success: true, version: '1.1.0', tag: 'v1.1.0', replayed: false })
    expect(await client.getNotes('1.1.0')).toBe('### Added\n\n- A client.')
    expect(await client.createRelease('PATCH')).toMatchObject({ success: false, reason: expect.any(String) })
  })

  it('returns what each operation returns', async () => {
    const client = changelogClient()
    const { changes, base } = await client.getRepositoryChanges({ since: 'root' })
    expect(changes).toEqual(expect.any(Array))
    expect(base).toMatch(/^[0-9a-f]{40}/)
    const history = await client.getChangelog({ limit: 1 })
    expect(history.etag).toMatch(/^"/)
    expect(history.releases).toHaveLength(1)
    expect((await client.listFunctions()).functions).toHaveLength(3)
    expect(await client.getHealth()).toMatchObject({ status: 'healthy' })
    expect(await client.getLiveness()).toEqual({ status: 'ok' })
    expect(await client.getReadiness()).toEqual({ status: 'ok' })
    expect(await client.getMetrics()).toContain('# HELP')
  })

  it('rejects with documented errors', async () => {
    const stranger = createChangelogClient({ baseUrl: changelog.url, apiKey: 'wrong' })
    const error = await stranger.getChangelog().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ChangelogError)
    expect(error).toMatchObject({ status: 401, requestId: expect.any(String) })
    const client = changelogClient()
    await client.updateChangelog([{ type: 'Added', description: 'first' }], { idempotencyKey: 'job' })
    const reuse = client.updateChangelog([{ type: 'Added', description: 'x' }], { idempotencyKey: 'job' })
    await expect(reuse).rejects.toMatchObject({ status: 422 })
  })
})

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`

describe('in a browser', () => {
  it('iterates over the questions of a service with another origin', async () => {
    const { page, errors } = await openPage(browser)
    await page.goto(url('LICENSE'))
    const result = await page.evaluate(
      `import('/packages/client/dist/index.bundle.js').then(async (module) => {
        const client = module.createQuestionsClient({ baseUrl: '${questions.url}/trivia' })
        const ids = []
        for await (const { id } of client.questions('sums', { pageSize: 20 })) ids.push(id)
        const controller = new AbortController()
        const aborted = client.getHealth({ signal: controller.signal }).catch((reason) => reason.name)
        controller.abort()
        const rejected = await client.getQuestion('sums', 'none').catch((reason) => reason)
        const isTyped = rejected instanceof module.QuestionsError
        return { ids, aborted: await aborted, isTyped, code: rejected.code, requestId: rejected.requestId }
      })`,
    )
    expect(result).toEqual({
      ids: expect.any(Array),
      aborted: 'AbortError',
      isTyped: true,
      code: 'unknown-question',
      requestId: expect.any(String),
    })
    expect(new Set((result as { ids: string[] }).ids).size).toBe(COUNT)
    // The browser reports the 404 that the test causes, and the request that it aborts.
    expect(errors.filter((error) => !/404|\/api\/v1\/health/.test(error))).toEqual([])
  })

  it('sends writes, with the body of each attempt', async () => {
    const { page } = await openPage(browser)
    await page.goto(url('LICENSE'))
    const bodies: unknown[] = []
    await page.route('**/api/changelog/update', (route) => {
      bodies.push(route.request().postDataJSON())
      const busy = { status: 503, headers: { 'retry-after': '0' }, body: '' }
      const json = { success: true, message: 'Changelog updated successfully' }
      return route.fulfill(bodies.length === 1 ? busy : { json })
    })
    const result = await page.evaluate(
      `import('/packages/client/dist/index.bundle.js').then(({ createChangelogClient }) =>
        createChangelogClient({ baseUrl: '/', apiKey: 'key' }).updateChangelog([{ type: 'Added', description: 'ü' }]))`,
    )
    expect(result).toMatchObject({ success: true })
    const body = { changes: [{ type: 'Added', description: 'ü' }] }
    expect(bodies).toEqual([body, body])
  })

  it('runs the example without a build step', async () => {
    const { page, errors } = await openPage(browser)
    const api = encodeURIComponent(`${questions.url}/trivia`)
    await page.goto(url(`examples/client/index.html?api=${api}&category=sums`))
    await page.getByText(`${COUNT} cards`).waitFor()
    expect(await page.locator('dt').count()).toBe(COUNT)
    expect(errors).toEqual([])
    await page.goto(url(`examples/client/index.html?api=${api}&category=none`))
    await page.getByText('No cards: ').waitFor()
  })
})

describe('the example for CI', () => {
  const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
    const env = { ...process.env, CHANGELOG_URL: changelog.url, CHANGELOG_API_KEY: API_KEY, ...variables }
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        ['examples/client/release.js', ...args],
        { cwd: ROOT, env },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  }

  it('releases once, also when it runs again', async () => {
    const job = { CI_JOB: 'example-1' }
    const first = await run(['MAJOR', 'A seed for every draw.'], job)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('released 2.0.0')
    expect(first.stdout).toContain('- A seed for every draw.')
    expect(await run(['MAJOR', 'A seed for every draw.'], job)).toEqual(first)
  })

  it('tries again with the same key when an earlier run got an error', async () => {
    const job = { CI_JOB: 'example-3' }
    const file = join(home, 'repository/CHANGELOG.md')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('## [Unreleased]\n', '## [Unreleased]\n\n## Unreleased\n'))
    const first = await run(['MINOR', 'A second seed.'], job)
    expect(first).toMatchObject({ code: 1, stdout: '' })
    expect(await run(['MINOR', 'A second seed.'], job)).toMatchObject({ code: 1, stdout: '' })
    writeFileSync(file, text)
    const last = await run(['MINOR', 'A second seed.'], job)
    expect(last).toMatchObject({ code: 0, stderr: '' })
    expect(last.stdout).toContain('- A second seed.')
    // Another run finds the success that came after the errors.
    expect(await run(['MINOR', 'A second seed.'], job)).toEqual(last)
    expect(readFileSync(file, 'utf8').split('- A second seed.')).toHaveLength(2)
  })

  it('explains errors', async () => {
    expect(await run(['major'])).toMatchObject({ code: 2 })
    const wrongKey = { CI_JOB: 'example-2', CHANGELOG_API_KEY: 'wrong' }
    expect(await run(['MAJOR', 'x'], wrongKey)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^401 /),
    })
  })
})

describe('the package', () => {
  let folder: string
  let installed: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'qb-consumer-'))
    installed = join(folder, 'node_modules/@qb/client')
    const env = { ...process.env, npm_config_update_notifier: 'false' }
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const report = execFileSync('npm', args, { cwd: PACKAGE, encoding: 'utf8', env, stdio: 'pipe' })
    const [{ files }] = JSON.parse(report) as [{ files: readonly { path: string }[] }]
    for (const { path } of files) {
      mkdirSync(dirname(join(installed, path)), { recursive: true })
      cpSync(join(PACKAGE, path), join(installed, path))
    }
    cpSync(join(PACKAGE, 'type-tests'), folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['the TypeScript of this project', 'node_modules/typescript'],
    ['TypeScript 5', 'packages/client/node_modules/typescript'],
  ])('has types that accept correct calls and reject wrong ones, with %s', (_name, compiler) => {
    const check = (...options: string[]) => {
      const args = [join(ROOT, compiler, 'bin/tsc'), '--project', folder, ...options]
      return execFileSync(process.execPath, args, { encoding: 'utf8' })
    }
    expect(check()).toBe('')
    expect(check('--module', 'esnext', '--moduleResolution', 'bundler', '--exactOptionalPropertyTypes')).toBe(
      '',
    )
  })

  it('has a package.json without mistakes', async () => {
    expect((await publint({ pkgDir: installed, pack: false, level: 'suggestion' })).messages).toEqual([])
  })

  it('needs no other package and no module of Node', async () => {
    const code = readFileSync(BUNDLE, 'utf8')
    expect(code).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(/m)
    expect(code).toMatch(/^\/\*! Contains openapi-fetch [\d.]+\.\n\nMIT License/)
  })

  it('adds at most 7 KB to a page', async () => {
    const bundle = await rolldown({ input: BUNDLE, platform: 'browser', logLevel: 'warn' })
    const { output } = await bundle.generate({ minify: true })
    expect(gzipSync(output[0].code).length).toBeLessThan(7000)
  })
})
