// Starts servers as processes, and reads their processor time and memory from /proc, so it needs Linux with two cores.
// Servers run on the first core, and this process, which sends the requests, on the second one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readReadyLine } from '@qb/http/ready-line'

/** Processor time in microseconds. `user` is the part outside the kernel. */
export interface CpuTime {
  readonly total: number
  readonly user: number
}

/** A running server. It is killed when this process ends. */
export type Server = Awaited<ReturnType<typeof startServer>>

const US_PER_TICK = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** The path of the first request. */
  readonly path?: string
  /** The cores on which it runs, with the programs that it starts. Default: the first one. */
  readonly cores?: string
}

/** Starts a program, and sends a first request. @throws Error when the process ends before it is ready */
export async function startServer(
  name: string,
  command: readonly string[],
  { environment = {}, path = '/', cores = '0' }: StartOptions = {},
) {
  const start = performance.now()
  const env = { ...process.env, LOG_LEVEL: 'error', ...environment }
  const child = spawn('taskset', ['-c', cores, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = readReadyLine(line)
    if (!url) continue
    await (await fetch(url + path)).text()
    return {
      name,
      url,
      /** The time from the start of the process to its first response, in milliseconds. */
      startMs: performance.now() - start,
      /** The processor time since the start of the process. */
      cpu: () => readCpu(child.pid),
      /** The memory of the process in MB, now and at most since the last call. */
      memory: () => readMemory(child.pid),
      async stop(): Promise<void> {
        process.off('exit', kill)
        kill()
        await once(child, 'exit')
      },
    }
  }
  throw new Error(`${command.join(' ')} exited before it was ready`)
}

/** Starts a service from the compiled files of a checkout. */
export function startService(
  name: string,
  checkout: string,
  service: 'questions' | 'changelog',
  options: StartOptions,
): Promise<Server> {
  const environment = { QUESTIONS_PORT: '0', CHANGELOG_PORT: '0', ...options.environment }
  const program = `${checkout}/packages/${service}/dist/server.bundle.js`
  return startServer(name, [process.execPath, program], { ...options, environment })
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readCpu(pid?: number): CpuTime {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return { total: (user + system) * US_PER_TICK, user: user * US_PER_TICK }
}

function readMemory(pid?: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
