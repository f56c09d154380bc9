// Completes the response of a request in Swagger UI: its status in words, its duration and its size, what to do after a 401, and the diff of
// a changelog.

/** The parameters that errors without a list of issues are about, by the last word of the `type`. */
const PARAMETERS = { category: 'category', question: 'id' }

/** Lists the invalid parameters of problem details. */
function listIssues({ type = '', errors, detail }) {
  const parameter = PARAMETERS[/#unknown-(\w+)$/.exec(type)?.[1]]
  return errors ?? (parameter ? [{ parameter, message: detail.replace(/^category: /, '') }] : [])
}

const fieldsOf = (row) => [...row.querySelectorAll('input, select')]

/** Says below the field of a parameter why its value is invalid. */
function showReason(row, text) {
  hideReason(row)
  const id = `reason-${row.dataset.paramName}`
  const reason = Object.assign(document.createElement('p'), {
    className: 'field-reason',
    id,
    textContent: text,
  })
  const item = row.querySelector('.json-schema-form-item')
  if (item) item.after(reason)
  else row.querySelector('.parameters-col_description').append(reason)
  for (const field of fieldsOf(row)) {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', id)
  }
}

function hideReason(row) {
  row.querySelector('.field-reason')?.remove()
  for (const field of fieldsOf(row)) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  }
}

/** Lists the values that an error names, the similar one first: `expected one of: a, "b, c"; got "x"`. One that ends with `…` was cut. */
function listAllowed(message) {
  const [, names = ''] =
    /expected one of: ((?:"(?:[^"\\]|\\.)*"|[^"])*?)(?: and \d+ more)?; got /.exec(message) ?? []
  if (names === 'none') return []
  const values = names.match(/"(?:[^"\\]|\\.)*"|[^", ][^,]*/g) ?? []
  const [, similar] = /did you mean "(.+)"\?$/.exec(message) ?? []
  return values
    .filter((value) => !value.endsWith('…"'))
    .map((value) => (value.startsWith('"') ? JSON.parse(value) : value))
    .sort((a, b) => (b === similar) - (a === similar))
}

/** Maximum number of values that an error offers before “more”. */
const MAX_CHOICES = 6

/** Maximum number of values that the reason below a field lists. */
const MAX_LISTED = 4

/** Shortens a message whose values are offered as buttons. The similar one is the first button. */
function shortenMessage(message, allowed) {
  const [, more = 0, got] = /(?: and (\d+) more)?; got (".*?")(?:; did you mean ".*"\?)?$/.exec(message) ?? []
  return allowed.length > 1 && got
    ? `expected one of ${allowed.length + Number(more)} values, got ${got}`
    : message
}

/** Fills the field of a parameter, so that React sees it. */
function fill(row, value) {
  const field = row.querySelector('input, select')
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  set.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  goTo(row)
}

/** Brings the field of a parameter, or of the body, into the window, with the focus. A list without values has its button. */
function goTo(row) {
  const field = row.querySelector('textarea') ?? row.querySelector('input, select, button')
  field.scrollIntoView({ block: 'nearest' })
  field.focus({ preventScroll: true })
}

/** Shows the response of a request that was sent just now. The button, which was replaced, keeps the focus. */
function showResponse(operation) {
  operation.classList.remove('sent')
  if (document.activeElement === document.body)
    operation.querySelector('.btn.execute').focus({ preventScroll: true })
  const response = operation.querySelector('.responses-wrapper')
  if (response.getBoundingClientRect().bottom > innerHeight) response.scrollIntoView()
}

/** A list can have fields that are still empty. They are not sent. */
function dropEmptyValues(request) {
  request.url = request.url.replace(/(?<=[?&])[^=&]+=(?:&|$)/g, '').replace(/[?&]$/, '')
  return request
}

/** Words that say more than those of Swagger UI, by a part of the class of a button. */
const BUTTON_WORDS = [
  ['json-schema-form-item-add', 'Add a value'],
  ['json-schema-form-item-remove', 'Remove'],
  ['auth authorize', 'Use'],
]

