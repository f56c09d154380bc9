// The page at `/`: what this service is, its addresses, and every error it can answer with.
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import { STATUS } from './errors.ts'

/** What the page shows. */
export interface LandingPage {
  readonly title: string
  readonly summary: string
  readonly links: readonly { readonly href: string; readonly text: string; readonly about: string }[]
  /** The errors of the service's own operations; each gets an anchor that `type` can point at. */
  readonly errors: readonly ErrorCode[]
}

/** What every service can answer with, whatever its operations are. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'malformed_url',
  'malformed_request',
  'unknown_route',
  'method_not_allowed',
  'request_timeout',
  'expectation_failed',
  'content_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'too_many_requests',
  'header_too_large',
  'internal',
]

/** The page as HTML with no script and nothing from elsewhere. */
export function renderLandingPage({ title, summary, links, errors }: LandingPage): string {
  const linkRows = links.map(
    ({ href, text, about }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a> — ${escapeHtml(about)}</li>`,
  )
  const statusOf = (code: ErrorCode) => STATUS[ERRORS[code].kind]
  const all = [...errors, ...COMMON_ERRORS].sort((a, b) => statusOf(a) - statusOf(b))
  const errorRows = all.map(
    (code) =>
      `<tr id="${anchorOf(code)}"><td><code>${anchorOf(code)}</code></td><td>${statusOf(code)}</td><td>${ERRORS[code].title}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark }
body { font: 17px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem }
h1 { line-height: 1.2 } code { font-size: .92em; overflow-wrap: anywhere } li { margin: .35rem 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid #8884 }
tr:target { background: #fc06 }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(summary)}</p>
<h2>Where to go</h2>
<ul>
${linkRows.join('\n')}
</ul>
<h2>Errors</h2>
<table>
<thead><tr><th>type</th><th>status</th><th>title</th></tr></thead>
<tbody>
${errorRows.join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

/** The name of an error in addresses: `unknown_category` is `unknown-category`. */
export function anchorOf(code: ErrorCode): string {
  return code.replaceAll('_', '-')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
