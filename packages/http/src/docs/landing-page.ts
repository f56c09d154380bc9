// Renders the landing page at `/` and the list of errors at `/errors`, to which the `type` of problem details links. Links
// are relative, so that they work behind a path prefix.
import { listErrors } from '../operation/describe.ts'
import type { Operation } from '../operation/operation.ts'
import { COMMON_ERRORS, slugOf, statusOf } from '../problems/http-errors.ts'
import { escapeHtml, renderHtmlPage } from './html-page.ts'

/** The content of the landing page, besides its operations. */
export interface LandingPage {
  readonly title: string
  readonly summary: string
  /** The first links of the page. `href` is relative to the page. */
  readonly links: readonly { readonly href: string; readonly text: string; readonly description: string }[]
  /**
   * Renders further content as HTML, for each request.
   * @param baseUrl the URL of the service as the client sees it, such as `http://127.0.0.1:8000`
   */
  readonly renderContent?: (baseUrl: string) => string
}

/** Renders the landing page. It has no scripts and loads no other resources. */
export function renderLandingPage(
  { title, summary, links, renderContent }: LandingPage,
  operations: readonly Operation<never, string>[],
  baseUrl: string,
): string {
  const linkRows = links.map(
    ({ href, text, description }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a>: ${escapeHtml(description)}</li>`,
  )
  return renderPage(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(summary)}</p>
<ul class="links">
${linkRows.join('\n')}
</ul>
${renderContent?.(baseUrl) ?? ''}
<h2 id="operations">Operations</h2>
<dl>
${operations.map(renderOperation).join('\n')}
</dl>
<p><a href="errors">All errors</a> that the service can return.</p>`,
  )
}

function renderOperation({ method, path, summary, access, input }: Operation<never, string>): string {
  const hasRequired = path.includes('{') || (input.query?.required ?? []).length > 0
  const isLink = method === 'GET' && access === 'public' && !hasRequired
  // A path may be broken after each slash, and nowhere else.
  const code = `<code>${method} ${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`
  return `<dt>${isLink ? `<a href="${escapeHtml(path.slice(1))}">${code}</a>` : code}</dt><dd>${escapeHtml(summary)}</dd>`
}

/** Renders the list of errors, in ascending order of status. Each row has the slug of the error as its id. */
export function renderErrorsPage(
  { title }: LandingPage,
  operations: readonly Operation<never, string>[],
): string {
  const errors = new Set([...operations.flatMap(listErrors), ...COMMON_ERRORS])
  const sorted = [...errors].sort((a, b) => statusOf(a) - statusOf(b))
  const rows = sorted.map(
    (error) =>
      `<tr id="${slugOf(error)}"><td>${statusOf(error)}</td><td><code>${slugOf(error)}</code></td><td>${escapeHtml(error.title)}</td></tr>`,
  )
  return renderPage(
    `Errors · ${title}`,
    `<h1>Errors</h1>
<p class="lead">Every error that the service can return. <a href="./">${escapeHtml(title)}</a></p>
<table>
<thead><tr><th>status</th><th>type</th><th>title</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  )
}

function renderPage(title: string, main: string): string {
  return renderHtmlPage({
    title,
    head: `<style>
:root { color-scheme: light dark; --border: light-dark(#d8dce3, #3a404b); --muted: light-dark(#596273, #a5adba); --accent: light-dark(#1f4fd8, #8fb0ff); --card: light-dark(#f6f7f9, #1d2128) }
* { box-sizing: border-box }
body { font: 17px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 2.5rem auto; padding: 0 1.25rem }
h1 { line-height: 1.15; margin: 0 0 .5rem } h2 { margin: 2.25rem 0 .75rem; font-size: 1.25rem }
a { color: var(--accent) } code, pre { font: .9em/1.5 ui-monospace, monospace }
.lead { font-size: 1.15rem; margin: 0 0 1rem } .muted { color: var(--muted) } .links { padding-left: 1.25rem } li { margin: .35rem 0 }
dt { margin-top: .7rem } dd { margin: 0; color: var(--muted) }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--border) } tr:target { background: #fc06 }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem; list-style: none; padding: 0 } .cards li { margin: 0; padding: .75rem 1rem; border: 1px solid var(--border); border-radius: .6rem } .cards small { display: block; color: var(--muted) }
.question { background: var(--card); border-radius: .6rem; padding: 1rem 1.25rem } .question p { margin: 0 0 .5rem; font-size: 1.1rem } .question summary { cursor: pointer }
pre { background: var(--card); border-radius: .6rem; padding: .75rem 1rem; overflow-x: auto; margin: .75rem 0 }
.button { display: inline-block; background: var(--accent); color: light-dark(#fff, #10131a); padding: .55rem 1.1rem; border-radius: .6rem; text-decoration: none; font-weight: 600 }
</style>`,
    body: `<main>
${main}
</main>`,
  })
}
