// Starts servers as child processes, pinned to one core, and reads their CPU time and memory from /proc. It runs only on
// Linux.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { readReadyLine } from '@qb/http/ready-line'

/** A running server. */
export interface Server {
  readonly url: string
  /** Time from the start of the process to the response to its first request, in milliseconds. */
  readonly firstResponseMs: number
  /** Returns the CPU time since the start of the process, user and system, in milliseconds. */
  cpuMs(): number
  /** Returns the memory that the process has now, in MiB. */
  rssMb(): number
  stop(): Promise<void>
}

/** The command line that runs a program on one core. Without a second core, nothing is pinned. */
export function pinTo(core: number, command: readonly string[]): string[] {
  return availableParallelism() < 2 ? [...command] : ['taskset', '-c', String(core), ...command]
}

/**
 * Starts a program, waits for its ready line, and sends a first request.
 * @param isPinned whether it runs on the first core only, with the programs that it starts
 * @throws Error when the process exits before it is ready
 */
export async function startServer(
  command: readonly string[],
  firstPath: string,
  environment: Readonly<Record<string, string>> = {},
  isPinned = true,
): Promise<Server> {
  const start = performance.now()
  const [program = '', ...args] = isPinned ? pinTo(0, command) : command
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = readReadyLine(line)
    if (!url) continue
    await waitForResponse(url + firstPath)
    const firstResponseMs = performance.now() - start
    return {
      url,
      firstResponseMs,
      cpuMs: () => readCpuMs(child),
      rssMb: () => readRssMb(child),
      stop: () => stop(child),
    }
  }
  throw new Error(`${command.join(' ')} exited before it was ready`)
}

async function waitForResponse(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response) return void (await response.arrayBuffer())
    await new Promise((next) => setTimeout(next, 20))
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

function readCpuMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

function readRssMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
