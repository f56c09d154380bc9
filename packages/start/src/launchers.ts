// Finds the package managers between the user's shell and this process. On SIGTERM, pnpm ends without forwarding the
// signal, and npx forwards it only to a shell that ends. Both would leave the services running.
import { readFileSync } from 'node:fs'

const MANAGER = /^(?:npm |npx|pnpm|pnpx|(?:\S*\/)?node(?:js)? \S*(?:npm|npx|pnpm)(?:-cli)?\.[cm]?js\b)/
const MOST_ANCESTORS = 8

/**
 * The process ids from `parent` up to the outermost npm, npx or pnpm. The list is `parent` alone when there is none,
 * or when processes cannot be inspected (only Linux has /proc). Outer shells are not included, because a shell may
 * end when its command is moved to the background.
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

/** Whether a process is running. A zombie process is not. */
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
