import { describe, expect, it } from 'vitest'
import { assertIfMatch } from './caching.ts'

/** Whether a request with this `If-Match` may proceed, and the `ETag` that it is told. */
function evaluate(ifMatch: string | undefined, exists = true) {
  const headers: Record<string, unknown> = {}
  const reply = {
    header(name: string, value: unknown) {
      headers[name] = value
      return reply
    },
  } as unknown as Parameters<typeof assertIfMatch>[1]
  try {
    assertIfMatch({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } }, reply, {
      tag: 'a1',
      exists,
    })
    return { passes: true, etag: headers.etag }
  } catch (error) {
    expect(error).toMatchObject({ code: 'precondition_failed', kind: 'precondition_failed' })
    return { passes: false, etag: headers.etag }
  }
}

describe('If-Match', () => {
  it.each([
    ['is not there', undefined],
    ['is the tag', '"a1"'],
    ['has the tag in a list', '"x", "a1"'],
    ['has the tag in a list without spaces', '"x","a1"'],
    ['has the tag in a list with empty elements', ', "a1",,"x" ,'],
    ['has the tag behind one with a comma', '"x,y", "a1"'],
    ['has the tag beside a weak one', 'W/"a1", "a1"'],
    ['is * for what exists', '*'],
    ['is * with spaces', ' * '],
  ])('lets the request pass when it %s', (_about, value) => {
    expect(evaluate(value)).toEqual({ passes: true, etag: undefined })
  })

  it.each([
    ['is another tag', '"a2"'],
    ['is the tag in other case', '"A1"'],
    ['is a weak tag', 'W/"a1"'],
    ['has the tag inside another one', '"x"a1"'],
    ['is the tag without quotation marks', 'a1'],
    ['is empty', ''],
    ['is an empty list', ' , '],
    ['is an empty tag', '""'],
    ['has * in a list', '"x", *'],
    ['has something else beside the tag', '"a1" or so'],
    ['has a tag with a space', '"a1 "'],
    ['is long', `${'"x",'.repeat(4000)}"y"`],
    ['is long and has no end', '"'.repeat(15_999)],
  ])('refuses the request with the current tag when it %s', (_about, value) => {
    expect(evaluate(value)).toEqual({ passes: false, etag: '"a1"' })
  })

  it('takes what does not exist for no match of *, and for a match of the tag it is known by', () => {
    expect(evaluate('*', false)).toEqual({ passes: false, etag: '"a1"' })
    expect(evaluate('"a1"', false)).toEqual({ passes: true, etag: undefined })
  })
})
