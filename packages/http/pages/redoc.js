// Starts Redoc with the fonts and colours of the other pages. The service puts `const documentText = …`, the OpenAPI document as
// JSON, in front of this file, attributes.js and site.js.

/** The colours of the methods are those of Swagger UI, with white text. */
const METHOD_COLOURS = { get: '#2743d9', post: '#12693a' }

/** The colours of Redoc. It computes further colours from them, so they cannot be variables of CSS. */
const LIGHT_THEME = {
  colors: {
    primary: { main: '#2743d9' },
    success: { main: '#12693a' },
    warning: { main: '#7a4b00' },
    error: { main: '#a8182f' },
    text: { primary: '#14172b', secondary: '#565b73' },
    http: METHOD_COLOURS,
    responses: {
      success: { color: '#12693a', backgroundColor: '#efede6' },
      error: { color: '#a8182f', backgroundColor: '#efede6' },
      redirect: { color: '#565b73', backgroundColor: '#efede6' },
    },
  },
  schema: { linesColor: '#8b8fa5', typeNameColor: '#565b73', typeTitleColor: '#565b73' },
  fab: { backgroundColor: '#2743d9', color: '#ffffff' },
  sidebar: { width: '300px', backgroundColor: '#f7f6f2', textColor: '#14172b' },
  rightPanel: { backgroundColor: '#f7f6f2' },
  codeBlock: { backgroundColor: '#10131e' },
  typography: {
    links: { color: '#2743d9', visited: '#2743d9', hover: '#14172b' },
    code: { color: '#14172b', backgroundColor: '#eceae3' },
  },
}

