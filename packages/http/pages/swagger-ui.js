// Completes the page of Swagger UI: its size on phones, its colour scheme, its header, and the attributes that it lacks. The service
// puts `const header = …` (HTML), `var openApiDocument = …` and attributes.js in front of this file.
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
  if (target.closest('.execute')) showResponse(target.closest('.opblock'))
  if (target.closest('.response .authorize')) document.querySelector('.auth-wrapper > .authorize').click()
  // On a phone, the button Execute would cover what the operation does.
  const operation = target.closest('.opblock-summary-control')?.closest('.opblock')
  if (operation && matchMedia('(max-width: 640px)').matches)
    setTimeout(() => operation.matches('.is-open') && operation.scrollIntoView())
})

/** Scrolls to the response of an operation, which on a phone is below the screen, as soon as it is there. */
function showResponse(operation) {
  const observer = new MutationObserver(() => {
    const response = operation.querySelector('.live-responses-table .response')
    if (!response) return
    observer.disconnect()
    response.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(operation, { childList: true, subtree: true })
}

// A response with 401 has the button that opens the dialog, which is at the top of the page.
new MutationObserver(() => {
  for (const cell of document.querySelectorAll('.live-responses-table .response-col_description')) {
    const button = cell.querySelector(':scope > .authorize')
    const needsKey = cell.previousElementSibling?.textContent === '401'
    if (!needsKey) button?.remove()
    else if (!button)
      cell.prepend(
        Object.assign(document.createElement('button'), {
          className: 'btn authorize',
          textContent: 'Authorize',
        }),
      )
  }
}).observe(document.body, { childList: true, characterData: true, subtree: true })

/** What a parameter without a value stands for, as its description says. */
function defaultOf(field) {
  return /Default: [^.]+/.exec(field.closest('td').textContent)?.[0] ?? ''
}

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
  ['.parameters input[type="text"]', 'placeholder', defaultOf],
])
