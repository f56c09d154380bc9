// Defines how the bank loads files, and loads them in this thread.
import { type DatasetFile, readDataset } from '../../load-dataset.ts'
import type { ByteSource } from '../../read/index.ts'
import { readInChunks } from '../read-file.ts'
import type { FileNames } from '../scanned-file.ts'

/** A file to load. It consists of plain data, which can be sent to another thread. */
export interface LoadRequest extends FileNames {
  readonly source:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
    /** `file` is the real path of the file. */
    | { readonly kind: 'file'; readonly file: string; readonly maxBytes: number }
  readonly reservedIds: readonly string[]
  readonly skipInvalidRows?: boolean | undefined
}

/** Loads dataset files. */
export interface Loader {
  /** @throws Error when the file cannot be read; its message completes "expected a file that can be read, got" */
  load(request: LoadRequest): Promise<DatasetFile>
  /** Ends what loading has started, such as a thread, at once or soon. The loader can be used again. */
  close(): Promise<void>
}

/** Loads files in this thread. */
export const DIRECT_LOADER: Loader = { load: (request) => loadFile(request), close: async () => undefined }

/**
 * Reads and parses a file.
 * @param onProgress is called with the share of the file that was parsed, from 0 to 1
 */
export async function loadFile(
  { source, ...options }: LoadRequest,
  onProgress?: (share: number) => void,
): Promise<DatasetFile> {
  const load = (bytes: Uint8Array | ByteSource) => readDataset({ ...options, bytes, onProgress })
  return source.kind === 'bytes' ? load(source.bytes) : readInChunks(source.file, source.maxBytes, load)
}
