// Renders the content of the front page: what an update would change in an example, the functions, and how to get a key. It
// shows nothing of the repository, because everybody can read the page.
import { addEntries, type NewEntry, parseChangelog, unifiedDiff } from '@qb/core/changelog'
import { escapeHtml, formatCurl, type LandingContent, renderCode, renderJson } from '@qb/http'
import { CHANGELOG_PROGRAM } from '@qb/http/root'
import type { ChangelogOperation } from './context.ts'

const CHANGELOG = `# Changelog

## [Unreleased]

### Fixed

* The login page remembers its language.

## [1.2.0] - 2026-03-14

### Added

* Keyboard shortcuts.
`

const CHANGES: readonly NewEntry[] = [
  { type: 'Added', description: 'Dark mode.' },
  { type: 'Changed', description: 'Needs Node.js 20.' },
]

/** Creates a function that renders the content as HTML. It needs no scripts. */
export function createLandingContent(
  operations: readonly ChangelogOperation[],
): (baseUrl: string) => LandingContent {
  const diff = unifiedDiff(CHANGELOG, addEntries(parseChangelog(CHANGELOG), CHANGES).text, 'CHANGELOG.md')
  const functions = operations.flatMap(({ functionDefinition, id, tag, summary }) =>
    functionDefinition
      ? [{ ...functionDefinition, reference: `redoc#tag/${tag}/operation/${id}`, summary }]
      : [],
  )
  const entries = CHANGES.map(
    ({ type, description }) => `    {"type": "${type}", "description": "${description}"}`,
  ).join(',\n')
  const changes = `\n  "changes": [\n${entries}\n  ]\n}`
  // What most MCP clients read from their configuration.
  const configOf = (url: string) => ({
    mcpServers: { changelog: { type: 'http', url, headers: { 'X-API-Key': 'qb_ci_…' } } },
  })
  return (baseUrl) => ({
    aside: renderCode('The diff of a dry run', renderDiff(diff)),
    main: `<h2>Three functions</h2>
<p class="muted">For scripts and CI jobs over HTTP, and for language models as function definitions or over MCP.</p>
<ul class="grid">
${functions
  .map(
    ({ name, description, reference, summary }) =>
      `<li><h3><a class="cover" href="${reference}">${escapeHtml(summary)}</a></h3><p>${escapeHtml(description)}</p><p class="muted">Tool <code>${name}</code></p></li>`,
  )
  .join('\n')}
</ul>
<h2 id="key">From a key to a release</h2>
<ol class="steps">
<li><h3>Get a key</h3>
<p class="muted">The service prints a temporary key when it starts, as long as none is configured. For permanent use, make one, add the printed entry to <code>CHANGELOG_API_KEYS</code> in <code>.env</code>, and start the service again.</p>
${renderCode('In a terminal', `${CHANGELOG_PROGRAM} make-key ci\nexport CHANGELOG_API_KEY=qb_ci_…`)}</li>
<li><h3>Preview entries</h3>
<p class="muted">The response has the diff of your own changelog, whose lines <code>jq -r '.diff // .error'</code> prints. Nothing is written.</p>
${renderCode('Preview request', renderPost(`${baseUrl}/api/changelog/update`, `{\n  "dry_run": true,${changes}`))}</li>
<li><h3>Add them</h3>
<p class="muted">The same request without <code>dry_run</code> writes them under Unreleased.</p>
${renderCode('Update request', renderPost(`${baseUrl}/api/changelog/update`, `{${changes}`))}</li>
<li><h3>Cut a release</h3>
<p class="muted">The entries under Unreleased become the next minor version, with the date and the links in the form of the file.</p>
${renderCode('Release request', renderPost(`${baseUrl}/api/changelog/release`, '{"version_bump": "MINOR"}'))}</li>
</ol>
<h2 id="assistants">Assistants</h2>
<div class="pair">
<p>MCP clients connect to <code>${escapeHtml(baseUrl)}/mcp</code> with an API key in <code>X-API-Key</code> or <code>Authorization: Bearer</code>. The tools are the operations of <code>GET&nbsp;/api/functions</code>.</p>
${renderCode('The configuration of a client', renderJson(configOf(`${baseUrl}/mcp`)))}
</div>`,
  })
}

const renderPost = (url: string, body: string) =>
  escapeHtml(formatCurl(url, 'X-API-Key: $CHANGELOG_API_KEY', body))

function renderDiff(diff: string): string {
  const lines = escapeHtml(diff).match(/.*\n/g) ?? []
  return lines
    .map((line) => {
      if (/^\+(?!\+\+ )/.test(line)) return `<ins>${line}</ins>`
      if (/^-(?!-- )/.test(line)) return `<del>${line}</del>`
      return /^(?:---|\+\+\+|@@)/.test(line) ? `<span class="muted">${line}</span>` : line
    })
    .join('')
}
