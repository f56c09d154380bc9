import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { ref, stringEnum } from './schemas.ts'

describe('stringEnum', () => {
  it('is written as enum, with the options', () => {
    const schema = stringEnum(['a', 'b'], { default: 'a', description: 'A letter.' })
    expect(JSON.parse(JSON.stringify(schema))).toEqual({
      type: 'string',
      enum: ['a', 'b'],
      default: 'a',
      description: 'A letter.',
    })
  })
})

describe('ref', () => {
  it('is written as $ref to the $id of the schema', () => {
    const schema = ref(Type.String({ $id: 'Name', minLength: 1 }))
    expect(JSON.parse(JSON.stringify(schema))).toEqual({ $ref: 'Name' })
  })
})
