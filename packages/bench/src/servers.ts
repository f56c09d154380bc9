// Starts servers as child processes and reads their CPU time. It requires /proc, so it runs only on Linux.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readReadyLine } from '@qb/http/ready-line'

/** A running server. */
export interface Server {
  readonly url: string
  /** Returns the CPU time since the start of the process, user and system, in milliseconds. */
  cpuMs(): number
  stop(): void
}

/**
 * Starts a script as a child process, and waits for its ready line.
 * @throws Error when the process exits before it is ready
 */
export async function startServer(script: string, args: readonly string[] = []): Promise<Server> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, QUESTIONS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = readReadyLine(line)
    if (url) return { url, cpuMs: () => readCpuMs(child), stop: () => child.kill() }
  }
  throw new Error(`${script} exited before it was ready`)
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

function readCpuMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
