// Converts the strings of a query string or an environment to the types of a schema, and describes what a schema expects.
// The coercion of Ajv would accept `0x10`, `1e1`, ` 5 ` and `05` as integers. Here they stay strings, and Ajv rejects them.
import { Kind, type TObject, type TSchema } from '@sinclair/typebox'

/** The parameters of a query string, or the variables of an environment. A repeated parameter is an array. */
export type RawValues = Readonly<Record<string, string | readonly string[] | undefined>>

const INTEGER = /^(?:0|[1-9]\d{0,15})$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Converts strings to the types of the schema. A string that does not represent a value of its type stays unchanged. */
export function coerceValues({ properties }: TObject, raw: RawValues): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(raw)) {
    // A client can send any name, such as `constructor` and `__proto__`.
    if (Object.hasOwn(properties, name)) values[name] = coerceValue(properties[name] as TSchema, value)
    else Object.defineProperty(values, name, { value, enumerable: true })
  }
  return values
}

function coerceValue(schema: TSchema, raw: RawValues[string]): unknown {
  if (schema.type === 'array') return typeof raw === 'string' ? [raw] : raw
  if (typeof raw !== 'string') return raw
  const members: readonly TSchema[] = schema.anyOf ?? []
  if (members.length > 0)
    return members.map((one) => coerceValue(one, raw)).find((value) => value !== raw) ?? raw
  if (schema.type === 'integer')
    return INTEGER.test(raw) && Number.isSafeInteger(Number(raw)) ? Number(raw) : raw
  if (schema.type === 'boolean') return BOOLEANS.get(raw.toLowerCase()) ?? raw
  return raw
}

/** Returns the message for a value that a schema rejects. @param actual the value as JSON, or `nothing` */
export function describeMismatch(schema: TSchema, actual: string): string {
  const expected = describeExpected(schema)
  return `expected ${expected}${expected.includes('one of: ') ? ';' : ','} got ${actual}`
}

function describeExpected(schema: TSchema): string {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(describeExpected).join(', or ')
  if (Array.isArray(schema.enum)) return `one of: ${schema.enum.join(', ')}`
  if (schema.type === 'integer') return `an integer ${describeBounds(schema.minimum, schema.maximum)}`.trim()
  if (schema.type === 'boolean') return 'true, false, 1 or 0'
  if (schema.type === 'object') return 'an object'
  if (schema.type === 'array') {
    const bounds = describeBounds(schema.minItems, schema.maxItems).replace(/^(?:from|of) /, '')
    return `${bounds} values, each ${describeExpected(schema.items)}`.trimStart()
  }
  if (schema.type === 'string') return describeString(schema)
  return String(schema.type ?? schema[Kind])
}

function describeBounds(minimum?: number, maximum?: number): string {
  if (minimum === undefined) return maximum === undefined ? '' : `of at most ${maximum}`
  return maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
}

function describeString({ minLength, maxLength, pattern, examples }: TSchema): string {
  if (pattern) return `a string ${examples ? `such as ${examples[0]} ` : ''}that matches ${pattern}`
  const bounds = describeBounds(minLength, maxLength)
  return bounds ? `a string ${bounds} characters`.replace('from ', 'of ') : 'a string'
}
