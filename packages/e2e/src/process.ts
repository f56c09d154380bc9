// Starts a service from its compiled files (`tsc -b` must run first) and reads its URL from the ready line.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readReadyLine } from '@qb/http/ready-line'

/** The root of the project, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A service that has printed its ready line. */
export interface RunningService {
  readonly url: string
  readonly process: ChildProcess
  /** Calls {@link stopProcess} for the process. The default signal is SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

/**
 * Starts `questions` or `changelog` on a free port of 127.0.0.1.
 * @param root the checkout whose compiled files run, with a trailing slash
 * @throws Error when the process ends before it prints its ready line
 */
export function startService(
  name: 'questions' | 'changelog',
  environment: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<RunningService> {
  const child = spawn(process.execPath, [`packages/${name}/dist/server.bundle.js`], {
    cwd: root,
    env: { ...process.env, QUESTIONS_PORT: '0', CHANGELOG_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return waitForReady(child)
}

/**
 * Waits for the ready line of a process.
 * @throws Error when the process ends before it prints its ready line
 */
export async function waitForReady(child: ChildProcess): Promise<RunningService> {
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const url = readReadyLine(line)
    if (url) return { url, process: child, stop: (signal = 'SIGTERM') => stopProcess(child, signal) }
  }
  throw new Error('expected the ready line, got the end of the output')
}

/**
 * Sends a signal to a process and waits until it ends. Sends nothing to a process that has ended.
 * @returns the exit code, or null when a signal ended the process, and the time to the end in milliseconds
 */
export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<{ code: number | null; ms: number }> {
  const start = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return { code: child.exitCode, ms: performance.now() - start }
}

/** The time in which an idle machine starts and ends an empty Node process, in milliseconds, rounded up. */
const IDLE_START_MS = 100

/**
 * Returns how much time a step may take that takes `ms` on an idle machine. The budget grows with the time that the
 * machine needs right now to start and end an empty process.
 */
export async function scaleBudget(ms: number): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' }), 'exit')
  return ms * Math.max(1, (performance.now() - start) / IDLE_START_MS)
}
