// Defines the cells of a record: the texts of a CSV row, or the values of a JSON object.

/** The content of a cell. */
export type Cell =
  | string
  /** A list of texts, such as the options. */
  | { readonly kind: 'list'; readonly texts: readonly string[]; readonly keys?: readonly string[] }
  /** A value that cannot be read. `got` completes a sentence that starts with "expected a text, got". */
  | { readonly kind: 'unreadable'; readonly got: string }

/** The members that contain the text of an object such as `{"text": "Paris"}`. */
const TEXT_MEMBERS = ['text', 'name', 'label', 'title', 'value', 'answer', 'option']

/** The keys of options, such as `A`, `b`, `option_c` or `1`. */
const OPTION_KEY = /^(?:option|answer|choice)?[\s_-]*(?:[a-h]|\d\d?)$/i

/** Reads a value of JSON as a cell. A missing value is an empty text. */
export function readJsonCell(value: unknown): Cell {
  if (Array.isArray(value)) return readList(value)
  const text = readText(value)
  if (text !== undefined) return text
  const entries = Object.entries(value as object)
  const texts = entries.map(([, member]) => readText(member))
  const isKeyed = entries.length > 0 && entries.every(([key]) => OPTION_KEY.test(key)) && areTexts(texts)
  return isKeyed ? { kind: 'list', texts, keys: entries.map(([key]) => key) } : unreadable('an object')
}

function readList(values: readonly unknown[]): Cell {
  const texts = values.map(readText)
  return areTexts(texts) ? { kind: 'list', texts } : unreadable('a list of other values than texts')
}

/** The text of a scalar, or of an object that contains a text. Undefined for other values. */
function readText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return undefined
  const name = TEXT_MEMBERS.find((member) => member in value)
  const text = name === undefined ? undefined : (value as Record<string, unknown>)[name]
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined
}

function areTexts(texts: readonly (string | undefined)[]): texts is readonly string[] {
  return !texts.includes(undefined)
}

function unreadable(got: string): Cell {
  return { kind: 'unreadable', got }
}
