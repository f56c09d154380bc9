// Renders the page that a browser shows for an error of a page, and for an unknown path. Programs get problem details.
import type { ErrorResponse } from '../problems/error-response.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { escapeHtml, renderHtmlPage, type Site } from './html-page.ts'

/** Renders the page. @param root the URL of the front page, which the links begin with */
export function renderErrorPage(site: Site, { definition, detail }: ErrorResponse, root: string): string {
  const [title, text] =
    definition === HTTP_ERRORS.unknown_route
      ? ['This page does not exist', 'The address has a mistake, or the page has moved.']
      : [definition.title, detail]
  const [first] = site.links
  const link = first
    ? `\n<a class="button" href="${escapeHtml(root + first.href)}">${escapeHtml(first.text)}</a>`
    : ''
  const body = `<main class="page error">
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(text)}</p>
<p class="actions">
<a class="button primary" href="${escapeHtml(root)}">To the front page</a>${link}
</p>
</main>`
  return renderHtmlPage(site, { title: `${title} · ${site.title}`, body }, '', root)
}
