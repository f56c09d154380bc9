import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OptionsOf } from '@qb/http/testing'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { QuestionsConfig } from './config.ts'
import { createApp, type QuestionsOptions } from './index.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'library-'))
  writeFileSync(join(dir, 'people.csv'), 'id,question,correct_answer\n1,Who?,Me\n2,Why?,No\n')
})
afterEach(() => rmSync(dir, { recursive: true }))

const path = '/api/v1/questions/people?random=false&limit=1'

describe('the library', () => {
  it('has an option for each config variable, except those of a process', () => {
    type ProcessVariables = 'QUESTIONS_HOST' | 'QUESTIONS_PORT' | 'WORKERS' | 'LOG_FORMAT'
    expectTypeOf<Omit<QuestionsOptions, 'logger'>>().toEqualTypeOf<
      OptionsOf<Omit<QuestionsConfig, ProcessVariables>>
    >()
  })

  it('creates an app that serves a folder', async () => {
    const app = await createApp({ dir, logLevel: 'silent' })
    expect((await app.inject(path)).json()).toMatchObject({ category: 'people', total: 2 })
    await app.close()
  })

  it('serves the questions of the project by default', async () => {
    const app = await createApp({ reloadSeconds: 0 })
    expect((await app.inject('/api/v1/questions/astronomy')).statusCode).toBe(200)
    await app.close()
  })

  it('creates an app that is published below a path', async () => {
    const app = await createApp({
      dir,
      basePath: '/trivia',
      corsOrigin: 'https://quiz.example',
      logLevel: 'silent',
    })
    const { body, headers } = await app.inject(`/trivia${path}`)
    expect(JSON.parse(body).next).toBe('/trivia/api/v1/questions/people?limit=1&random=false&offset=1')
    expect(headers['access-control-allow-origin']).toBe('https://quiz.example')
    await app.close()
  })

  it.each([
    [{ dir: 'missing' }, /^dir: expected a readable folder/],
    [{ reloadSeconds: -1 }, /^reloadSeconds: expected /],
    [{ corsOrigin: 'everyone' }, /^corsOrigin: expected /],
    [{ directory: '.' } as QuestionsOptions, /^options: expected .*; got directory$/],
  ])('rejects %o by the name of the option', async (options, message) => {
    await expect(createApp(options)).rejects.toThrow(message)
  })
})
