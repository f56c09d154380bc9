// Runs in a thread: loads each file that the other thread asks for.
import type { MessagePort } from 'node:worker_threads'
import type { DatasetFile } from '../../load-dataset.ts'
import { moveIntoBuffers } from '../../store/index.ts'
import { type LoadRequest, loadFile } from './loader.ts'

/** A message of the thread. The last one of a request is not `progress`. */
export type LoadReply =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'file'; readonly file: DatasetFile }
  | { readonly kind: 'error'; readonly message: string }

const PROGRESS_INTERVAL_MS = 1000

/** Serves requests until the thread ends. The memory of a dataset is transferred, not copied. */
export function serveLoads(port: MessagePort): void {
  const reply = (message: LoadReply, buffers: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, buffers)
  port.on('message', async (request: LoadRequest) => {
    let next = performance.now() + PROGRESS_INTERVAL_MS
    try {
      const file = await loadFile(request, (share) => {
        if (performance.now() < next) return
        next = performance.now() + PROGRESS_INTERVAL_MS
        reply({ kind: 'progress', share })
      })
      if (file.kind === 'invalid') return reply({ kind: 'file', file })
      const { questions, buffers } = moveIntoBuffers(file.content.questions)
      reply({ kind: 'file', file: { ...file, content: { ...file.content, questions } } }, buffers)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      reply({ kind: 'error', message: code ?? message })
    }
  })
}
