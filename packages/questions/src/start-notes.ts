// Tells the person who has started the service where the quiz, the documentation and the folder of the datasets are.
import { networkInterfaces } from 'node:os'
import type { QuestionBank } from '@qb/core/questions'
import { invitePhones } from './qr-codes.ts'

/** The value of `QUESTIONS_HOST` with which phones of the same network can play. */
export const LAN_HOST = 'lan'

/** Returns the lines to print when the service is ready. `lanAddress` is undefined when only this machine can connect. */
export function describeStart(
  url: string,
  {
    bank,
    basePath,
    lanAddress,
  }: { readonly bank: QuestionBank; readonly basePath: string; readonly lanAddress?: string | undefined },
): string {
  const root = `${lanAddress === undefined ? url : url.replace('//0.0.0.0:', `//${lanAddress}:`)}${basePath}`
  const served = bank.statuses().filter(({ dataset }) => dataset)
  const questions = served.reduce((sum, { dataset }) => sum + (dataset?.size ?? 0), 0)
  const holds =
    served.length === 0
      ? 'none yet'
      : `${questions} in ${served.length} ${served.length === 1 ? 'category' : 'categories'}`
  const lines = [
    `  quiz       ${root}/quiz/`,
    `  API docs   ${root}/docs`,
    `  questions  ${holds}, from CSV files in ${bank.directory}`,
  ]
  const [first] = served
  if (first) {
    const path = `/api/v1/questions/${encodeURIComponent(first.category)}`
    lines.push(`  try        curl '${root}${path}?limit=2&seed=42'`)
  }
  if (lanAddress !== undefined) lines.push(invitePhones(`${root}/quiz/`))
  return lines.join('\n')
}

/** Returns the first IPv4 address of this machine that others can reach. Undefined without a network. */
export function findLanAddress(interfaces = networkInterfaces()): string | undefined {
  const addresses = Object.values(interfaces).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
