// Implements the command `bench` of the workspace. It measures the bundles of the services.
import { join } from 'node:path'
import { ROOT } from '@qb/http/root'
import { runBench } from './command.ts'

process.exitCode = await runBench(process.argv.slice(2), {
  name: 'bench',
  questions: [process.execPath, join(ROOT, 'packages/questions/dist/server.bundle.js')],
  changelog: [process.execPath, join(ROOT, 'packages/changelog/dist/server.bundle.js')],
  datasets: join(ROOT, 'external-resources/questions'),
  folder: ROOT,
})
