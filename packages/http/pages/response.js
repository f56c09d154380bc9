// Completes the response of a request in Swagger UI: its status in words, its duration and its size, what to do after a 401, and the diff of
// a changelog.

/** A plugin of Swagger UI. */
function completeResponse(system) {
  const { React, getStore, authSelectors } = system
  const h = React.createElement

  /** Says what to do after a 401. A key that was entered later was not refused. */
  function KeyNote({ response, specSelectors, path, method }) {
    const keys = React.useSyncExternalStore(getStore().subscribe, authSelectors.authorized)
    if (response.get('status') !== 401) return null
    const sent = specSelectors.requestFor(path, method).get('headers')
    const wasRefused = keys.some((key) => sent.some((field) => String(field).endsWith(key.get('value'))))
    if (keys.size > 0 && !wasRefused)
      return renderNote('A key is set now.', 'Execute again', ({ target }) =>
        target.closest('.opblock').querySelector('.btn.execute').click(),
      )
    const text = wasRefused
      ? 'This key was not accepted. Compare it with the key that you were given, or enter another one.'
      : 'This operation needs a key. Enter one, and execute it again.'
    return renderNote(text, wasRefused ? 'Change key' : 'Authorize', () =>
      document.querySelector('.auth-wrapper > .authorize').click(),
    )
  }

  function renderNote(text, name, onClick) {
    const button = h('button', { className: 'btn authorize', onClick }, name)
    return h('div', { className: 'response-note', role: 'status' }, h('p', null, text), button)
  }

  /** Says what was wrong, and links to what to do. */
  function HelpLink({ response }) {
    const [, href] = /<([^>]+)>; rel="help"/.exec(response.getIn(['headers', 'link'])) ?? []
    if (!href) return null
    const body = response.get('body')
    const reason = response.get('status') !== 401 && (body?.get?.('detail') ?? body?.get?.('error'))
    return h(
      React.Fragment,
      null,
      reason && h('p', { className: 'reason' }, reason),
      h('p', { className: 'help-link' }, h('a', { href }, 'What this error means, and what to do')),
    )
  }

  function Diff({ content }) {
    const diff = /^\s*\{.*"diff":/s.test(content) && JSON.parse(content).diff
    if (!diff) return null
    const lines = diff
      .replace(/(?:\n )+\n$/, '\n')
      .split(/(?<=\n)/)
      .map((line, key) => {
        if (/^\+(?!\+\+ )/.test(line)) return h('ins', { key }, line)
        if (/^-(?!-- )/.test(line)) return h('del', { key }, line)
        return /^(?:---|\+\+\+|@@)/.test(line) ? h('span', { key, className: 'muted' }, line) : line
      })
    return h(
      'div',
      { className: 'code' },
      h('h5', null, 'Diff'),
      h('pre', { className: 'microlight' }, lines),
    )
  }

  function Status({ response }) {
    const { status, statusText, url, text, body } = response.toObject()
    if (!status) return null
    // Swagger UI measures no error.
    const duration = response.get('duration') ?? performance.getEntriesByName(url).at(-1)?.duration
    const facts = [
      duration !== undefined && `${Math.round(duration)} ms`,
      typeof text === 'string' && `${(new Blob([text]).size / 1000).toFixed(1)} kB`,
    ]
    return h(
      'p',
      { className: 'status-line' },
      h('strong', { 'data-status': status }, `${status} ${statusText ?? ''}`),
      facts.filter(Boolean).join(' · '),
      body?.get?.('dry_run') && h('span', { className: 'dry-run' }, 'Dry run: nothing was written.'),
    )
  }

  /** Header fields are seldom read. */
  function HeaderFields({ response }) {
    const fields = response.get('headers').toJS()
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    return h(
      'details',
      null,
      h('summary', null, 'Response headers'),
      h('pre', { className: 'microlight' }, lines.join('\n')),
    )
  }

  /** Values of a schema after a word, such as the allowed ones, which Swagger UI would hide. */
  function renderValues(word, values) {
    const codes = values.map((value) =>
      h('code', { key: value }, JSON.stringify(value).replace(/^"(.*)"$/, '$1')),
    )
    return h('p', { className: 'json-schema-2020-12-keyword json-schema-values' }, `${word} `, codes)
  }
  const Values = ({ schema }) =>
    schema.enum ? renderValues(schema.enum.length === 1 ? 'Always' : 'One of', schema.enum) : null
  const Default = ({ schema }) => ('default' in schema ? renderValues('Default', [schema.default]) : null)

  return {
    components: { JSONSchema202012KeywordEnum: Values, JSONSchema202012KeywordDefault: Default },
    wrapComponents: {
      liveResponse: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Status, props),
          h(KeyNote, props),
          h(HelpLink, props),
          h(Original, props),
          h(HeaderFields, props),
        ),
      // The page changes the elements of a command, so that each command has its own.
      curl: (Original) => (props) => h(Original, { key: props.request.hashCode(), ...props }),
      responseBody: (Original) => (props) => h(React.Fragment, null, h(Diff, props), h(Original, props)),
    },
  }
}
