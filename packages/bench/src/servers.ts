// Starts a server in its own process and reads its CPU time.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readReadyLine } from '@qb/http/ready-line'

/** A running server. */
export interface Server {
  readonly url: string
  /** CPU time so far, user and system, in milliseconds. */
  cpuMs(): number
  stop(): void
}

/** Starts a script that prints `… ready at <url>`. */
export async function startServer(script: string, args: readonly string[] = []): Promise<Server> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, QUESTIONS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = readReadyLine(line)
    if (url) return { url, cpuMs: () => readCpuMs(child), stop: () => child.kill() }
  }
  throw new Error(`${script} ended before it was ready`)
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

function readCpuMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
