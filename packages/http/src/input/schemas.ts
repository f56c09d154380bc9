// Defines schema types that TypeBox does not have, or that it writes in a form that client generators do not
// support.
import { type ObjectOptions, type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'

/** Creates the schema of an object that has no other members than these. */
export function closedObject<P extends TProperties>(properties: P, options: ObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** Makes members optional. */
export function optional<P extends TProperties>(members: P) {
  return Type.Partial(Type.Object(members)).properties
}

/** Creates the schema of a string enum. It is written as `enum`, which every client generator supports. */
export function stringEnum<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

/** Creates a reference to a schema with an `$id`. It has the type of that schema and is written as `$ref`. */
export function ref<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S>>(Type.Ref(schema.$id as string))
}
