// Defines the servers that are compared, and which scenarios each of them has.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { PeerOptions } from './peers/arguments.ts'
import type { Programs } from './programs.ts'
import type { Scenario } from './scenarios.ts'
import { type Server, startServer } from './servers.ts'

/** A kind of server. */
export interface Competitor {
  readonly name: string
  /** Returns the path of a scenario, or undefined when this server does not have the scenario. */
  pathOf(scenario: Scenario): string | undefined
  /** Starts the server. `port` is a free port. */
  start(options: PeerOptions, firstPath: string, port: number): Promise<Server>
}

const scriptOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const nodePeer = (file: string) => (options: PeerOptions, firstPath: string) =>
  startServer([process.execPath, scriptOf(`./peers/${file}.js`), JSON.stringify(options)], firstPath)

const naivePath = ({ isNaive, path }: Scenario) => (isNaive ? path : undefined)

/** The peers of the service, besides the ceiling: those that are installed. */
export const PEERS: readonly Competitor[] = [
  { name: 'naive Fastify', pathOf: naivePath, start: nodePeer('naive-fastify') },
  ...(isInstalled('express')
    ? [{ name: 'Express', pathOf: naivePath, start: nodePeer('naive-express') }]
    : []),
  ...(isInstalled('json-server')
    ? [
        {
          name: 'json-server',
          pathOf: ({ jsonServerPath }: Scenario) => jsonServerPath,
          start: nodePeer('json-server'),
        },
      ]
    : []),
]

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** FastAPI with pandas. Undefined when Python does not have the packages. */
export const FASTAPI: Competitor | undefined = createFastApi()

function createFastApi(): Competitor | undefined {
  const script = scriptOf('../src/peers/fastapi_app.py')
  const python = ['python3', '/usr/bin/python3'].find(hasPackages)
  if (!python || !existsSync(script)) return undefined
  return {
    name: 'FastAPI + pandas',
    pathOf: naivePath,
    start: (options, firstPath, port) =>
      startServer([python, script, JSON.stringify({ ...options, port })], firstPath),
  }
}

function hasPackages(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import fastapi, pandas, uvicorn'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts the ceiling of a scenario: a constant body of the same length. */
export function startCeiling(scenario: Scenario, body: string): Promise<Server> {
  const route = scenario.path.split('?', 1)[0] as string
  const options: PeerOptions = { questionsPath: '', body, route }
  return nodePeer('ceiling')(options, scenario.path.replace('{n}', '0'))
}

/** Starts the questions service with the datasets of a folder, with its default config. */
export function startQuestions(
  { questions }: Pick<Programs, 'questions'>,
  folder: string,
  firstPath: string,
): Promise<Server> {
  return startServer(questions, firstPath, {
    QUESTIONS_PORT: '0',
    QUESTIONS_DIR: folder,
  })
}
