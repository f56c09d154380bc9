// Renders the frame of an HTML page.

/** The parts of a page. All but `title` are HTML. */
export interface HtmlPage {
  readonly title: string
  /** Further elements of the head: styles, or links to them. */
  readonly head: string
  readonly body: string
}

/** Renders a page. */
export function renderHtmlPage({ title, head, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`
}

/** Escapes the characters that have a meaning in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