const DARK_THEME = {
  colors: {
    primary: { main: '#a3b3ff' },
    success: { main: '#72dd9c' },
    warning: { main: '#ffc83d' },
    error: { main: '#ff9dab' },
    text: { primary: '#eceef8', secondary: '#a9afc8' },
    border: { dark: '#737a99', light: '#2e3449' },
    http: METHOD_COLOURS,
    responses: {
      success: { color: '#72dd9c', backgroundColor: '#1a1e2d' },
      error: { color: '#ff9dab', backgroundColor: '#1a1e2d' },
      redirect: { color: '#a9afc8', backgroundColor: '#1a1e2d' },
    },
  },
  schema: {
    linesColor: '#737a99',
    nestedBackground: '#1a1e2d',
    typeNameColor: '#a9afc8',
    typeTitleColor: '#a9afc8',
  },
  sidebar: { width: '300px', backgroundColor: '#10131e', textColor: '#eceef8' },
  rightPanel: { backgroundColor: '#10131e' },
  codeBlock: { backgroundColor: '#1a1e2d' },
  fab: { backgroundColor: '#2e3449', color: '#eceef8' },
  typography: {
    links: { color: '#a3b3ff', visited: '#a3b3ff', hover: '#eceef8' },
    code: { color: '#eceef8', backgroundColor: '#2e3449' },
  },
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const colours = dark.matches ? { ...LIGHT_THEME, ...DARK_THEME } : LIGHT_THEME
const font = 'Figtree, system-ui, sans-serif'
const theme = {
  ...colours,
  spacing: { sectionHorizontal: matchMedia('(max-width: 40rem)').matches ? 17 : 28 },
  typography: {
    ...colours.typography,
    fontSize: '16px',
    lineHeight: '1.6',
    fontFamily: font,
    headings: { fontFamily: font, fontWeight: '650' },
    code: { ...colours.typography.code, fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace' },
  },
}
// The commands have the URL of the service, which only the page knows.
const openApiDocument = JSON.parse(
  documentText.replaceAll('{base-url}', new URL('.', location).href.slice(0, -1)),
)
// Redoc shows the identifiers of security schemes.
const SCHEME_NAMES = { apiKey: 'API key', bearer: 'Bearer token' }
for (const [id, scheme] of Object.entries(openApiDocument.components.securitySchemes ?? {})) {
  scheme['x-displayName'] = SCHEME_NAMES[id]
}
// Where Redoc shows its samples below an operation, its method, its path and its command would come late.
if (matchMedia('(max-width: 75rem)').matches) {
  for (const [path, operations] of Object.entries(openApiDocument.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const samples = (operation['x-codeSamples'] ?? []).map(({ source }) => `\`\`\`shell\n${source}\n\`\`\``)
      delete operation['x-codeSamples']
      const parts = [`**${method.toUpperCase()}** \`${path}\``, operation.description, ...samples]
      operation.description = parts.filter(Boolean).join('\n\n')
    }
  }
}
/** What the search finds in an operation beside its title, by the id of the operation. */
const foundIn = new Map()
// The search reads titles, descriptions and paths. A comment, which Redoc does not show, adds the words of an operation, and their
// parts: the search for `retry` looks for its stem `retri`, which is not in `Retry-After`. A word of the title counts more.
for (const operation of Object.values(openApiDocument.paths).flatMap((path) => Object.values(path))) {
  const { operationId, summary, description = '' } = operation
  const words = [...listWords(operation)].map(String)
  foundIn.set(operationId, [...words, ...description.split(/[^\p{L}\p{N}_-]+/u)])
  const parts = words.flatMap((word) => [word, ...word.split(/[-_]/)])
  operation.description = `${description}\n\n<!-- ${[...Array(9).fill(summary), ...parts].join(' ')} -->`
}

/** Says which words of an operation a search has found. Null when its title has the first one. */
function describeFound({ dataset, textContent }) {
  const [wanted = ''] = document.querySelector('[role="search"] input').value.toLowerCase().split(/\s+/)
  const isFound = (text) => text.toLowerCase().includes(wanted)
  const found = new Set((foundIn.get(dataset.itemId?.split('/').at(-1)) ?? []).filter(isFound))
  return isFound(textContent) || found.size === 0 ? null : [...found].slice(0, 3).join(', ')
}

/** Lists the names in an operation, its statuses, and the values of its enumerations. */
function listWords({ operationId, parameters = [], requestBody, responses }) {
  const words = new Set([operationId, ...Object.keys(responses)])
  const addSchema = (schema) => {
    const { $ref, properties = {}, items, enum: values = [] } = schema ?? {}
    for (const word of [...Object.keys(properties), ...values]) words.add(word)
    const target = $ref?.split('/').at(-1)
    if (target && !words.has(target)) {
      words.add(target)
      addSchema(openApiDocument.components.schemas[target])
    }
    for (const part of [...Object.values(properties), items].filter(Boolean)) addSchema(part)
  }
  for (const { name, schema } of parameters) addSchema({ properties: { [name]: schema } })
  for (const { headers = {}, content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
    // `limit` is a parameter, and every response has these fields.
    for (const name of Object.keys(headers)) if (!/^RateLimit-/.test(name)) words.add(name)
    for (const { schema } of Object.values(content)) addSchema(schema)
  }
  return words
}

const METHOD_BAR = '[data-section-id^="operation/"] > div:last-child > div:first-child > button'
const MENU_BUTTON = '.menu-content + div'
const options = {
  theme,
  hideDownloadButtons: true,
  jsonSampleExpandLevel: 'all',
  schemasExpansionLevel: 2,
  // On phones, the bar of the menu is below the header.
  scrollYOffset: () =>
    document.querySelector('.site-header').offsetHeight + document.querySelector(MENU_BUTTON).offsetHeight,
}
Redoc.init(openApiDocument, options, document.querySelector('redoc'), () => {
  addCopyButtons('pre:has(> code)')
})
breakUrls('redoc pre .token.string:not(:has(*))')
// The button of the menu on phones is an element that only listens to clicks.
document.addEventListener('keydown', ({ key, target }) => {
  if ((key === 'Enter' || key === ' ') && target.matches(MENU_BUTTON)) target.click()
})
// Redoc reads its colours once.
dark.addEventListener('change', () => location.reload())
keepAttributes([
  ['redoc', 'role', 'main'],
  [MENU_BUTTON, 'role', 'button'],
  [MENU_BUTTON, 'aria-label', 'Menu'],
  [MENU_BUTTON, 'tabindex', '0'],
  [METHOD_BAR, 'disabled', ''],
  ['redoc h5', 'aria-level', '3'],
  ['redoc [role="menuitem"]', 'aria-label', null],
  ['redoc pre', 'tabindex', '0'],
  ['[role="search"] [data-item-id]', 'data-found', describeFound],
  [
    'redoc [data-section-id*="operation/"] p:first-child > strong:first-child',
    'data-method',
    ({ textContent }) => textContent,
  ],
])
