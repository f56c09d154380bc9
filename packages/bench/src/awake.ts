// Keeps the processors awake while latencies are measured. A processor that sleeps takes time to wake up. In a virtual machine,
// Linux moreover leaves work to a busy processor while the other one sleeps. Both would be measured in place of the programs.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Works until the process that started it ends. */
const PROGRAM = `
  const parent = process.ppid
  while (process.ppid === parent) for (let count = 0; count < 1e6; count++);`

/**
 * Starts a process for each processor, which works only while the processor has nothing else to do (SCHED_IDLE).
 * @returns a function that stops them
 */
export function keepAwake(): () => void {
  const command = ['--idle', '0', process.execPath, '--eval', PROGRAM]
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn('chrt', command, { stdio: 'ignore' }),
  )
  return () => {
    for (const child of children) child.kill()
  }
}
