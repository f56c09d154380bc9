// Serves the example quiz from an origin of its own: `npx -y pnpm@12 quiz [--port 8080]`. The quiz uses the questions
// service at QUESTIONS_HOST and QUESTIONS_PORT, from the environment or from .env, as the service itself.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sirv from 'sirv'
import { findLaunchers, watchLaunchers } from '../packages/http/dist/lifecycle/launchers.js'

const HOST = '127.0.0.1'

const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } })
const envFile = fileURLToPath(new URL('../.env', import.meta.url))
if (existsSync(envFile)) process.loadEnvFile(envFile)
const { QUESTIONS_HOST, QUESTIONS_PORT } = process.env

createServer(sirv(fileURLToPath(new URL('../examples/quiz', import.meta.url)), { dev: true }))
  .on('error', (error) => {
    console.error(`the quiz cannot be served: ${error.message}`)
    process.exitCode = 1
  })
  .listen(Number(values.port), HOST, function () {
    const url = new URL(`http://${HOST}:${this.address().port}/`)
    const service = serviceUrl(QUESTIONS_HOST || HOST, QUESTIONS_PORT || '8000')
    if (service !== 'http://127.0.0.1:8000') url.searchParams.set('api', service)
    console.log(
      `quiz at ${url}\nIt uses the questions service at ${service}. Start the service in another terminal.`,
    )
  })

/** Returns the URL at which this machine reaches a service that listens on the given address. */
function serviceUrl(host, port) {
  if (host === '0.0.0.0' || host === '::') return serviceUrl(HOST, port)
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin
}

// On SIGTERM, npx and pnpm exit without forwarding the signal.
watchLaunchers(findLaunchers(process.ppid), () => process.exit())
