// Tells the person who has started the service where the quiz, the documentation and the folder of the datasets are, and phones
// where the quiz is: by a QR code in the terminal, and by one of a round on the page of the quiz.
import { networkInterfaces } from 'node:os'
import { AppError } from '@qb/core/errors'
import type { QuestionBank } from '@qb/core/questions'
import { HTTP_ERRORS } from '@qb/http'
import { renderSVG, renderUnicodeCompact } from 'uqr'

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
  if (lanAddress !== undefined) {
    // The code is light on dark, so it is framed for terminals of both kinds.
    const code = renderUnicodeCompact(`${root}/quiz/`, { border: 2 }).replaceAll(/^/gm, '  ')
    lines.push(`\n  Phones in the same network open ${root}/quiz/, or scan:\n\n${code}\n`)
  }
  return lines.join('\n')
}

/** Maximum length of a URL, in characters. A longer one makes a QR code that a phone can hardly read. */
const MAX_URL_CHARACTERS = 1000

/** Returns the QR code of a round as SVG. @throws AppError `http/uri_too_long` above {@link MAX_URL_CHARACTERS} */
export function renderQrCode(url: string): string {
  if (url.length <= MAX_URL_CHARACTERS) return renderSVG(url, { border: 4 })
  const message = `expected a URL of at most ${MAX_URL_CHARACTERS} characters for a QR code, got ${url.length}`
  throw new AppError(HTTP_ERRORS.uri_too_long, message)
}

/** Returns the first IPv4 address of this machine that others can reach. Undefined without a network. */
export function findLanAddress(interfaces = networkInterfaces()): string | undefined {
  const addresses = Object.values(interfaces).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
