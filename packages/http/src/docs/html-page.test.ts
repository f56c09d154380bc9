import { describe, expect, it } from 'vitest'
import { renderJson } from './html-page.ts'

describe('renderJson', () => {
  it.each([
    ['a list of short values', { a: ['x, y', 2, null] }, ['{', '  n"a": [s"x, y", v2, vnull]', '}']],
    ['a list of long texts', ['x'.repeat(101)], ['[', `  s"${'x'.repeat(101)}"`, ']']],
    ['a list of objects', [{ a: 1 }], ['[', '  {', '    n"a": v1', '  }', ']']],
    ['an empty list', { a: [] }, ['{', '  n"a": []', '}']],
    ['quotes, colons and signs in a text', ['"b": <i> & [1]'], ['[', '  s"\\"b\\": <i> & [1]"', ']']],
    ['numbers', { a: -1.5e21 }, ['{', '  n"a": v-1.5e+21', '}']],
  ])('renders %s', (_name, value, lines) => {
    const marked = renderJson(value)
      .replaceAll(/<span class="(\w)\w*">(.*?)<\/span>/g, '$1$2')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    expect(marked.split('\n')).toEqual(lines)
  })
})
