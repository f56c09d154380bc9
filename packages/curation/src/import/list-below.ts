// Finds what the lines below options and answers of a list belong to.
import { NOTE, readNote, readResult } from './list-answers.ts'
import type { Block } from './list-block.ts'
import {
  HEADING,
  isAnswer,
  NAMED,
  NUMBER_ALONE,
  NUMBERED,
  nameOf,
  type Option,
  plain,
  readOption,
} from './list-lines.ts'

/** Adds what is directly below an answer to its notes, and the lines further below that name another answer. */
export function addNotes(answered: Block | undefined, { question, isBelow }: Block): void {
  if (isBelow) answered?.notes.push(question)
  else
    for (const line of question.split('\n')) {
      const note = answered && readNote(line, answered.options, false)
      if (note !== undefined) answered?.notes.push(note)
    }
}

/** The length of a line that can go on in the next one. */
const WRAPPED = 40

/** Whether a line below an option belongs to it: the next option is below, or the answer when the line above is a long one. */
export function goesOn(last: Option, { options }: Block, lines: readonly string[], at: number): boolean {
  const [above = '', line = '', ...others] = lines.slice(at - 1, at + 4).map((text) => plain(text))
  const isText = [NUMBERED, NUMBER_ALONE, HEADING, NOTE, NAMED].every((form) => !form.test(line))
  const below = others.find((text) => text === '' || isAnswer(text) || readOption(text)) ?? ''
  if (above === '' || !isText || below === '' || !/[A-Z]/.test(last.letter)) return false
  const next = readOption(below)
  if (next) return isNextLetter(next, { options })
  return options.length > 2 && above.length > WRAPPED && !/[?？]$/.test(line)
}

/** What a page has at its ends, and no question: its number, signs, an address, or that it goes on. */
const PAGE_LINE =
  /^(?:[\s–—-]*\d{1,4}(?:\s?\/\s?\d{1,4})?[\s–—-]*|[*~=–— -]{3,}|©.*|(?:https?:\/\/|www\.)\S+|(?:please )?turn over.*|bitte wenden.*|tournez la page.*|section\s\S{1,3}|.{0,40}page break.*|.*\((?:continued|continues|fortsetzung|suite)\b.*)$/iu

/** Finds the lines that can be those of a page, and of no option: also those that occur again. */
export function findPageLines(lines: readonly string[]): (line: string) => boolean {
  const [seen, again] = [new Set<string>(), new Set<string>()]
  for (const line of lines.map(plain)) (seen.has(line) ? again : seen).add(line)
  return (line) => again.has(line) || PAGE_LINE.test(line)
}

/** Whether one of the lines of a question is such a line. Several numbers below each other are a part of it. */
export const hasPageLine = (question: string) =>
  !question.includes('```') &&
  question
    .split('\n')
    .slice(1)
    .filter((line) => PAGE_LINE.test(line.trim())).length === 1

/** How many lines below a name belong to it. */
export const MAX_BELOW = 20

/** The lines of an explanation below its name, up to an empty line or the next question. Empty when a question can be among them. */
export function readBelow(lines: readonly string[]): string[] {
  const end = lines.findIndex((raw) => {
    const line = plain(raw)
    const [, name = '', , value = ''] = NAMED.exec(line) ?? []
    return (
      line === '' ||
      nameOf(line) ||
      (name !== '' && value === '') ||
      [NUMBERED, NUMBER_ALONE, HEADING, /^\d{1,3}\W*$/].some((form) => form.test(line))
    )
  })
  const below = lines.slice(0, end < 0 ? undefined : end).map((line) => line.trim())
  const isAsked = below.some((line, at) => at > 0 && /^[A1]$/.test(readOption(plain(line))?.letter ?? ''))
  return isAsked ? [] : below
}

/** What says beside a question that its answer is wrong: a line such as `Incorrect`, or a sign. Empty for nothing. */
export function findVerdict(question: string): string {
  const lines = question.split('\n')
  const isResult = (line: string) => lines.length > 1 && /\p{L}{3}/u.test(line) && readResult(line) === false
  const sign = /^[✗✘❌]\ufe0f?\s|\s[✗✘❌]\ufe0f?$|\(0\s?\/\s?\d+\)$/u
  return lines.find((line) => isResult(line) || sign.test(line)) ?? ''
}

/** What the name of a line with wrong options means. */
export const WRONG = ['wrong', 'wrong_answers']

/** The wrong options of a line. Several are behind a name such as `Wrong answers`. */
export function readWrong(line: string, value: string): string[] {
  if (!/^[^:：]*s\s*[:：]/i.test(line)) return [value]
  return value.split(/[;|]/.test(value) ? /\s*[;|]\s*/ : /,\s+/)
}

/** Whether a line below an answer has an option above it and more, as in `(A) Paris is the capital of France.` */
export const explains = ({ letter, text }: Option, { options, question }: Block, answered: Block) =>
  options.length === 0 &&
  question === '' &&
  answered.options.some((own) => own.letter === letter && text.startsWith(`${own.text} `))

/** Whether an option below an answer continues those above it. */
export const isNextLetter = ({ letter }: Option, { options }: Pick<Block, 'options'>) =>
  /[A-Z]/.test(letter) && letter.charCodeAt(0) - 1 === options.at(-1)?.letter.charCodeAt(0)

/** What a copied page of Moodle says of the attempt of a player. The line with the right answer stays. */
const ATTEMPT = new RegExp(
  String.raw`^[ \t]*(?:${[
    '(?:partially |in)?correct|not (?:yet )?answered|answer saved|complete|mark(?:ed)? [\\d.,]+ out of [\\d.,]+|marked out of [\\d.,]+',
    'flag question|question text|select one(?: or more)?:|feedback|your answer is (?:partially )?(?:in)?correct\\.?',
    '(?:teilweise )?richtig|falsch|nicht beantwortet|vollständig|erreichte punkte [\\d.,]+ von [\\d.,]+|frage markieren|fragetext',
    'wählen sie eine(?: oder mehrere)? antwort(?:en)?:|(?:die|ihre) antwort ist (?:teilweise )?(?:richtig|falsch)\\.?',
    'note de [\\d.,]+ sur [\\d.,]+|marquer la question|texte de la question|veuillez choisir .*|votre réponse est (?:in)?correcte\\.?',
    '(?:in)?correcta|se puntúa [\\d.,]+ sobre [\\d.,]+|marcar pregunta|enunciado de la pregunta|seleccione una.*|retroalimentación',
  ].join('|')})[ \t]*$`,
  'gim',
)
const FLAG =
  /^[ \t]*(?:flag question|frage markieren|marquer la question|marcar pregunta|mark [\d.,]+ out of|erreichte punkte [\d.,]+ von|note de [\d.,]+ sur|se puntúa [\d.,]+ sobre)/im

/** Wishes below everything. */
const WISH =
  /(?:\n[ \t]*(?:good luck|have fun|viel (?:erfolg|glück|spaß)|bonne chance|bon courage|¡?(?:buena )?suerte|boa sorte|buona fortuna|powodzenia|удачи|lycka till|veel succes)[^\n\d:]{0,20})\s*$/i

/** A text without the results of a player on a page of Moodle, and without a wish such as `Good luck!` below it. No line becomes another one. */
export const removeOthers = (text: string) =>
  (FLAG.test(text) ? text.replace(ATTEMPT, '') : text).trimEnd().replace(WISH, '')
