// Renders the front page at `/` and the list of errors at `/errors`, to which the `type` of problem details links. Links
// are relative, so that they work behind a path prefix.
import type { ErrorDefinition } from '@qb/core/errors'
import { listErrors } from '../operation/describe.ts'
import type { Operation } from '../operation/operation.ts'
import { COMMON_ERRORS, slugOf, statusOf } from '../problems/http-errors.ts'
import { escapeHtml, renderHtmlPage, type Site } from './html-page.ts'

/** The content of the front page, besides its operations. */
export interface LandingPage extends Site {
  readonly summary: string
  /**
   * Renders further content as HTML, for each request.
   * @param baseUrl the URL of the service as the client sees it, such as `http://127.0.0.1:8000`
   */
  readonly renderContent?: (baseUrl: string) => LandingContent
}

/** HTML: what stands beside the title, and what follows. */
export interface LandingContent {
  readonly aside: string
  readonly main: string
}

/** Renders the front page. Its only script adds buttons that copy. */
export function renderLandingPage(
  page: LandingPage,
  operations: readonly Operation<never, string>[],
  baseUrl: string,
): string {
  const { title, summary, links } = page
  const { aside, main } = page.renderContent?.(baseUrl) ?? { aside: '', main: '' }
  const buttons = links.flatMap(({ href, action }, index) => {
    const style = ['button primary', 'button'][index] ?? 'link'
    return action ? [`<a class="${style}" href="${escapeHtml(href)}">${escapeHtml(action)}</a>`] : []
  })
  const body = `<main class="page">
<div class="hero">
<div>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(summary)}</p>
<p class="actions">
${buttons.join('\n')}
</p>
</div>
${aside}
</div>
${main}
<h2 id="operations">Operations</h2>
<dl>
${operations.map(renderOperation).join('\n')}
</dl>
<p><a href="errors">All errors</a> that the service can return.</p>
</main>`
  return renderHtmlPage(page, { title, head: '<script src="site.js" defer></script>', body })
}

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
  const code = `<code>${method} ${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`
  const link = opens
    ? ` · <a href="${escapeHtml(path.slice(1))}" aria-label="Open ${escapeHtml(path)}">Open</a>`
    : ''
  return `<dt><a href="redoc#tag/${encodeURIComponent(tag)}/operation/${id}">${code}</a></dt><dd>${escapeHtml(summary)}${link}</dd>`
}

/** Renders the list of errors, in ascending order of status. Each item has the slug of the error as its id. */
export function renderErrorsPage(page: LandingPage, operations: readonly Operation<never, string>[]): string {
  const errors = new Set([...operations.flatMap(listErrors), ...COMMON_ERRORS])
  const sorted = [...errors].sort((a, b) => statusOf(a) - statusOf(b))
  const isOfService = (error: ErrorDefinition) => statusOf(error) >= 500
  const body = `<main class="page">
<div class="hero"><div>
<h1>Errors</h1>
<p class="lead">Every error that the service can return, what it means, and what to do.</p>
</div></div>
<h2>Request errors</h2>
<ul class="errors">
${sorted
  .filter((error) => !isOfService(error))
  .map(renderError)
  .join('\n')}
</ul>
<h2>Service errors</h2>
<ul class="errors">
${sorted.filter(isOfService).map(renderError).join('\n')}
</ul>
</main>`
  return renderHtmlPage(page, { title: `Errors · ${page.title}`, body })
}

function renderError(error: ErrorDefinition): string {
  const slug = slugOf(error)
  const help = escapeHtml(error.help ?? '').replaceAll(/`([^`]+)`/g, '<code>$1</code>')
  return `<li id="${slug}">
<p class="muted">${statusOf(error)}</p>
<div><h3><a href="#${slug}">${escapeHtml(error.title)}</a></h3>
<p class="muted"><code>${slug}</code></p>
<p>${help}</p></div>
</li>`
}
