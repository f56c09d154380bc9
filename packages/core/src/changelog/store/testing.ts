// Lets a test kill a process at any of its system calls, without a process: from one call on, all calls fail.
import { type OpenDialogue, openGitDialogue, type RunGit, runGit } from '../../git/index.ts'
import { type FileSystem, NODE_FILE_SYSTEM, type OpenFile } from './file-system.ts'
import type { Addition, ReleaseCut } from './transaction.ts'

/** Adds one entry. @param idempotencyKey the id of the key of the request */
export function adding(description: string, idempotencyKey?: string, fingerprint = 'payload'): Addition {
  return {
    entries: [{ type: 'Added', description }],
    ...(idempotencyKey !== undefined && { idempotencyKey: { id: idempotencyKey, fingerprint } }),
  }
}

/** Releases a MINOR version. @param idempotencyKey the id of the key of the request */
export function releasing(idempotencyKey?: string): ReleaseCut {
  return {
    release: { bump: 'MINOR', date: '2026-11-22' },
    ...(idempotencyKey !== undefined && { idempotencyKey: { id: idempotencyKey, fingerprint: 'payload' } }),
  }
}

/** What a process does, up to its death. */
export interface Mortal {
  readonly fileSystem: FileSystem
  readonly runGit: RunGit
  readonly openDialogue: OpenDialogue
  /** The number of calls up to now. */
  calls(): number
}

/**
 * Creates a process that dies at a call: this call and all later ones fail.
 * @param at the number of the call, from 1
 * @param isLate whether that call takes effect
 */
export function createMortal(at: number, isLate: boolean): Mortal {
  let calls = 0
  const die = () => Object.assign(new Error('the process has died'), { code: 'EDEAD' })
  const wrap =
    (owner: object | undefined, method: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      calls += 1
      if (calls > at || (calls === at && !isLate)) throw die()
      const result: unknown = method.apply(owner, args)
      if (calls < at) return result
      if (!(result instanceof Promise)) throw die()
      return result.then(async (value: { close?: () => Promise<void> } | undefined) => {
        // A dead process closes its files.
        await value?.close?.()
        throw die()
      })
    }
  const wrapHandle = (handle: OpenFile): OpenFile =>
    new Proxy(handle, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        // A dead process closes its files.
        if (name === 'close') return () => target.close()
        return async (...args: never[]) => wrap(target, value as () => unknown)(...args)
      },
    })
  const entries = Object.entries(NODE_FILE_SYSTEM).map(([name, method]) => {
    if (name.endsWith('Sync')) return [name, wrap(NODE_FILE_SYSTEM, method as () => unknown)]
    const call = async (...args: never[]) => wrap(NODE_FILE_SYSTEM, method as () => unknown)(...args)
    return [
      name,
      name === 'open' ? async (...args: never[]) => wrapHandle((await call(...args)) as OpenFile) : call,
    ]
  })
  return {
    fileSystem: Object.fromEntries(entries) as FileSystem,
    runGit: async (...args) =>
      wrap(undefined, runGit as () => unknown)(...(args as unknown as never[])) as Promise<Buffer>,
    openDialogue(...args) {
      const dialogue = openGitDialogue(...args)
      const ask = wrap(dialogue, dialogue.ask as () => unknown)
      return {
        ask: async (...lines) => (await ask(...(lines as unknown as never[]))) as readonly string[],
        // git gets the end of its input when the process dies.
        end: () => dialogue.end(),
      }
    },
    calls: () => calls,
  }
}
