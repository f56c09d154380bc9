// Splits a text at a separator, except where it is a part of an option: in brackets, formulas, quotes and HTML entities.
import type { SourceOption } from './cells.ts'

/** The words before the last one of several. */
export const AND = 'and|or|und|oder|et|ou|y|o'

/** The separators with those of other scripts. The semicolon of an HTML entity is no separator. */
const SEPARATORS: Readonly<Record<string, RegExp>> = {
  ';': /(?<!&#?\w{1,10});|[；؛]/,
  '|': /[|｜•]/,
  ',': /[,，、،]/,
}

/** Brackets without others inside, formulas of LaTeX, and texts in quotes. `$5, $10` are two prices. */
const GROUP =
  /[([][^()[\]{}]*[)\]]|\{[^()[\]{}]*\}|(?<![\p{L}\p{N}\\$])\$(?=[^\s$])[^$]*(?<=[^\s$])\$(?![\p{N}$])|(?<=^|[\s,;|])"[^"]+"(?=$|[\s,;|])/gu

/** Hides what is in brackets, formulas and quotes behind other characters, because separators there are parts of an option. */
export function hideGroups(text: string): string {
  if (!/[([{$"]/.test(text)) return text
  const hidden = text.replace(GROUP, (group) => '\0'.repeat(group.length))
  return hidden === text ? text.replaceAll('\0', ' ') : hideGroups(hidden)
}

/** Splits a text. Empty parts keep their places, except at the end. */
export function splitAt(text: string, separator: string, answer = '', isSaid = false): SourceOption[] {
  const shown = /[([{$"]/.test(separator) ? text : hideGroups(text)
  let end = 0
  const parts = shown
    .split(isSaid && separator !== ';' ? separator : (SEPARATORS[separator] ?? separator))
    .map(({ length }) => {
      const start = end
      end += length + separator.length
      return text.slice(start, start + length).trim()
    })
  while (parts.at(-1) === '') parts.pop()
  const isDoubtful = parts.includes('')
  return cutSeparators(
    parts.map((part) => ({ text: part, ...(isDoubtful && { hasPlace: false }) })),
    answer,
  )
}

/** A sign at the end of an option that is no HTML entity. */
const END_SIGN = /\s*(?:[,|，、،；؛｜]|(?<!&#?\w{1,10});)$/

/**
 * Removes the separators at the ends of options, as in `A) Rome; B) Paris; C) Oslo`. A sign that other options lack is a part of its
 * option, as in `int x;` beside `int x`. So is one that the last option has too, unless the answer lacks it.
 */
export function cutSeparators(options: readonly SourceOption[], answer: string): SourceOption[] {
  const [sign] = END_SIGN.exec(options[0]?.text ?? '') ?? []
  const last = options.at(-1)?.text ?? ''
  const endsWith = (text: string) => sign !== undefined && END_SIGN.exec(text)?.[0].trim() === sign.trim()
  const areCut =
    options.length > 1 &&
    options.slice(0, -1).every(({ text }) => endsWith(text)) &&
    (!endsWith(last) || (answer !== '' && !endsWith(answer)))
  const cut = options.map((option) =>
    areCut && endsWith(option.text)
      ? { ...option, text: option.text.replace(END_SIGN, ''), isCut: true }
      : option,
  )
  const areDifferent = areCut && new Set(cut.map(({ text }) => text)).size === cut.length
  return areDifferent ? cutSeparators(cut, answer) : [...options]
}
