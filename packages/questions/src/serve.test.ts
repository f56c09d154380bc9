// Tests which folders and settings the service starts with.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger, readConfig } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QuestionsConfig } from './config.ts'
import { openApp } from './serve.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
  writeFileSync(join(folder, 'people.csv'), 'id,question,correct_answer\n1,Who?,Me\n2,Why?,No\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Opens the app of variables. */
const open = async (variables: Readonly<Record<string, string>>, root = folder) =>
  (
    await openApp({
      config: readConfig(QuestionsConfig, { QUESTIONS_RELOAD_SECONDS: '0', ...variables }),
      folder: root,
      logger: createLogger('test', 'silent'),
    })
  ).app

const path = '/api/v1/questions/people?random=false&limit=1'

describe('an app', () => {
  it('serves a folder', async () => {
    const app = await open({ QUESTIONS_DIR: '.' })
    expect((await app.inject(path)).json()).toMatchObject({ category: 'people', total: 2 })
    await app.close()
  })

  it('serves the questions of the project by default', async () => {
    const app = await open({}, ROOT)
    expect((await app.inject('/api/v1/questions/astronomy')).statusCode).toBe(200)
    await app.close()
  })

  it('is published below a path', async () => {
    const app = await open({
      QUESTIONS_DIR: '.',
      QUESTIONS_BASE_PATH: '/trivia',
      QUESTIONS_CORS_ORIGIN: 'https://quiz.example',
    })
    const { body, headers } = await app.inject(`/trivia${path}`)
    expect(JSON.parse(body).next).toBe('/trivia/api/v1/questions/people?limit=1&random=false&offset=1')
    expect(headers['access-control-allow-origin']).toBe('https://quiz.example')
    await app.close()
  })

  it.each<[Readonly<Record<string, string>>, RegExp]>([
    [{ QUESTIONS_DIR: 'missing' }, /^QUESTIONS_DIR: expected a readable folder/],
    [{ QUESTIONS_RELOAD_SECONDS: '-1' }, /^QUESTIONS_RELOAD_SECONDS: expected /],
    [{ QUESTIONS_DIR: '.', QUESTIONS_CORS_ORIGIN: 'everyone' }, /^QUESTIONS_CORS_ORIGIN: expected /],
  ])('is rejected with %o by the name of the variable', async (variables, message) => {
    await expect(open(variables)).rejects.toThrow(message)
  })
})
