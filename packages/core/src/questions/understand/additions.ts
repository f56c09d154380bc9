// Removes what people and tools add to the texts of a question: names, points, levels, shares of players, and signs of empty cells.
import { findTarget } from '../read/index.ts'
import type { CleanOption } from './clean-question.ts'
import { INITIALS, writePairs } from './true-false.ts'
import { patternOf, TRUE_FALSE_PAIRS } from './truth.ts'

export function removeFromOptions(cleaned: readonly CleanOption[], changes: string[]) {
  return removeMissing(cleaned[0]?.text.includes('%') ? removeShares(cleaned, changes) : cleaned)
}

/** @param areChanged whether something was removed from its options */
export function removeFromAnswer(answer: string, options: readonly CleanOption[], areChanged: boolean) {
  return readFloat(removePrefix(areChanged ? answer.replace(SHARE, '') : answer, options), options)
}

/** Tools write a column of numbers with an empty cell as `1.0` and `2.0`. Beside options with decimals, it is a text. */
function readFloat(answer: string, options: readonly CleanOption[]): string {
  if (!/^\d\d?\.0$/.test(answer) || options.some(({ text }) => /\d[.,]\d/.test(text))) return answer
  return answer.slice(0, -2)
}

/** The start of an answer such as `Answer: B` and `Correct answer - Paris`. The signs of Markdown around one are removed, too. */
const PREFIX =
  /^(?:the )?(?:(?:correct|right) )?(?:answer|ans|(?:richtige )?antwort|lösung|réponse|respuesta|resposta|risposta|antwoord|ответ)(?: is)?\s*[:=]\s*/i

function removePrefix(answer: string, options: readonly CleanOption[]): string {
  if (!/[:=*`]/.test(answer) || options.some(({ text }) => text === answer)) return answer
  return answer.replace(PREFIX, '').replace(/^(\*\*|`(?=[a-t\d]`$))([^*`]+)\1$/i, '$2')
}

/** What stands around a question, and says nothing of it: its points or level. */
const LEVEL = [
  `(?:easy|medium|moderate|hard|difficult|mcq|${writePairs([...INITIALS, ...TRUE_FALSE_PAIRS])}`,
  `\\d+(?:[.,]\\d+)?\\s?(?:${patternOf('points')}|p(?=\\.)|(?<=\\s)p)\\.?)`,
].join('|')
const FRAME = [
  new RegExp(`^(?:[([]${LEVEL}[)\\]][.:]?|(?:${writePairs(INITIALS)})[.:)])\\s+`, 'i'),
  new RegExp(`\\s{0,9}[([]${LEVEL}[)\\]]$`, 'i'),
]
/** The last line of a text when it is a name, such as `Options:`. */
const LAST_NAME = /\n\s*\*{0,2}([^\n:：*]{2,30})\*{0,2}[:：]\*{0,2}$/

export function removeFrame(question: string, changes: string[]): string {
  if (!/^(?:[([*]|[trvw][\s/])|[\])*:：]$/i.test(question)) return question
  const isTitle = findTarget(LAST_NAME.exec(question)?.[1] ?? '') === 'options'
  const untitled = isTitle ? question.replace(LAST_NAME, '').trimEnd() : question
  const framed = FRAME.reduce((text, frame) => text.replace(frame, ''), untitled)
  const plain = framed.replace(/^\*\*([^*]+)\*\*$/, '$1')
  if (plain !== question) changes.push('points, levels and signs around questions removed')
  return plain
}

/** How many players chose an option, behind the texts of all options of a question. */
const SHARE = /(?<!\s)\s*[([](\d{1,3})(?:[.,]\d+)?\s?%[)\]]$/

function removeShares(options: readonly CleanOption[], changes: string[]): readonly CleanOption[] {
  const filled = options.filter(({ text }) => text !== '')
  const total = filled.reduce((sum, { text }) => sum + Number(SHARE.exec(text)?.[1]), 0)
  const texts = new Set(filled.map(({ text }) => text.replace(SHARE, '')))
  const areShares =
    filled.length > 2 &&
    Math.abs(total - 100) < filled.length &&
    texts.size === filled.length &&
    !texts.has('')
  if (!areShares) return options
  changes.push('shares of players removed from options')
  return options.map((option) => ({ ...option, text: option.text.replace(SHARE, '') }))
}

/** Numbers that a spreadsheet and a text write with another second part: `71%` and `71 %`, `0.75` and `0,75`. */
const NUMBER_FORMS = [
  { form: /^(.*\d)(\s?)(%)$/s, plain: /^%$/ },
  { form: /^([-−]?\d+)([.,])(\d+)$/, plain: /^[-−]?\d+$/ },
] as const

/**
 * The number of a cell beside those of texts would give an answer away: the only one that is written in another way is written like
 * the others. `1.500` can be a thousand and a half, so all have three digits then, or none has.
 */
export function alignNumbers(
  options: readonly CleanOption[],
  answer: string,
  { areWrong, changes }: { readonly areWrong: boolean; readonly changes: string[] },
) {
  if (!/\d|^%$/.test(options[0]?.text ?? '')) return [options, answer] as const
  const texts = [...options.map(({ text }) => text), ...(areWrong ? [answer] : [])]
  for (const { form, plain } of texts.length > 2 ? NUMBER_FORMS : []) {
    if (!texts.every((text) => form.test(text) || plain.test(text))) continue
    const parts = texts.map((text) => form.exec(text))
    const written = parts.flatMap((part) => (part ? [part] : []))
    const signs = written.map(([, , sign]) => sign)
    const odd = parts.findIndex((part) => part && signs.indexOf(part[2]) === signs.lastIndexOf(part[2]))
    const others = signs.filter((sign) => sign !== parts[odd]?.[2])
    const isClear = odd >= 0 && others.length === signs.length - 1 && others.length > 1
    const lengths = new Set(written.map(([, , , end = '']) => end.length === 3))
    if (!isClear || new Set(others).size > 1 || lengths.size > 1) continue
    const text = (texts[odd] ?? '').replace(form, `$1${others[0]}$3`)
    const option = options[odd]
    changes.push('numbers written like the others')
    return option ? ([options.with(odd, { ...option, text }), answer] as const) : ([options, text] as const)
  }
  return [options, answer] as const
}

/** What tools write for an empty cell. Once in a question, it can be an option. */
const MISSING = /^(?:nan|null|n\/a|#n\/a|undefined|[-–—]+|\(blank\)|\(?empty\)?)$/i

function removeMissing(options: readonly CleanOption[]): readonly CleanOption[] {
  if (!options.some(({ text }) => MISSING.test(text))) return options
  const isMissing = ({ text }: CleanOption) =>
    MISSING.test(text) && options.filter((other) => other.text === text).length > 1
  return options.map((option) => (isMissing(option) ? { ...option, text: '' } : option))
}
