// Completes the page of Swagger UI: its size on phones, its colour scheme, its header, and the attributes that it lacks. The service
// puts `const header = …` (HTML), `var openApiDocument = …`, attributes.js and response.js in front of this file.
const viewport = { name: 'viewport', content: 'width=device-width, initial-scale=1' }
document.head.append(Object.assign(document.createElement('meta'), viewport))
const dark = matchMedia('(prefers-color-scheme: dark)')
const setScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
setScheme()
dark.addEventListener('change', setScheme)
document.body.insertAdjacentHTML('afterbegin', header)
document.addEventListener('click', ({ target }) => {
  // The dialog would focus its last field.
  if (target.closest('.auth-wrapper > .authorize, .authorization__btn'))
    setTimeout(() => document.querySelector('.auth-container input')?.focus())
  // The button Execute, at the end of the window, would cover what the operation does.
  const opened = target.closest('.opblock-summary-control')?.closest('.opblock')
  if (opened)
    whenThere(opened, '.responses-wrapper', (operation) => {
      if (operation.getBoundingClientRect().bottom > innerHeight) operation.scrollIntoView()
    })
})

// A new value of a list has the focus. It takes the place of `*`, which stands for all values.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target.closest('.json-schema-form-item-add')
    if (!button) return
    const list = button.parentElement
    const row = list.closest('tr')
    if (fieldsOf(row).some(({ value }) => value === '*')) {
      event.stopPropagation()
      fill(row, '')
    } else setTimeout(() => list.querySelector('.json-schema-form-item:nth-last-child(2) input').focus())
  },
  true,
)

// A request needs its required values. Its old response, if there is one, is not the response to this click.
document.addEventListener(
  'click',
  (event) => {
    if (!event.target.closest('.btn.execute')) return
    const operation = event.target.closest('.opblock')
    const rows = [...operation.querySelectorAll('tr:has(.parameter__name.required)')]
    const empty = rows.filter((row) => !fieldsOf(row).some(({ value }) => value))
    operation.classList.toggle('unsent', empty.length > 0)
    operation.classList.toggle('sent', empty.length === 0)
    if (empty.length === 0) return
    event.stopPropagation()
    for (const row of empty)
      showReason(row, `Enter a value${exampleOf(row.dataset.paramName)}. The request was not sent.`)
    goTo(empty[0])
  },
  true,
)
document.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && target.matches('.parameters input'))
    target.closest('.opblock').querySelector('.btn.execute')?.click()
})
for (const type of ['input', 'change'])
  document.addEventListener(type, ({ target }) => {
    const row = target.closest('.parameters tr')
    if (row) hideReason(row)
  })

// A schema opens with its properties.
document.addEventListener(
  'click',
  (event) => {
    const head = event.target.closest('section.models .json-schema-2020-12-accordion')?.parentElement
    const button = head?.querySelector(':scope > .json-schema-2020-12-expand-deep-button')
    if (!button || head.matches('.json-schema-2020-12 .json-schema-2020-12 *')) return
    event.stopPropagation()
    button.click()
  },
  true,
)

/** Calls a function when an operation has an element, which it may have already. */
function whenThere(operation, selector, act) {
  const observer = new MutationObserver(check)
  observer.observe(operation, { childList: true, subtree: true })
  setTimeout(check)
  function check() {
    if (!operation.querySelector(selector)) return
    observer.disconnect()
    act(operation)
  }
}

/** Names the example of a parameter. */
function exampleOf(name) {
  const parameters = Object.values(openApiDocument.paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => operation.parameters ?? []),
  )
  const example = parameters.find((parameter) => parameter.name === name && parameter.example)?.example
  return example === undefined ? '' : `, such as ${[example].flat()[0]}`
}

/** The description of a parameter. A reason why its value is invalid is not part of it. */
function describe(field) {
  return field.closest('td').querySelector('.renderedMarkdown')?.textContent ?? ''
}

/** What a parameter without a value stands for, as its description says. */
function defaultOf(field) {
  return /Default: [^.]+/.exec(describe(field))?.[0] ?? ''
}

/** What an empty field says: what it stands for, or else an example of its parameter. */
function placeholderOf(field) {
  const [named] = /such as [\w-]+(?:[.,][\w-]+)*/.exec(describe(field)) ?? []
  return defaultOf(field) || (named ?? exampleOf(field.closest('tr').dataset.paramName).replace(', ', ''))
}

breakUrls('.curl-command code span:not(:has(*))')
// A landmark, levels of headings without gaps, names, and code that the keyboard scrolls.
keepAttributes([
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About'],
  ['.opblock-tag, .models > h4, .modal-ux-header h3', 'aria-level', '2'],
  ['.opblock-title, .modal-ux-content h4', 'aria-level', '3'],
  ['.modal-ux', 'role', 'dialog'],
  ['.modal-ux', 'aria-label', 'Authorization'],
  ['.close-modal', 'aria-label', 'Close'],
  ['.modal-ux .auth-btn-wrapper button', 'aria-label', null],
  [
    '.json-schema-form-item-remove',
    'aria-label',
    (button) => `Remove ${button.previousElementSibling.value}`.trim(),
  ],
  ['.auth-container input', 'autocomplete', 'off'],
  ['.auth-container input', 'spellcheck', 'false'],
  ['.body-param__text', 'aria-label', 'Body'],
  ['.opblock-summary-control a', 'href', null],
  [
    '.parameters :is(input, select)',
    'aria-label',
    (field) => field.closest('[data-param-name]').dataset.paramName,
  ],
  ['.responses-table', 'role', 'table'],
  ['.response-controls select, .content-type', 'aria-label', 'Media type'],
  ['pre.microlight', 'tabindex', '0'],
  ['.response .response-col_status', 'data-status', ({ textContent }) => textContent],
  ['.parameters option[value=""]', 'label', defaultOf],
  ['.parameters input[type="text"]', 'placeholder', placeholderOf],
  [
    'section.models .json-schema-2020-12__title:not(.json-schema-2020-12-property *)',
    'data-description',
    ({ textContent }) =>
      (openApiDocument.components.schemas[textContent]?.description ?? '').replaceAll('`', ''),
  ],
])
