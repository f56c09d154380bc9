// Names the process that holds a lock, so that another process can find out whether it has ended.
import { hash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from './file-system.ts'

/** Matches the name of an owner: where its process id is valid, the process id, its start, and a random part. */
export const OWNER_NAME = /^([0-9a-f]{8})\.(\d+)\.(\d+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Creates a name for this process as an owner. Each is a new one. */
export function createOwnerName(): string {
  const start = findProcess(process.pid)?.start ?? '0'
  return `${findIdSpace()}.${process.pid}.${start}.${randomUUID()}`
}

/**
 * Whether the process of an owner has ended. Undefined when that cannot be known: it runs on another machine or in another
 * container, or the system has no `/proc`.
 */
export function hasEnded(ownerName: string): boolean | undefined {
  const [, idSpace, id, start] = OWNER_NAME.exec(ownerName) ?? []
  if (idSpace !== findIdSpace()) return undefined
  try {
    process.kill(Number(id), 0)
  } catch (error) {
    // EPERM: it is the process of another user.
    if (codeOf(error) === 'ESRCH') return true
  }
  const found = findProcess(Number(id))
  // A process id is used again. A zombie was killed, and its parent has not noticed yet.
  return found && (found.start !== start || found.isZombie)
}

/** Names the boot of this machine and the namespace of this container, in which process ids are valid. */
function findIdSpace(): string {
  let name = hostname()
  try {
    name = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid')
  } catch {
    // The system has no such files.
  }
  return hash('sha256', name).slice(0, 8)
}

/** The start time of a process, in clock ticks since the boot, and whether it is a zombie. Undefined without `/proc`. */
function findProcess(id: number): { readonly start: string; readonly isZombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The name of the program, in parentheses, can contain anything.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { start: fields[18] ?? '0', isZombie: 'ZX'.includes(state) }
  } catch {
    return undefined
  }
}
