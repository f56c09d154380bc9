// Runs the changelog service as a process. Besides this file, only cli/ and index.ts read `process.env`.
import { resolve } from 'node:path'
import { withEnvFile } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { serveChangelog } from './serve.ts'

const readEnvironment = () => withEnvFile(process.env, resolve(ROOT, '.env'))
await serveChangelog({ readEnvironment, folder: ROOT }, process.env)
