import { type TSchema, Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { makeOperation } from '../testing.ts'
import { collectSchemas, createOperationDefiner } from './operation.ts'

describe('createOperationDefiner', () => {
  it('returns a function that returns its argument', () => {
    const operation = makeOperation({})
    expect(createOperationDefiner<object, string>()(operation)).toBe(operation)
  })
})

describe('collectSchemas', () => {
  const A = Type.Object({}, { $id: 'A' })
  const B = Type.Object({}, { $id: 'B' })
  const C = Type.Object({}, { $id: 'C' })
  const anonymous = Type.Object({})

  function describeOperation(schema?: TSchema, schemas?: TSchema[]) {
    return { result: { description: 'x', ...(schema && { schema }) }, ...(schemas && { schemas }) }
  }

  it.each([
    ['nothing', [], []],
    ['nothing for an operation without schemas', [describeOperation()], []],
    ['the schema of the result', [describeOperation(A)], [A]],
    ['the referenced schemas before the schema of the result', [describeOperation(A, [C, B])], [C, B, A]],
    ['the referenced schemas of an operation without a result', [describeOperation(undefined, [B])], [B]],
    ['no schema without an $id', [describeOperation(anonymous, [anonymous, B])], [B]],
    ['each schema once', [describeOperation(A, [B]), describeOperation(B, [A, C])], [B, A, C]],
  ])('lists %s', (_name, operations, schemas) => {
    const collected = collectSchemas(operations)
    expect(collected.map(({ $id }) => $id)).toEqual(schemas.map(({ $id }) => $id))
    for (const [index, schema] of collected.entries()) expect(schema).toBe(schemas[index])
  })
})
