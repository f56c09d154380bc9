// Renders the front page at `/` and the list of errors at `/errors`, to which the `type` of problem details links. Links
// are relative, so that they work behind a path prefix.
import { STATUS_CODES } from 'node:http'
import type { ErrorDefinition } from '@qb/core/errors'
import type { BasePath } from '../base-path.ts'
import { exampleOf, listErrors } from '../operation/describe.ts'
import type { Operation } from '../operation/operation.ts'
import { type ErrorFormat, helpLink } from '../problems/error-response.ts'
import { COMMON_ERRORS, HTTP_ERRORS, slugOf, statusOf } from '../problems/http-errors.ts'
import { escapeHtml, renderCode, renderHtmlPage, renderJson, renderText, type Site } from './html-page.ts'

/** The content of the front page, besides its operations. */
export interface LandingPage extends Site {
  /** The heading of the front page: what the service is for. */
  readonly headline: string
  /** Renders further content as HTML for a request. `baseUrl` is the URL of the service as the client sees it. */
  readonly renderContent?: (baseUrl: string) => LandingContent
  /** Returns values of parameters with which every visitor can try the operations. Default: the examples of the schemas. */
  readonly findExamples?: () => Readonly<Record<string, string>>
}

/** Adds buttons that copy. */
const SITE_SCRIPT = '<script src="site.js" defer></script>'

/** HTML: what stands beside the title, and what follows. */
export interface LandingContent {
  readonly aside: string
  readonly main: string
}

/** Renders the front page. */
export function renderLandingPage(
  page: LandingPage,
  operations: readonly Operation<never, string>[],
  baseUrl: string,
): string {
  const { title, headline, summary, links } = page
  const { aside, main } = page.renderContent?.(baseUrl) ?? { aside: '', main: '' }
  const buttons = links.flatMap(({ href, action }, index) => {
    const style = ['button primary', 'button'][index] ?? 'link'
    return action ? [`<a class="${style}" href="${escapeHtml(href)}">${escapeHtml(action)}</a>`] : []
  })
  const body = `<main class="page">
<div class="hero">
<div>
<h1>${escapeHtml(headline)}</h1>
<p class="lead">${escapeHtml(summary)}</p>
<p class="actions">
${buttons.join('\n')}
</p>
</div>
${aside}
</div>
${main}
<h2 id="operations">All operations</h2>
<dl>
${operations.filter(isOfProduct).map(renderOperation).join('\n')}
</dl>
<h3>For operators</h3>
<dl>
${operations
  .filter((operation) => !isOfProduct(operation))
  .map(renderOperation)
  .join('\n')}
</dl>
</main>
<footer class="site-footer">
<nav aria-label="More pages">
${[...links.filter(({ href }) => href !== 'errors'), { href: 'errors', text: 'All errors' }]
  .map(({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`)
  .join('\n')}
</nav>
</footer>`
  return renderHtmlPage(page, { title, head: SITE_SCRIPT, body })
}

/** Operators need the others, such as health and metrics. */
const isOfProduct = ({ tag }: Operation<never, string>) => tag !== 'Service'

/** Renders an operation with a link to its reference, and one to its response when a browser can ask for it. */
function renderOperation({
  id,
  tag,
  method,
  path,
  summary,
  access,
  input,
}: Operation<never, string>): string {
  const hasRequired = path.includes('{') || (input.query?.required ?? []).length > 0
  const opens = method === 'GET' && access === 'public' && !hasRequired
  // A path may be broken after each slash, and nowhere else.
  const code = `<span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`
  const link = opens
    ? ` · <a href="${escapeHtml(path.slice(1))}" aria-label="Open ${escapeHtml(path)}">Open</a>`
    : ''
  return `<dt><a href="redoc#tag/${encodeURIComponent(tag)}/operation/${id}">${code}</a></dt><dd>${escapeHtml(summary)}${link}</dd>`
}

/**
 * Renders the list of errors, in ascending order of status. Each error has its slug as its id. Beside the list are
 * a link for each status, and the response of an error.
 * @param basePath the path prefix of the link in that response
 */
export function renderErrorsPage(
  page: LandingPage,
  operations: readonly Operation<never, string>[],
  format: ErrorFormat,
  basePath: BasePath,
): string {
  const errors = new Set([...operations.flatMap(listErrors), ...COMMON_ERRORS])
  const statuses = [...new Set([...errors].map(statusOf))].sort((a, b) => a - b)
  const shown = HTTP_ERRORS.invalid_parameters
  const { value } = exampleOf(shown, format)
  const status = statusOf(shown)
  const head = `HTTP/1.1 ${status} ${reasonOf(status)}
Content-Type: ${format.contentType}
Link: ${helpLink(shown, basePath)}`
  const renderStatus = (status: number) => `<section id="${status}">
<h2>${status} <span>${reasonOf(status)}</span></h2>
<ul>
${[...errors]
  .filter((error) => statusOf(error) === status)
  .map(renderError)
  .join('\n')}
</ul>
</section>`
  const body = `<main class="page">
<div class="hero"><div>
<h1>Errors</h1>
<p class="lead">Every error that the service can return, what it means, and what to do. The <code>Link</code> field of a response leads to its error.</p>
</div></div>
<div class="beside">
<aside aria-label="Overview">
<nav class="statuses" aria-label="Statuses"><span class="muted">Jump to a status</span>
${statuses.map((status) => `<a href="#${status}">${status}</a>`).join('\n')}</nav>
${renderCode('A response with an error', `${escapeHtml(head)}\n\n${renderJson(value)}`)}
</aside>
<div class="errors">
${statuses.map(renderStatus).join('\n')}
</div>
</div>
</main>`
  return renderHtmlPage(page, { title: `Errors · ${page.title}`, head: SITE_SCRIPT, body }, 'errors')
}

/** The names of RFC 9110 that Node.js does not have yet. */
const REASONS: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' }

const reasonOf = (status: number) => REASONS[status] ?? STATUS_CODES[status]

function renderError(error: ErrorDefinition): string {
  const slug = slugOf(error)
  return `<li id="${slug}">
<h3><a href="#${slug}">${escapeHtml(error.title)}</a></h3>
<p class="muted"><code>${slug}</code></p>
<p>${renderText(error.help ?? '')}</p>
</li>`
}
