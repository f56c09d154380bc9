// Runs the command of an image in its folder, as the container would: with the environment of the image only, with its
// user, and without a right to write.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { readReadyLine } from '@qb/http/ready-line'
import { type RunningService, stopProcess } from '../process.ts'
import { inStage, type Stage } from './dockerfile.ts'

/** The identity of the image's user. Only root can take it; otherwise the test's own user runs the command. */
export function identityOf({ user = '' }: Stage): { uid?: number; gid?: number } {
  const [uid, gid] = user.split(':').map(Number)
  if (uid === undefined || gid === undefined || Number.isNaN(uid + gid))
    throw new Error(`expected numbers, got ${user}`)
  return process.getuid?.() === 0 ? { uid, gid } : {}
}

/** Removes the right to write from everything in the stage, and lets every user read it. */
export function makeReadOnly({ folder }: Stage): void {
  execFileSync('chmod', ['-R', 'a-w,a+rX', folder])
}

/** Restores the right to write, so that the folder can be removed. */
export function makeWritable({ folder }: Stage): void {
  execFileSync('chmod', ['-R', 'u+w', folder])
}

/** Lets every user enter a temporary folder, which only its owner can enter by default. */
export function openFolder(folder: string): void {
  chmodSync(folder, 0o755)
}

/** Starts a program of the image: its command, a health check or another one. */
export function startProgram(
  stage: Stage,
  [program, ...parameters]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(program === 'node' ? process.execPath : String(program), parameters, {
    cwd: inStage(stage, '.'),
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      // Neither exists in the image for the user of a read-only container.
      HOME: '/nonexistent',
      TMPDIR: '/nonexistent',
      ...stage.env,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identityOf(stage),
  })
}

/**
 * Starts the command of the image, and waits for its ready line.
 * @throws Error when the process ends before it prints its ready line
 */
export async function startContainer(
  stage: Stage,
  environment: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const child = startProgram(stage, stage.command ?? [], environment)
  if (!child.stdout) throw new Error('expected an output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = readReadyLine(line)
    if (url) return { url, process: child, stop: (signal = 'SIGTERM') => stopProcess(child, signal) }
  }
  throw new Error('expected the ready line, got the end of the output')
}
