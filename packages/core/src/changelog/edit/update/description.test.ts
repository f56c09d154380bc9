import { describe, expect, it } from 'vitest'
import { AppError } from '../../../errors.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_PARSED_LENGTH,
  MIN_COUNTED_LINE_LENGTH,
  validateDescriptions,
} from './description.ts'

const validate = (descriptions: readonly string[]) =>
  validateDescriptions(
    descriptions.map((description) => ({ type: 'Added', description })),
    '- ',
  )

/** The reason why the second of two descriptions is rejected. Undefined when both are accepted. */
/** The end of each message about a construct of Markdown. */
const HINT = '; with `escape: true`, the text is added as it is'

function rejection(description: string): string | undefined {
  try {
    validate(['fine', description])
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [issue] = error.issues
    expect(error.code).toBe('changelog/invalid_description')
    expect(error.issues).toEqual([{ parameter: 'changes[1].description', message: issue?.message }])
    expect(error.message).toBe(`changes[1].description: ${issue?.message}`)
    return issue?.message
  }
}

describe('validateDescriptions', () => {
  it.each([
    ['one line', 'one', ['one']],
    ['several lines', 'one\n  two\n\nthree', ['one', '  two', '', 'three']],
    ['all line endings', 'one\r\ntwo\rthree\nfour', ['one', 'two', 'three', 'four']],
    ['white space at both ends', '\n  one \t\n\n', ['one']],
    ['trailing white space', 'one  \n \t\ntwo\t', ['one', '', 'two']],
    ['tabs inside', 'one\ttwo', ['one\ttwo']],
    [
      'a hundred quotes in a fence',
      `a\n\`\`\`\n${'>'.repeat(100)}\n\`\`\``,
      ['a', '```', '>'.repeat(100), '```'],
    ],
    ['ten lists and quotes', `a\n${'> - '.repeat(5)}b`, ['a', `${'> - '.repeat(5)}b`]],
    ['a long thematic break', `a\n\n${'- '.repeat(20)}`, ['a', '', `${'- '.repeat(20).trim()}`]],
    ['the longest text', 'a'.repeat(MAX_DESCRIPTION_LENGTH), ['a'.repeat(MAX_DESCRIPTION_LENGTH)]],
  ])('reads the lines of %s', (_name, description, lines) => {
    expect(validate([description, 'last'])).toEqual([lines, ['last']])
  })

  it.each([
    ['a blank text', ' \n\t', 'expected a description, got a blank string'],
    ['too long a text', ' '.repeat(10_001), 'expected at most 10000 characters, got 10001'],
    ['a lone surrogate', 'a\ud83d', 'expected well-formed Unicode, got a lone surrogate'],
    ['a control character', 'a\u000bb', 'expected plain text, got the disallowed character U+000B'],
    ['a bell', 'a\u0007', 'expected plain text, got the disallowed character U+0007'],
    ['a line separator', 'a\u2028b', 'expected plain text, got the disallowed character U+2028'],
    ['a change of direction', 'a\u202eb', 'expected plain text, got the disallowed character U+202E'],
    ['an isolate', 'a\u2066b', 'expected plain text, got the disallowed character U+2066'],
    ['a byte order mark', 'a\ufeffb', 'expected plain text, got the disallowed character U+FEFF'],
  ])('rejects %s', (_name, description, message) => {
    expect(rejection(description)).toBe(message)
  })

  it.each([
    ...['None', '`None`', 'n/a', 'TBD', 'No changes', 'Nothing yet.', '...', '…', '.', '\\', '–', '[Fix]'],
    ...['**Fix:**', 'Add your changes here', 'https://a.b/compare/v1.0.0...main'],
  ])('rejects %j, because a later edit would remove it', (description) => {
    expect(rejection(description)).toBe(
      `expected a change, got ${JSON.stringify(description)}, which later edits remove as a placeholder`,
    )
  })

  it.each(['None of it', 'Fix: none', '... and more', 'Since 2026-11-21', '- x', '🎉'])(
    'accepts %j as plain text',
    (description) => {
      const [lines] = validateDescriptions([{ type: 'Added', description, escape: true }], '- ')
      expect(lines).toHaveLength(1)
    },
  )

  it.each(['---', '```', '-', '*', '_None_'])('rejects %j as plain text, too', (description) => {
    const validateText = () => validateDescriptions([{ type: 'Added', description, escape: true }], '- ')
    expect(validateText).toThrow('which later edits remove as a placeholder')
  })

  it.each([
    ['# one', 1, 'heading', '# one'],
    [`a\n${'- '.repeat(11)}b`, 2, 'more than 10 nested lists and quotes', `${'- '.repeat(11)}b`],
    [`a ]:\n${'>'.repeat(11)}`, 2, 'more than 10 nested lists and quotes', '>'.repeat(11)],
    [
      `a\n\`\`\`\n${'>'.repeat(101)}\n\`\`\``,
      3,
      'more than 100 nested lists and quotes',
      `${'>'.repeat(60)}…`,
    ],
    ['one\n  ## two', 2, 'heading', '## two'],
    ['one\n===', 2, 'heading underline', '==='],
    ['one\n\n --', 3, 'heading underline', '--'],
    ['- one', 1, 'list marker at the start', '- one'],
    ['12. one', 1, 'list marker at the start', '12. one'],
    ['***', 1, 'thematic break at the start', '***'],
    ['_ _\t_', 1, 'thematic break at the start', '_ _\t_'],
    ['one\n[two]: /2', 2, 'link definition', '[two]: /2'],
    ['[one two]: /1', 1, 'link definition', '[one two]: /1'],
    ['one\n[^two]: 2', 2, 'footnote', '[^two]: 2'],
    ['> [^two]: 2', 1, 'footnote', '> [^two]: 2'],
    ['one <!-- two', 1, 'HTML comment', 'one <!-- two'],
    ['one\n<PRE>', 2, 'HTML block', '<PRE>'],
    ['<?php', 1, 'HTML block', '<?php'],
    ['<!DOCTYPE html>', 1, 'HTML block', '<!DOCTYPE html>'],
    ['```\n# one\n```', 2, 'heading or comment inside a fence', '# one'],
    ['one\n~~~\n\n  ### two\n~~~', 4, 'heading or comment inside a fence', '### two'],
    ['```\n<!-- one -->\n```', 2, 'heading or comment inside a fence', '<!-- one -->'],
    ['```\n[^one]: 1\n```', 2, 'footnote', '[^one]: 1'],
  ])('rejects %j because of line %i', (description, line, construct, quoted) => {
    expect(rejection(description)).toBe(
      `line ${line}: expected no ${construct}, got ${JSON.stringify(quoted)}${HINT}`,
    )
  })

  it.each([
    ['one\n```', '```'],
    ['~~~~ js\n~~~', '~~~~'],
    ['```\none\n~~~', '```'],
    ['```\none\n``` two', '```'],
    ['```\n```\n`````', '`````'],
  ])('rejects the open fence of %j', (description, fence) => {
    expect(rejection(description)).toBe(`expected a closed fence, got the open fence "${fence}"${HINT}`)
  })

  it.each([
    ['one\n\n> # two', 3, 'heading', '# two'],
    ['one\n- > two\n  > ===', 2, 'heading', 'two'],
    ['one\n\n- [two]: /2', 3, 'link definition', '[two]: /2'],
    ['one\n\n<div>', 3, 'HTML block', '<div>'],
  ])('rejects %j because of the block inside', (description, line, construct, quoted) => {
    expect(rejection(description)).toBe(`line ${line}: expected no ${construct}, got "${quoted}"${HINT}`)
  })

  it('cuts a long line in the reason', () => {
    expect(rejection(`# ${'a'.repeat(58)}`)).toBe(
      `line 1: expected no heading, got "# ${'a'.repeat(58)}"${HINT}`,
    )
    expect(rejection(`# ${'a'.repeat(59)}`)).toBe(
      `line 1: expected no heading, got "# ${'a'.repeat(58)}…"${HINT}`,
    )
  })

  it.each([
    'one\n- two\n- three',
    'one\n\n1. two',
    'one\n\n> two',
    'one\n***\ntwo',
    'one #2 and ## three',
    '#1 is fixed',
    'one [two]: three',
    'one <b>two</b> < three',
    'one <script>',
    '[one](/1)',
    '[^1] is a note',
    '**one**',
    '-one',
    '`<pre>`',
    '```\none\n```',
    '~~~~\n[one]: /1\n- two\n===\n~~~\n~~~~~',
    '```js\none\n~~~\n#two\n```',
    '```\none\n```\n\ntwo\n\n~~~\nthree\n~~~',
    '``` one ``` two',
    'one\n~~two~~',
    'a == b\n= c',
  ])('accepts %j', (description) => {
    expect(rejection(description)).toBeUndefined()
  })

  it('limits the length of the Markdown that is parsed for one update', () => {
    // A line that starts with `<b>` could start HTML, so that its description is parsed.
    const lines = MAX_PARSED_LENGTH / MIN_COUNTED_LINE_LENGTH
    const perDescription = 1000
    const longest = ['<b>a</b> a', ...new Array<string>(perDescription - 1).fill('a')].join('\n')
    const fitting = new Array<string>(lines / perDescription).fill(longest)
    expect(validate(fitting)).toHaveLength(fitting.length)
    expect(() => validate([...fitting, 'plain'])).not.toThrow()
    expect(() => validate([...fitting, '<b>a</b> a'])).toThrow(
      'changes[2].description: expected at most 100000 characters of Markdown blocks, counting each line as at least 50, got 100050',
    )
  })
})
