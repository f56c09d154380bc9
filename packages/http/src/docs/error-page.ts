// Renders the page that a browser shows for an error of a page, and for an unknown path. Programs get problem details.
import type { ErrorResponse } from '../problems/error-response.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { escapeHtml, renderHtmlPage, type Site } from './html-page.ts'

/** Renders the page. @param root the URL of the front page, which the links begin with */
export function renderErrorPage(site: Site, { definition, detail }: ErrorResponse, root: string): string {
  const [, path = ''] = /^no route matches (\S*);/.exec(detail) ?? []
  // A proxy may have removed the path prefix.
  const address = `<code>${escapeHtml(path.startsWith(root) ? path : root + path.slice(1))}</code>`
  const [title, text] =
    definition === HTTP_ERRORS.unknown_route
      ? [
          'This page does not exist',
          `There is nothing at ${address}. The address has a mistake, or the page has moved.`,
        ]
      : [definition.title, escapeHtml(detail.replace(/^[a-z]/, (letter) => letter.toUpperCase()))]
  const [first] = site.links
  const link = first
    ? `\n<a class="button" href="${escapeHtml(root + first.href)}">${escapeHtml(first.text)}</a>`
    : ''
  const body = `<main class="page error">
<div class="card">
<h1>${escapeHtml(title)}</h1>
<p class="lead">${text}</p>
<p class="actions">
<a class="button primary" href="${escapeHtml(root)}">To the front page</a>${link}
</p>
</div>
</main>`
  return renderHtmlPage(site, { title: `${title} · ${site.title}`, body }, '', root)
}
