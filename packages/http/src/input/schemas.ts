// Schema types that TypeBox lacks, or that it publishes in a form that client generators do not read.
import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A string enum. It is published as `enum`, which every client generator reads. */
export function stringEnum<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

/** A reference to a schema with an `$id`. It has the type of that schema and is published as `$ref`. */
export function ref<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S>>(Type.Ref(schema.$id as string))
}
