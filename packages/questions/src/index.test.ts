import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './index.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'library-'))
  writeFileSync(join(dir, 'people.csv'), 'id,question,correct_answer\n1,Who?,Me\n2,Why?,No\n')
})
afterEach(() => rmSync(dir, { recursive: true }))

const path = '/api/v1/questions/people?random=false&limit=1'

describe('the library', () => {
  it('creates an app that serves a folder', async () => {
    const app = await createApp({ QUESTIONS_DIR: dir, LOG_LEVEL: 'silent' })
    expect((await app.inject(path)).json()).toMatchObject({ category: 'people', total: 2 })
    await app.close()
  })

  it('serves the questions of the project by default', async () => {
    const app = await createApp({ QUESTIONS_RELOAD_SECONDS: '0' })
    expect((await app.inject('/api/v1/questions/astronomy')).statusCode).toBe(200)
    await app.close()
  })

  it('creates an app that is published below a path', async () => {
    const app = await createApp({
      QUESTIONS_DIR: dir,
      QUESTIONS_BASE_PATH: '/trivia',
      QUESTIONS_CORS_ORIGIN: 'https://quiz.example',
      LOG_LEVEL: 'silent',
    })
    const { body, headers } = await app.inject(`/trivia${path}`)
    expect(JSON.parse(body).next).toBe('/trivia/api/v1/questions/people?limit=1&random=false&offset=1')
    expect(headers['access-control-allow-origin']).toBe('https://quiz.example')
    await app.close()
  })

  it.each<[Readonly<Record<string, string>>, RegExp]>([
    [{ QUESTIONS_DIR: 'missing' }, /^QUESTIONS_DIR: expected a readable folder/],
    [{ QUESTIONS_RELOAD_SECONDS: '-1' }, /^QUESTIONS_RELOAD_SECONDS: expected /],
    [{ QUESTIONS_CORS_ORIGIN: 'everyone' }, /^QUESTIONS_CORS_ORIGIN: expected /],
    [{ QUESTIONS_FOLDER: '.' }, /^QUESTIONS_FOLDER: expected one of QUESTIONS_BASE_PATH, QUESTIONS_DIR, /],
    [{ WORKERS: '2' }, /^WORKERS: expected one of /],
  ])('rejects %o by the name of the variable', async (variables, message) => {
    await expect(createApp(variables)).rejects.toThrow(message)
  })
})
