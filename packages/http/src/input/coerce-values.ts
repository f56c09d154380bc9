// Converts the strings of a query string or an environment to the types of a schema. The conversion is
// strict: `0x10`, `1e1`, ` 5 ` and `05` are not integers. They stay strings, and validation rejects them.
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

/** Values by name. A name that is not in the schema is undefined or has its raw value. */
export type CoercedValues = Record<string, unknown>

/**
 * Creates a function that converts strings to the types of the schema. A string that does not represent a value of its
 * type stays unchanged.
 */
export function compileCoercion(schema: TObject): (raw: RawValues) => CoercedValues {
  const properties = new Map(Object.entries(schema.properties))
  // The prototype has every name, which makes reading an absent one fast. The names of path parameters are added to the values
  // later. Adding a name to a copy of an object with every name would take a microsecond.
  class Values {
    [name: string]: unknown
  }
  for (const name of properties.keys()) Values.prototype[name] = undefined
  return (raw) => {
    const values = new Values()
    for (const name in raw) {
      const property = properties.get(name)
      // Without the prototype, a name such as `__proto__` is like any other.
      if (!property) return coerceAll(properties, raw)
      values[name] = coerceValue(property, raw[name])
    }
    return values
  }
}

/** Converts strings to the types of the schema, once. */
export function coerceValues(schema: TObject, raw: RawValues): CoercedValues {
  return coerceAll(new Map(Object.entries(schema.properties)), raw)
}

function coerceAll(properties: ReadonlyMap<string, TSchema>, raw: RawValues): CoercedValues {
  const values: CoercedValues = Object.create(null)
  for (const name in raw) {
    const property = properties.get(name)
    values[name] = property ? coerceValue(property, raw[name]) : raw[name]
  }
  return values
}

function coerceValue(schema: TSchema, raw: RawValues[string]): unknown {
  if (schema.type === 'array') return typeof raw === 'string' ? [raw] : raw
  if (typeof raw !== 'string') return raw
  if (schema.type === 'integer')
    return INTEGER.test(raw) && Number.isSafeInteger(Number(raw)) ? Number(raw) : raw
  if (schema.type === 'boolean') return BOOLEANS.get(raw.toLowerCase()) ?? raw
  return raw
}

/**
 * Returns the message for a value that the schema rejects, such as `expected an integer of at least 1, got
 * "0"`.
 * @param actual the value as JSON, or `nothing`
 */
export function describeMismatch(schema: TSchema, actual: string): string {
  const expected = describeExpected(schema)
  return `expected ${expected}${expected.includes('one of: ') ? ';' : ','} got ${actual}`
}

function describeExpected(schema: TSchema): string {
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

function describeString({ minLength, maxLength, pattern }: TSchema): string {
  if (pattern) return `a string that matches ${pattern}`
  const bounds = describeBounds(minLength, maxLength)
  return bounds ? `a string ${bounds} characters`.replace('from ', 'of ') : 'a string'
}
