// Renders the landing page at `/`. It lists the operations of the service and every error that it can return.
import type { ErrorDefinition } from '@qb/core/errors'
import { listErrors } from '../operation/describe.ts'
import type { Operation } from '../operation/operation.ts'
import { COMMON_ERRORS, slugOf, statusOf } from '../problems/http-errors.ts'
import { escapeHtml } from './escape-html.ts'

/** The content of the landing page, besides its operations and errors. */
export interface LandingPage {
  readonly title: string
  readonly summary: string
  readonly links: readonly { readonly href: string; readonly text: string; readonly description: string }[]
}

/** The members of an operation that the page depends on. */
type ListedOperation = Pick<
  Operation<never, string>,
  'method' | 'path' | 'summary' | 'access' | 'errors' | 'input' | 'result'
>

/** Renders the page as HTML. It has no scripts and loads no other resources. */
export function renderLandingPage(
  { title, summary, links }: LandingPage,
  operations: readonly ListedOperation[],
): string {
  const linkRows = links.map(
    ({ href, text, description }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a>: ${escapeHtml(description)}</li>`,
  )
  const operationRows = operations.map(
    (operation) =>
      `<tr><td><code>${operation.method} ${escapeHtml(operation.path)}</code></td><td>${escapeHtml(operation.summary)}</td></tr>`,
  )
  const errorRows = listAllErrors(operations).map(
    (error) =>
      `<tr id="${slugOf(error)}"><td><code>${slugOf(error)}</code></td><td>${statusOf(error)}</td><td>${error.title}</td></tr>`,
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
<h2>Links</h2>
<ul>
${linkRows.join('\n')}
</ul>
<h2>Operations</h2>
<table>
<thead><tr><th>endpoint</th><th>summary</th></tr></thead>
<tbody>
${operationRows.join('\n')}
</tbody>
</table>
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

/**
 * Lists the errors of the given operations and the common errors, without duplicates, in ascending order of
 * status.
 */
export function listAllErrors(
  operations: readonly Pick<ListedOperation, 'errors' | 'input' | 'access' | 'result'>[],
): ErrorDefinition[] {
  const errors = new Set([...operations.flatMap(listErrors), ...COMMON_ERRORS])
  return [...errors].sort((a, b) => statusOf(a) - statusOf(b))
}
