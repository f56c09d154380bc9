// Renders QR codes for phones: of the quiz in the terminal, and of a round on the page of the quiz.
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '@qb/http'
import { renderSVG, renderUnicodeCompact } from 'uqr'

/** Maximum length of a URL, in characters. A longer one makes a QR code that a phone can hardly read. */
const MAX_URL_CHARACTERS = 1000

/** Returns a QR code of the quiz. The code is light on dark, so it is framed for terminals of both kinds. */
export function invitePhones(quizUrl: string): string {
  const code = renderUnicodeCompact(quizUrl, { border: 2 }).replaceAll(/^/gm, '  ')
  return `\n  Phones in the same network open ${quizUrl}, or scan:\n\n${code}\n`
}

/** Returns the QR code of a round as SVG. @throws AppError `http/uri_too_long` above {@link MAX_URL_CHARACTERS} */
export function renderQrCode(url: string): string {
  if (url.length <= MAX_URL_CHARACTERS) return renderSVG(url, { border: 4 })
  const message = `expected a URL of at most ${MAX_URL_CHARACTERS} characters for a QR code, got ${url.length}`
  throw new AppError(HTTP_ERRORS.uri_too_long, message)
}
