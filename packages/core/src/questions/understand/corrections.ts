// Leaves out a question whose note or explanation says that another answer is the correct one, as in `wrong! should be B`.
import { quote } from '../../quote.ts'
import type { CleanTexts } from './clean-question.ts'
import { LeftOutError } from './errors.ts'
import { loosen, readAnswer } from './reading.ts'
import { isTruth, isVerdict, readVerdict } from './truth.ts'

const RIGHT =
  'correct|right|richtig|korrekt|correcte|juste|correcta|correto|correta|corretto|corretta|giusta|juist'
const ANSWER = String.raw`(?:correct|right|actual|true|real) (?:answer|option|choice|one)|(?<=^)(?:${RIGHT})(?=\s?[:=])|(?<=^|the |final |so )answer|richtige (?:antwort|lösung)|bonne réponse|réponse (?:correcte|exacte|juste)|respuesta correcta|resposta (?:correta|certa)|risposta (?:corretta|giusta|esatta)|juiste antwoord`
const IS = String.raw`\s(?:is|should be|must be|ist|wäre|est|es|é|è)\s|\s?[:=]\s?`
/** What can be before the name of an answer. */
const START = /^(?:(?:the|die|la) )?(?:(?:option|answer|choice|letter|antwort|réponse|opción)\s)?["'“„«(*]*/iu
/** Of a note alone, the thing that `should be` another one is always the answer. */
const SHOULD = `(?:should|must|has to) be|(?:${RIGHT}) (?:is|ist|wäre|est|es|é|è)|sollte|devrait être|debería ser|deveria ser|dovrebbe essere`
/** What is said of an answer before it. */
const BEFORE = new RegExp(String.raw`\b(?:(?:${ANSWER})(?:${IS}))`, 'giu')
const BEFORE_IN_NOTE = new RegExp(String.raw`\b(?:(?:${ANSWER})(?:${IS})|(?:${SHOULD})\s)`, 'giu')
/** What is said of an answer behind it. `Right` alone can be a direction. */
const BEHIND = new RegExp(
  String.raw`["'”“»)*]*\s(?:is|ist|est|es|é|è) (?:(?:therefore|thus|clearly|actually|the|die|la) )*(?:only )?(?:${ANSWER}|(?:${RIGHT})(?=\s*(?:[.;!)]|,(?! (?:too|also|as well))|$)))`,
  'giu',
)
/** The start of a note that only names an answer: `it is B`, `-> B`, `change to Paris`. */
const LEAD =
  /^(?:(?:it|that|this)(?: is|['’]s)|(?:the )?(?:key|answer|it) should (?:be|read)|(?:changed?|fix(?:ed)?|edit)(?:(?: it)? to|:)|[-=]+>|→|⇒)\s*/i
/** Words, one of which is in each of these sentences. */
const CAN_CORRECT = new RegExp(
  `${RIGHT}|answer|réponse|lösung|should|must|has to|sollte|devrait|debería|deveria|dovrebbe`,
  'i',
)
/** The characters before a sentence that are read. */
const MAX_NAME = 300
/** What is before a sentence that does not say so. */
const DOUBTED =
  /(?:\b(?:not|neither|nor|or|and|if|wenn|si|think|thought|believed?|seems?|say|nicht|pas)|n['’]t)\b[^.!?;]{0,30}$/i

/** The start of a note such as `wrong!` and `not correct`. */
const VERDICT =
  /^(?:(?:the|this|that|it|is|answer|not|maybe|probably|partly|das|die|antwort|ist|nicht|vielleicht) )*([^\s,.!:;?]+)(?=[,.!:;?]|$)/i

/** The end of an answer. A number can be the start of a term. */
const END = /^(?![\p{L}\p{N}]|[.,]\d|\s?(?:[-+×*/·^=]|times\b))/iu
/** What is not directly before an answer. */
const INSIDE = /(?:[\p{L}\p{N}]|\d[.,])$/u
/** The words of a typed answer, behind and before what is said of it. */
const WORDS = String.raw`[^\s.,;!?]+(?: [^\s.,;!?]+){0,2}`
const FIRST_WORDS = new RegExp(`^${WORDS}${END.source.slice(1)}`, 'iu')
const LAST_WORDS = new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,])${WORDS}$`, 'iu')
/** The letter of an option, and not of a statement or a vitamin. */
const LAST_LETTER =
  /(?<=(?:^|[^\p{L}\p{N}\s]\s?|\b(?:so|that|thus|hence|therefore|because|option|answer|choice|letter|antwort|réponse)\s))[A-T]$/iu

/** @throws LeftOutError when a text names another answer and not this one, or a note says that the answer is wrong */
export function assertNotCorrected(question: CleanTexts, correct: string): void {
  const { explanation, note, kind } = question
  const said = note === '' ? [] : findNamed(question, correct, note, kind !== 'none')
  // Of typed answers, an explanation can have other words.
  if (kind !== 'none') said.push(...findNamed(question, correct, explanation, false))
  // Of a statement, `Faux. …` says that it is false.
  const isWrong = isTruth(correct) === undefined && [note, kind === 'none' ? explanation : ''].some(saysWrong)
  if (said.includes(loosen(correct)) || (said.length === 0 && !isWrong)) return
  throw new LeftOutError(
    'expected the right answer',
    `, got ${quote(correct)} with ${quote(note || explanation)}`,
  )
}

/** Whether a text is said to a player, as `Wrong, it is Paris`, or of the answer. */
function saysWrong(text: string): boolean {
  const [start, word] = VERDICT.exec(text) ?? []
  return isVerdict(word) && readVerdict(start) === false
}

/**
 * The folded answers that a text names as the correct one.
 * @param isShort whether few words say so, as in a note about options
 */
function findNamed(question: CleanTexts, correct: string, text: string, isShort: boolean): string[] {
  if (!isShort && !CAN_CORRECT.test(text)) return []
  const { kind, options } = question
  const texts = [correct, ...options.map((option) => option.text)].filter((shown) => shown !== '')
  texts.sort((a, b) => b.length - a.length)
  const hasLetters = kind === 'all' || kind === 'choices'
  const said: [name: string, start: number][] = []
  if (isShort) {
    const lead = LEAD.exec(text)?.[0] ?? ''
    const rest = text.slice(lead.length).replace(START, '')
    const name = readFirst(rest) ?? ''
    const end = /^(?:\W*$|,? not\b)/i.exec(rest.slice(name.length))?.[0]
    // A letter alone can be that of a group.
    const isAlone = lead === '' && name.length === 1 && !/not|!/i.test(end ?? '')
    if (name !== '' && end !== undefined && !isAlone) said.push([name, 0])
  }
  for (const { 0: phrase, index } of text.matchAll(isShort ? BEFORE_IN_NOTE : BEFORE)) {
    const rest = text.slice(index + phrase.length)
    // A name can begin with an article.
    const name = (kind === 'none' ? undefined : readFirst(rest)) ?? readFirst(rest.replace(START, ''))
    if (name !== undefined) said.push([name, index])
  }
  for (const { index } of text.matchAll(BEHIND)) {
    const name = readLast(text.slice(Math.max(0, index - MAX_NAME), index))
    if (name !== undefined) said.push([name, index - name.length])
  }
  return said.flatMap(([name, start]) => {
    const isOther = /^[a-t]$/.test(name) && !texts.includes(name)
    const isOtherWord = kind === 'none' && /^\p{Ll}/u.test(name) && /^\p{Lu}/u.test(correct)
    if (isOther || isOtherWord || DOUBTED.test(text.slice(Math.max(0, start - MAX_NAME), start))) return []
    const { text: option, selected } = readAnswer({ answer: name, options }, undefined)
    const found = loosen(option ?? selected[0] ?? name)
    const own = loosen(correct)
    const isPart = kind === 'none' && (found.includes(own) || own.includes(found))
    return [isPart ? own : found]
  })

  function readFirst(rest: string): string | undefined {
    if (kind === 'none') return FIRST_WORDS.exec(rest)?.[0]
    const isFirst = (name: string) =>
      isSame(rest.slice(0, name.length), name) && END.test(rest.slice(name.length))
    const name = texts.find(isFirst)
    if (name !== undefined || !hasLetters) return name
    return /^[A-T]/i.test(rest) && END.test(rest.slice(1)) ? rest[0] : undefined
  }

  function readLast(start: string): string | undefined {
    if (kind === 'none') return LAST_WORDS.exec(start)?.[0]
    const isLast = (name: string) =>
      isSame(start.slice(-name.length), name) && !INSIDE.test(start.slice(0, -name.length))
    return texts.find(isLast) ?? (hasLetters ? LAST_LETTER.exec(start)?.[0] : undefined)
  }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
