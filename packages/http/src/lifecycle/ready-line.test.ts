import { describe, expect, it } from 'vitest'
import { formatReadyLine, readReadyLine } from './ready-line.ts'

describe('formatReadyLine', () => {
  it('contains the name and the URL', () => {
    expect(formatReadyLine('questions', 'http://127.0.0.1:8000')).toBe(
      'questions ready at http://127.0.0.1:8000',
    )
    expect(formatReadyLine('questions', 'http://127.0.0.1:8000', 3)).toBe(
      'questions ready at http://127.0.0.1:8000 (3 workers)',
    )
  })
})

it.each([
  ['http://0.0.0.0:8000', 'http://127.0.0.1:8000'],
  ['http://[::]:8000', 'http://[::1]:8000'],
])('a service that listens on %s is ready at %s, which every browser can open', (url, reached) => {
  const line = formatReadyLine('questions', url, 3)
  expect(line).toBe(`questions ready at ${reached}, on all addresses (3 workers)`)
  expect([line, formatReadyLine('questions', url)].map(readReadyLine)).toEqual([reached, reached])
})

describe('readReadyLine', () => {
  it.each(['http://127.0.0.1:8000', 'http://[::1]:80'])('returns the URL %s of a ready line', (url) => {
    expect(readReadyLine(formatReadyLine('questions', url))).toBe(url)
    expect(readReadyLine(formatReadyLine('questions', url, 3))).toBe(url)
  })

  it.each([
    '',
    'docs at http://127.0.0.1:8000/',
    'ready at http://127.0.0.1:8000',
    '> questions ready at http://127.0.0.1:8000',
    '- ready at http://127.0.0.1:8000',
    'questions ready at http://127.0.0.1:8000 and waiting',
    'questions ready at 127.0.0.1:8000',
    'questions ready at http:',
  ])('returns nothing for the line %j', (line) => {
    expect(readReadyLine(line)).toBeUndefined()
  })
})
