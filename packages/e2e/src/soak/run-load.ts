// Runs the load generator as a process, and reads what it measures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Second } from './load.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/soak/load.js', import.meta.url))

/**
 * Sends requests to the questions service at `url` for some seconds.
 * @param rate requests per second; 0 sends as many as the service responds to
 * @param onSecond is called after each second
 * @throws Error when a connection ends, or when a response has another status than expected
 */
export async function runLoad(
  url: string,
  seconds: number,
  rate: number,
  onSecond: (second: Second) => void | Promise<void> = () => undefined,
): Promise<Second[]> {
  const args = [PROGRAM, url, String(seconds), String(rate)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const measured: Second[] = []
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const second = JSON.parse(line) as Second
      if (second.error !== undefined) throw new Error(second.error)
      measured.push(second)
      await onSecond(second)
    }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  return measured
}
