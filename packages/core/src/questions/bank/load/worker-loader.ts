// Loads files in a thread, so that requests are served in the meantime.
import { Worker } from 'node:worker_threads'
import type { DatasetFile } from '../../load-dataset.ts'
import type { Loader, LoadRequest } from './loader.ts'
import type { LoadReply } from './serve-loads.ts'

/** Options of {@link createWorkerLoader}. */
export interface WorkerLoaderOptions {
  /** The program of the thread. It must call `serveLoads`. */
  readonly program: URL
  /** Is called about once per second with the share of a file that was parsed, from 0 to 1. */
  readonly onProgress?: ((request: LoadRequest, share: number) => void) | undefined
}

/** How long a thread stays after the loader was closed, in milliseconds. */
const LINGER_MS = 1500

/** Creates a loader. The thread is started by the first file, and ends soon after the loader is closed. */
export function createWorkerLoader({ program, onProgress }: WorkerLoaderOptions): Loader {
  let worker: Worker | undefined
  const start = () => {
    // Without the command-line options of this process, which can be about other files.
    const started = new Worker(program, { execArgv: [] })
    // An error between two files, or after the last one, concerns no request. Without a listener, it would end the process.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }
  return {
    async load(request) {
      worker ??= start()
      const started = worker
      started.postMessage(request)
      const reportProgress = (share: number) => onProgress?.(request, share)
      try {
        return await receive(started, reportProgress)
      } catch (error) {
        // The thread can have the questions of the part that was read.
        if (worker === started) worker = undefined
        await started.terminate()
        throw error
      }
    },
    async close() {
      const started = worker
      worker = undefined
      if (!started) return
      // When a large dataset has arrived, the garbage collector of this thread runs. It would wait for memory while that of the
      // other thread is released.
      setTimeout(() => started.terminate(), LINGER_MS)
    },
  }
}

/** Receives the reply to a request. @throws Error when the thread ends or cannot load the file */
function receive(worker: Worker, onProgress: (share: number) => void): Promise<DatasetFile> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('messageerror', onError).off('error', onError).off('exit', onExit)
      finish()
    }
    const onMessage = (reply: LoadReply) => {
      if (reply.kind === 'progress') onProgress(reply.share)
      else if (reply.kind === 'error') settle(() => reject(new Error(reply.message)))
      else settle(() => resolve(restoreBuffers(reply.file)))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('a thread that ended before the file was loaded')))
    worker.on('message', onMessage).on('messageerror', onError).on('error', onError).on('exit', onExit)
  })
}

/** Restores the Buffers of a dataset, which arrive as Uint8Arrays. */
function restoreBuffers(file: DatasetFile): DatasetFile {
  if (file.kind === 'invalid') return file
  const { packed } = file.content.questions
  const chunks = packed.chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  const questions = { ...file.content.questions, packed: { ...packed, chunks } }
  return { ...file, content: { ...file.content, questions } }
}
