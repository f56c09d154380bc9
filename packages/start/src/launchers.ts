// The package managers between a person's shell and this process. They die on SIGTERM without passing it on
// (pnpm) or pass it only to a shell that dies of it (npx), which would leave the services behind.
import { readFileSync } from 'node:fs'

const MANAGER = /^(?:npm |npx|pnpm|pnpx|(?:\S*\/)?node(?:js)? \S*(?:npm|npx|pnpm)(?:-cli)?\.[cm]?js\b)/
const MOST_ANCESTORS = 8

/**
 * The process ids from `parent` up to the outermost npm, npx or pnpm; `parent` alone where there is none, or
 * where processes cannot be looked at (there is no /proc but on Linux). Shells outside are not in it: their end
 * is how a command is put into the background.
 */
export function findLaunchers(parent: number): number[] {
  const ancestors: { pid: number; command: string }[] = []
  for (let pid = parent; pid > 1 && ancestors.length < MOST_ANCESTORS; ) {
    const found = lookAt(pid)
    if (!found) break
    ancestors.push({ pid, command: found.command })
    pid = found.parent
  }
  const outermost = ancestors.findLastIndex(({ command }) => MANAGER.test(command))
  return outermost === -1 ? [parent] : ancestors.slice(0, outermost + 1).map(({ pid }) => pid)
}

/** Whether a process still runs; one that ended and was not yet waited for does not. */
export function isAlive(pid: number): boolean {
  const found = lookAt(pid)
  if (found) return found.state !== 'Z'
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function lookAt(pid: number): { state: string; parent: number; command: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { state, parent: Number(parent), command }
  } catch {
    return undefined
  }
}
