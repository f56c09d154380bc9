// The program of the thread that loads datasets.
import { parentPort } from 'node:worker_threads'
import { serveLoads } from '@qb/core/questions'

if (parentPort) serveLoads(parentPort)