/** A plugin of Swagger UI. */
function completeResponse(system) {
  const { React, getStore, authSelectors } = system
  const h = React.createElement
  /** The button that opened the dialog of keys gets the focus back. */
  let opener

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
    const reason = h('p', { className: 'reason' }, text)
    return h('div', { className: 'response-note', role: 'status' }, reason, button)
  }

  /** Offers the values of a parameter. The one that is used stands out, and before that the similar one. */
  function Choices({ row, allowed, hasSimilar }) {
    const [isOpen, setOpen] = React.useState(false)
    const [used, setUsed] = React.useState(hasSimilar ? allowed[0] : undefined)
    const list = React.useRef(null)
    // The button “more” is gone then. The keyboard goes on at the first value after it.
    React.useEffect(() => {
      if (isOpen) list.current.children[MAX_CHOICES].focus()
    }, [isOpen])
    const shown = isOpen ? allowed : allowed.slice(0, MAX_CHOICES)
    const buttons = shown.map((value) => {
      const className = value === used ? 'btn similar' : 'btn'
      const use = () => {
        setUsed(value)
        fill(row, value)
      }
      return h('button', { key: value, className, 'aria-label': `Use ${value}`, onClick: use }, value)
    })
    const more = allowed.length - shown.length
    return h(
      'p',
      { className: 'fields', ref: list },
      buttons,
      more > 0 && h('button', { className: 'btn more', onClick: () => setOpen(true) }, `${more} more`),
    )
  }

  /** Says what was wrong, here and at the fields, and links to what to do. */
  function Problem(props) {
    const { response } = props
    const place = React.useRef(null)
    const [rows, setRows] = React.useState([])
    const [, href] = /<([^>]+)>; rel="help"/.exec(response.getIn(['headers', 'link'])) ?? []
    const body = response.get('body')?.toJS?.() ?? {}
    const issues = listIssues(body).map(({ parameter, message }) => {
      const allowed = listAllowed(message)
      const hasSimilar = message.includes('; did you mean ')
      return { parameter, message, allowed, hasSimilar, text: shortenMessage(message, allowed) }
    })
    const reason = response.get('status') !== 401 && (issues.length > 0 ? '' : (body.detail ?? body.error))
    React.useEffect(() => {
      const operation = place.current.closest('.opblock')
      // Swagger UI replaces the button after this.
      if (operation.matches('.sent')) setTimeout(showResponse, 0, operation)
      const found = issues.map(({ parameter, message, allowed, text }) => {
        const row = operation.querySelector(`tr[data-param-name="${CSS.escape(parameter)}"]`)
        if (row) showReason(row, allowed.length > MAX_LISTED ? `${text}. The response offers them.` : message)
        return row
      })
      const bodyField = response.get('status') === 400 && operation.querySelector('.body-param')
      setRows(bodyField ? [bodyField] : found)
      return () => {
        for (const row of found) if (row) hideReason(row)
      }
    }, [response.hashCode()])
    const isBody = rows[0]?.matches('.body-param')
    return h(
      'div',
      { className: href ? 'problem' : undefined, ref: place },
      h(KeyNote, props),
      href &&
        (reason || issues.length > 0) &&
        h(
          'p',
          { className: 'reason' },
          body.title && h('strong', null, `${body.title}${reason ? ': ' : ''}`),
          reason,
        ),
      issues.map(({ parameter, text, ...values }, index) => {
        const row = !isBody && rows[index]
        const name = h('code', null, parameter)
        const link = { className: 'name', 'aria-label': `Go to ${parameter}`, onClick: () => goTo(row) }
        return h(
          'div',
          { className: 'issue', key: parameter },
          h('p', null, row ? h('button', link, name) : name, `: ${text}`),
          row && values.allowed.length > 0 && h(Choices, { row, ...values }),
        )
      }),
      isBody && h('button', { className: 'btn', onClick: () => goTo(rows[0]) }, 'Edit the body'),
      href && h('p', { className: 'help-link' }, h('a', { href }, 'What this error means, and what to do')),
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
      body?.get?.('dry_run') &&
        h(
          'span',
          { className: 'dry-run' },
          'Dry run: nothing was written. The body is that of the real request.',
        ),
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
    // The service checks the parameters: its words say more, and developers see the errors that their programs get.
    statePlugins: {
      spec: { wrapActions: { validateParams: () => () => ({ type: 'unchecked' }) } },
      auth: {
        wrapActions: {
          showDefinitions: (show) => (definitions) => {
            if (definitions) opener = document.activeElement
            else setTimeout(() => opener.focus({ preventScroll: true }))
            return show(definitions)
          },
        },
      },
    },
    components: { JSONSchema202012KeywordEnum: Values, JSONSchema202012KeywordDefault: Default },
    wrapComponents: {
      Button: (Original) => (props) => {
        const [, words] = BUTTON_WORDS.find(([name]) => props.className.includes(name)) ?? []
        return h(Original, props, words ?? props.children)
      },
      // A new value of a list is empty, and not the word “string”.
      JsonSchema_array: (Original) => (props) =>
        h(Original, { ...props, fn: { ...props.fn, getSampleSchema: () => '' } }),
      liveResponse: (Original) => (props) =>
        h(
          React.Fragment,
          null,
          h(Status, props),
          h(Problem, props),
          h(Original, props),
          h(HeaderFields, props),
        ),
      // The page changes the elements of a command, so that each command has its own.
      curl: (Original) => (props) => h(Original, { key: props.request.hashCode(), ...props }),
      responseBody: (Original) => (props) => h(React.Fragment, null, h(Diff, props), h(Original, props)),
    },
  }
}
