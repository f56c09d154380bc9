// Runs the questions service as a process. No other file of this package reads `process.env`.
import { resolve } from 'node:path'
import { withEnvFile } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { serveQuestions } from './serve.ts'

await serveQuestions({ readEnvironment: () => withEnvFile(process.env, resolve(ROOT, '.env')), folder: ROOT })
