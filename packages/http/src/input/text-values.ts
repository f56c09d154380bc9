// Converts the texts of query strings and environments to the types of a schema, strictly. A text that is not exactly
// such a value stays a text, so that the schema rejects it: `0x10`, `1e1`, ` 5 `, `05`.
import { Kind, type TObject, type TSchema } from '@sinclair/typebox'

/** The parameters of a query string or the variables of an environment. A repeated parameter has several texts. */
export type Texts = Readonly<Record<string, string | readonly string[] | undefined>>

const INTEGER = /^(?:0|[1-9]\d{0,15})$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Converts texts to the types of the schema. A text that does not match its type exactly stays unchanged. */
export function readTexts(schema: TObject, texts: Texts): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const name in texts) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    values[name] = property ? readText(property, texts[name]) : texts[name]
  }
  return values
}

function readText(schema: TSchema, text: Texts[string]): unknown {
  if (schema.type === 'array') return typeof text === 'string' ? [text] : text
  if (typeof text !== 'string') return text
  if (schema.type === 'integer')
    return INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text
  if (schema.type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? text
  return text
}

/** Describes in words which value a schema expects. */
export function describeExpected(schema: TSchema): string {
  if (Array.isArray(schema.enum)) return `one of: ${schema.enum.join(', ')}`
  if (schema.type === 'integer') return `an integer ${describeBounds(schema.minimum, schema.maximum)}`.trim()
  if (schema.type === 'boolean') return 'true, false, 1 or 0'
  if (schema.type === 'array') {
    const most = schema.maxItems === undefined ? '' : `at most ${schema.maxItems} times `
    return `${most}${describeExpected(schema.items)}`
  }
  if (schema.type === 'string') return describeLength(schema)
  return String(schema.type ?? schema[Kind])
}

function describeBounds(minimum?: number, maximum?: number): string {
  if (minimum === undefined) return maximum === undefined ? '' : `of at most ${maximum}`
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
}

function describeLength({ minLength, maxLength, pattern }: TSchema): string {
  if (pattern) return `a text like ${pattern}`
  const bounds = describeBounds(minLength, maxLength)
  return bounds ? `a text ${bounds} characters`.replace('from ', 'of ') : 'a text'
}
