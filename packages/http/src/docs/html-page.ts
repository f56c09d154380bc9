// Renders the frame of an HTML page: its head, and the header that all pages of a service have.

/** What all pages of a service have in their headers. */
export interface Site {
  /** The name of the service. */
  readonly title: string
  /** What the service is for, in one or two sentences. */
  readonly summary: string
  /** The character in the logo. */
  readonly mark: string
  /** The pages. `href` is relative, so that it works behind a path prefix. `action` is the text of the button on the front page. */
  readonly links: readonly { readonly href: string; readonly text: string; readonly action?: string }[]
}

/** The links of a service to its documentation. */
export const DOCS_LINKS: Site['links'] = [
  { href: 'docs', text: 'Docs', action: 'Try the API' },
  { href: 'redoc', text: 'Reference', action: 'Read the reference' },
  { href: 'errors', text: 'Errors' },
  { href: 'openapi.json', text: 'OpenAPI' },
]

/** The parts of a page. All but `title` are HTML. */
export interface HtmlPage {
  readonly title: string
  /** Further elements of the head: styles, or links to them. */
  readonly head?: string
  readonly body: string
}

/** Renders a page. @param current its `href` in the header @param root the URL that its links are relative to */
export function renderHtmlPage(
  site: Site,
  { title, head = '', body }: HtmlPage,
  current = '',
  root = './',
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(site.summary)}">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(site.summary)}">
<link rel="icon" href="data:image/svg+xml,${escapeHtml(encodeURIComponent(renderIcon(site.mark)))}">
<link rel="preload" href="${root}figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${root}site.css">
${head}
</head>
<body>
${renderHeader(site, current, root)}
${body}
</body>
</html>
`
}

/** Renders the header of a page. */
export function renderHeader({ title, mark, links }: Site, current: string, root = './'): string {
  const items = links.map(({ href, text }) => {
    const mark = href === current ? ' aria-current="page"' : ''
    return `<a href="${escapeHtml(root + href)}"${mark}>${escapeHtml(text)}</a>`
  })
  return `<header class="site-header">
<a class="brand" href="${root}"><span class="mark" aria-hidden="true">${escapeHtml(mark)}</span>${escapeHtml(title)}</a>
<nav aria-label="Pages">
${items.join('\n')}
</nav>
</header>`
}

/** Renders the icon of the browser's tab as SVG. */
export function renderIcon(mark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#ffc83d"/><text x="16" y="24" text-anchor="middle" font-family="sans-serif" font-weight="800" font-size="22">${escapeHtml(mark)}</text></svg>`
}

/** Renders a text that a reader copies, with a button of site.js. @param html the text, with its parts marked up */
export function renderCode(caption: string, html: string): string {
  // A URL that is longer than a line goes on after a slash or before an ampersand, not within a word.
  const wrapped = html.replaceAll(/(?<=\w)\/(?=\w)/g, '/<wbr>').replaceAll('&amp;', '<wbr>&amp;')
  return `<figure class="code"><figcaption>${escapeHtml(caption)}</figcaption><pre tabindex="0"><code>${wrapped}</code></pre></figure>`
}

/** A string, with the colon behind a name, or another value. */
const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(:?)|[\w.+-]+/g

/** Renders JSON as HTML with names, strings and other values in colours. A list of short values is on one line. */
export function renderJson(value: object): string {
  const json = JSON.stringify(value, undefined, 2).replaceAll(
    /\[\n([^[\]{}]{1,100})\n *\]/g,
    (_, items: string) => `[${items.trim().replaceAll(/,\n */g, ', ')}]`,
  )
  return json.replaceAll(JSON_TOKEN, (token, text: string = token, colon: string | undefined) => {
    const kind = colon === undefined ? 'value' : colon === '' ? 'string' : 'name'
    return `<span class="${kind}">${escapeHtml(text)}</span>${colon ?? ''}`
  })
}

/** Quotes a text for a POSIX shell. A name of a category can contain an apostrophe, which URLs may contain too. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Renders a text as HTML. What is in backticks is code. */
export function renderText(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** Escapes the characters that have a meaning in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
