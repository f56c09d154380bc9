import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { etagOf, matchesAny, negotiate, readPrecondition } from './conditional.ts'

const TAG = '"a1"'

describe('readPrecondition', () => {
  it.each([
    ['is the tag', '"a1"'],
    ['has the tag in a list', '"x", "a1"'],
    ['has the tag in a list without spaces', '"x","a1"'],
    ['has the tag in a list with empty elements', ', "a1",,"x" ,'],
    ['has the tag after a tag with a comma', '"x,y", "a1"'],
    ['has the tag after the same weak tag', 'W/"a1", "a1"'],
  ])('requires the revision when the value %s', (_name, value) => {
    expect(readPrecondition(value)).toMatchObject({ revisions: expect.arrayContaining(['a1']) })
  })

  it.each([
    ['is a different tag', '"a2"'],
    ['is the tag in upper case', '"A1"'],
    ['is a weak tag', 'W/"a1"'],
    ['has the tag inside a different tag', '"x"a1"'],
    ['is the tag without quotation marks', 'a1'],
    ['is empty', ''],
    ['is an empty list', ' , '],
    ['is an empty tag', '""'],
    ['has * in a list', '"x", *'],
    ['has other characters after the tag', '"a1" or so'],
    ['has a tag with a space', '"a1 "'],
    ['is long', `${'"x",'.repeat(4000)}"y"`],
    ['is long and unterminated', '"'.repeat(15_999)],
  ])('does not match the revision when the value %s', (_name, value) => {
    expect(readPrecondition(value)).toMatchObject({ revisions: expect.not.arrayContaining(['a1']) })
  })

  it.each([
    ['"a1"', ['a1']],
    ['"a1", "b2","c3"', ['a1', 'b2', 'c3']],
    ['"x,y"', ['x,y']],
    ['""', ['']],
    ['W/"a1", "b2"', ['b2']],
    ['"a1", W/"b2"', ['a1']],
    ['W/"a1"', []],
    ['"W/a1"', ['W/a1']],
    ['w/"a1"', []],
    ['"a1"\t,"b2"', ['a1', 'b2']],
    ['"a1" x', []],
    [' , ', []],
    ['', []],
  ])('reads the revisions of %j', (value, revisions) => {
    expect(readPrecondition(value)).toEqual({ kind: 'one_of', revisions })
  })

  it.each(['*', ' * '])('requires that the resource exists for %j', (value) => {
    expect(readPrecondition(value)).toEqual({ kind: 'exists' })
  })

  it('returns undefined without If-Match', () => {
    expect(readPrecondition(undefined)).toBeUndefined()
  })
})

describe('matchesAny', () => {
  it.each(['"a1"', 'W/"a1"', '"x", "a1"', '"x" ,W/"a1"', '*', ' * '])('matches %j', (value) => {
    expect(matchesAny(value, TAG)).toBe(true)
  })

  it.each([undefined, '', '"a2"', 'a1', '"*"', '"x", *', '"W/a1"', 'w/"a1"'])(
    'does not match %j',
    (value) => {
      expect(matchesAny(value, TAG)).toBe(false)
    },
  )
})

describe('etagOf', () => {
  it('returns the revision, and different ETags for different keys', () => {
    expect(etagOf('a1')).toBe('"a1"')
    expect(etagOf('a1', 'x')).toBe(etagOf('a1', 'x'))
    expect(etagOf('a1', 'x')).not.toBe(etagOf('a1', 'y'))
    expect(etagOf('a1', 'x')).toMatch(/^"a1-[0-9a-f]{16}"$/)
  })
})

describe('negotiate', () => {
  const TYPES = ['application/json', 'text/markdown', 'text/plain']

  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['text/*', 'text/markdown'],
    ['text/plain, text/markdown', 'text/plain'],
    ['text/markdown;q=0.5, text/plain;q=0.6', 'text/plain'],
    ['*/*, application/json;q=0', 'text/markdown'],
    ['image/png', undefined],
  ])('with Accept %j returns %s', (accept, type) => {
    const request = new IncomingMessage(new Socket())
    if (accept !== undefined) request.headers.accept = accept
    expect(negotiate(request, TYPES)).toBe(type)
  })
})
