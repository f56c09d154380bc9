// Schema shapes that TypeBox lacks or publishes badly.
import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A text that is one of a list; published as `enum`, which every client generator reads. */
export function stringEnum<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

/** A reference to a schema with an `$id`, typed as that schema and published as `$ref`. */
export function ref<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S>>(Type.Ref(schema.$id as string))
}
