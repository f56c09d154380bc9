// Starts a service as people do, from what the compiler made, and reads the address off its ready line.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readReadyLine } from '@qb/http/ready-line'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A service that is up. */
export interface RunningService {
  readonly url: string
  readonly process: ChildProcess
  /** Ends it with a signal and waits; one that has ended stays so. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

/** Starts `questions` or `changelog` on a free port of the loopback. */
export async function startService(
  name: 'questions' | 'changelog',
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const child = spawn(process.execPath, [`packages/${name}/dist/server.js`], {
    cwd: ROOT,
    env: { ...process.env, QUESTIONS_PORT: '0', CHANGELOG_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = readReadyLine(line)
    if (url) return { url, process: child, stop: (signal = 'SIGTERM') => endProcess(child, signal) }
  }
  throw new Error(`${name} ended before it was ready`)
}

/** Ends a process with a signal and waits; one that has ended stays so. */
export async function endProcess(
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
