// A changelog's content as readers get it. Requests that read at the same time share one reading, and all of them
// the text of the newest revision, so that many readers of a large file do not hold it many times.
import { hash } from 'node:crypto'
import { decodeText, type FileContent } from './file-read.ts'

/** A text, whether there is a file, and the first 32 hex digits of the SHA-256 of its bytes. */
export interface ChangelogContent {
  readonly text: string
  readonly hash: string
  readonly exists: boolean
}

/** The first 32 hex digits of the SHA-256. */
export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 32)
}

/** @throws CoreError `unreadable_changelog` for bytes that are not UTF-8 */
export function toContent({ bytes, stats }: FileContent, shown: string): ChangelogContent {
  return { text: decodeText(bytes, shown), hash: hashBytes(bytes), exists: stats !== undefined }
}

/** Reads so that all who ask get the same object as long as the file has the same content. */
export function keepNewest(read: () => Promise<FileContent>, shown: string): () => Promise<ChangelogContent> {
  let newest: ChangelogContent | undefined
  return async () => {
    const content = await read()
    const isSame =
      newest?.hash === hashBytes(content.bytes) && newest.exists === (content.stats !== undefined)
    if (!newest || !isSame) newest = toContent(content, shown)
    return newest
  }
}

/**
 * Runs `read` for all who ask while it has not begun: one reading runs, and at most one more waits for it. Nobody gets
 * a result of a reading that began before they asked.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    const reading = read().finally(() => {
      if (running === reading) running = undefined
    })
    running = reading
    return reading
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
