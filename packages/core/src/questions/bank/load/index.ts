// Loads dataset files, in this thread or in another one.
export { DIRECT_LOADER, type Loader, type LoadRequest } from './loader.ts'
export { serveLoads } from './serve-loads.ts'
export { createWorkerLoader } from './worker-loader.ts'
