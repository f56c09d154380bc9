// Finds the package managers that started this process, such as npx and pnpm. On SIGTERM, they exit without
// forwarding the signal to this process, so it must watch them.
import { readFileSync } from 'node:fs'

/** Matches the command line of npm, npx, pnpm or pnpx. */
const MANAGER = /^(?:npm |npx|pnpm|pnpx|(?:\S*\/)?node(?:js)? \S*(?:npm|npx|pnpm)(?:-cli)?\.[cm]?js\b)/
const CHECK_MS = 200

/** Calls a function, maybe again, when one of the processes has ended. It does not keep this process running. */
export function watchLaunchers(launchers: readonly number[], onEnd: () => void): void {
  setInterval(() => {
    if (!launchers.every(isAlive)) onEnd()
  }, CHECK_MS).unref()
}

/**
 * Lists the ids of the ancestor processes from `parent` to the outermost npm, npx or pnpm. Without a package manager, and
 * without /proc, which only Linux has, the list is empty. Processes outside the package managers are not included: a shell
 * can exit while its command runs in the background.
 */
export function findLaunchers(parent: number): number[] {
  const ancestors: { readonly pid: number; readonly command: string }[] = []
  let pid = parent
  for (let info = readProcess(pid); info && pid > 1; info = readProcess(pid)) {
    ancestors.push({ pid, command: info.command })
    pid = info.parent
  }
  const outermost = ancestors.findLastIndex(({ command }) => MANAGER.test(command))
  return ancestors.slice(0, outermost + 1).map((ancestor) => ancestor.pid)
}

/** Whether a process is running. A zombie process is not running. The process of another user may be, with the error EPERM. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return readProcess(pid)?.state !== 'Z'
}

/** Reads the state of a process, its parent and its command line. Undefined when it does not exist, or without /proc. */
function readProcess(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { state, parent: Number(parent), command }
  } catch {
    return undefined
  }
}
