// Leaves out a question whose note or explanation says that another answer is the correct one, as in `wrong! should be B`.
import { quote } from '../../quote.ts'
import type { CleanTexts } from './clean-question.ts'
import { LeftOutError } from './errors.ts'
import { loosen, readAnswer } from './reading.ts'
import { isTruth, isVerdict, readVerdict } from './truth.ts'

const RIGHT =
  'correct|right|richtig|korrekt|correcte|juste|correcta|correto|correta|corretto|corretta|giusta|juist'
const ANSWER = `(?:correct|right|actual|true|real) (?:answer|option|choice|one)|(?<=^|the |final |so )answer|richtige (?:antwort|lösung)|bonne réponse|réponse (?:correcte|exacte|juste)|respuesta correcta|resposta (?:correta|certa)|risposta (?:corretta|giusta|esatta)|juiste antwoord`
const IS = String.raw`\s(?:is|should be|must be|ist|wäre|est|es|é|è)\s|\s?[:=]\s?`
const START = String.raw`(?:(?:the|die|la) )?(?:(?:option|answer|choice|letter|antwort|réponse|opción)\s)?["'“„«(*]*`
/** Of a note alone, the thing that `should be` another one is always the answer. */
const SHOULD = `(?:should|must|has to) be|(?:${RIGHT}) (?:is|ist|wäre|est|es|é|è)|sollte|devrait être|debería ser|deveria ser|dovrebbe essere`
/** What is said of an answer before it. */
const BEFORE = `(?:${ANSWER})(?:${IS})`
/** What is said of an answer behind it. `Right` alone can be a direction. */
const BEHIND = String.raw`["'”“»)*]*\s(?:is|ist|est|es|é|è) (?:(?:therefore|thus|clearly|actually|the|die|la) )*(?:only )?(?:${ANSWER}|(?:${RIGHT})(?=\s*(?:[.;!)]|,(?! (?:too|also|as well))|$)))`
/** Words, one of which is in each of these sentences. */
const CAN_CORRECT = new RegExp(
  `${RIGHT}|answer|réponse|lösung|should|must|has to|sollte|devrait|debería|deveria|dovrebbe`,
  'i',
)
/** What is before a sentence that does not say so. */
const DOUBTED =
  /(?:\b(?:not|neither|nor|or|and|if|wenn|si|think|thought|believed?|seems?|say|nicht|pas)|n['’]t)\b[^.!?;]{0,30}$/i

/** The start of a note such as `wrong!` and `not correct`. */
const VERDICT =
  /^(?:(?:the|this|that|it|is|answer|not|maybe|probably|partly|das|die|antwort|ist|nicht|vielleicht) )*([^\s,.!:;?]+)(?=[,.!:;?]|$)/i

/** The words of a typed answer. */
const WORDS = String.raw`[^\s.,;!?]+(?: [^\s.,;!?]+){0,2}`
/** The end of an answer. A number can be the start of a term. */
const END = String.raw`(?![\p{L}\p{N}]|[.,]\d|\s?(?:[-+×*/·^=]|times\b))`
/** The letter of an option, and not of a statement or a vitamin. */
const LONE_LETTER = String.raw`(?<=(?:^|[^\p{L}\p{N}\s]\s?|\b(?:so|that|thus|hence|therefore|because|option|answer|choice|letter|antwort|réponse)\s))[A-T]`

/** @throws LeftOutError when a text names another answer and not this one, or a note says that the answer is wrong */
export function assertNotCorrected(question: CleanTexts, correct: string): void {
  const { explanation, note, kind } = question
  const said =
    note === ''
      ? []
      : findNamed(question, correct, note, kind === 'none' ? BEFORE : `${BEFORE}|(?:${SHOULD})\\s`)
  // Of typed answers, an explanation can have other words.
  if (kind !== 'none') said.push(...findNamed(question, correct, explanation, BEFORE))
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

/** The folded answers that a text names as the correct one. */
function findNamed({ kind, options }: CleanTexts, correct: string, text: string, before: string): string[] {
  if (!CAN_CORRECT.test(text)) return []
  const quoteRegExp = (shown: string) => shown.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const texts = [correct, ...options.map((option) => option.text)].filter((shown) => shown !== '')
  const names = texts.sort((a, b) => b.length - a.length).map(quoteRegExp)
  const any = kind === 'none' ? WORDS : names.join('|')
  const [letter, lone] = kind === 'all' || kind === 'choices' ? ['|[A-T]', `|${LONE_LETTER}`] : ['', '']
  const sentence = new RegExp(
    `\\b(?:${before})${START}(${any}${letter})${END}|(?<![\\p{L}\\p{N}]|\\d[.,])(${any}${lone})${BEHIND}`,
    'giu',
  )
  return [...text.matchAll(sentence)].flatMap(({ index, 1: after, 2: behind }) => {
    const name = after ?? behind ?? ''
    const isOther = /^[a-t]$/.test(name) && !texts.includes(name)
    const isOtherWord = kind === 'none' && /^\p{Ll}/u.test(name) && /^\p{Lu}/u.test(correct)
    if (isOther || isOtherWord || DOUBTED.test(text.slice(0, index))) return []
    const { text: option, selected } = readAnswer({ answer: name, options }, undefined)
    const found = loosen(option ?? selected[0] ?? name)
    const own = loosen(correct)
    const isPart = kind === 'none' && (found.includes(own) || own.includes(found))
    return [isPart ? own : found]
  })
}
