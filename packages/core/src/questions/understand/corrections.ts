// Leaves out a question whose note or explanation says that another answer is the correct one, as in `wrong! should be B`.
import { quote } from '../../quote.ts'
import { findTarget, isNameOf } from '../read/index.ts'
import type { CleanTexts } from './clean-question.ts'
import { leftOut } from './errors.ts'
import { loosen, spaceWords, splitWords } from './loose-text.ts'
import { readAnswer } from './reading.ts'
import { nextLabel } from './split-text.ts'
import { isTruth, isTruthWord, isVerdict, patternOf, REMARKS, RIGHT_WORD, readVerdict } from './truth.ts'
import words from './words.json' with { type: 'json' }

const ANSWER = String.raw`(?:correct|right|actual|true|real) (?:answer|option|choice|one)|(?<=^)(?:${RIGHT_WORD})(?=\s?[:=])|(?<=^|the |final |so )answer|richtige (?:antwort|lösung)|bonne réponse|réponse (?:correcte|exacte|juste)|respuesta correcta|resposta (?:correta|certa)|risposta (?:corretta|giusta|esatta)|juiste antwoord|(?:правильный|верный) (?:ответ|вариант)`
/** A letter that nothing but its end, a sign or a reason follows, so that it is no article. */
const LETTER = String.raw`\(?[A-J]\)?(?=\s*(?:$|[^\p{L}\p{N}\s'’])|\s(?:because|since|as|weil|car|porque)\s)`
const IS = String.raw`\s(?:is|was|should be|must be|ist|wäre|est|es|é|è|[–—-]|это)\s|\s?[:=]\s?|(?<=[а-я])\s|\s(?=${LETTER})`
/** What can be before the name of an answer. */
const START =
  /^(?:(?:aber|jedoch|eigentlich|vielmehr|actually|really|instead|rather|plutôt) )?(?:(?:the|die|la) )?(?:(?:option|answer|choice|letter|antwort|réponse|opción|вариант)\s|选项)?["'“„«(*]*/iu
/** Of a note alone, the thing that `should be` another one is always the answer. */
const SHOULD = `(?:should|must|has to) (?:be|read)|(?:${RIGHT_WORD}) (?:is|ist|wäre|est|es|é|è)|${patternOf('shouldBe')}|(?:key|answer) says \\S{1,20},? (?:but|not)|sollte|devrait être|debería ser|deveria ser|dovrebbe essere|должн[аоы]? быть|правильно`
/** Chinese, Japanese and Korean have no spaces around it. */
const EASTERN =
  '(?:(?:正确|正確)?答案|正解|正答|答え|정답)(?:应该|應該|应当|应|應)?(?:是|为|為|は|은|는|[:：=])\\s*'
const EASTERN_SHOULD = '(?:(?:应该?|應該?|应当)(?:是|为|為|选|選)|^[选選]|正しくは)\\s*'
/** What is said of an answer before it. */
const BEFORE = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:(?:${ANSWER})(?:${IS}))|${EASTERN}`, 'giu')
const BEFORE_IN_NOTE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:${ANSWER})(?:${IS})|(?:${SHOULD})\s)|${EASTERN}|${EASTERN_SHOULD}`,
  'giu',
)
/** What is said of an answer behind it. `Right` alone can be a direction. */
const BEHIND = new RegExp(
  String.raw`["'”“»)*]*(?:\s(?:is|was|ist|est|es|é|è|[–—-]|это) (?:(?:therefore|thus|clearly|actually|also|the|die|la) )*(?:only )?(?:${ANSWER}|(?:${RIGHT_WORD})(?=\s*(?:[.;!)]|,(?! (?:too|also|as well))|\s(?:as|because|since)\b|$)))|(?: the (?:only )?(?:correct|right) (?:answer|option|choice|one))|\s(?:is|are|was|would be|would also be) (?:also )?accept(?:ed|able)|\s?(?:が|は|是|才是)(?:正解|正しい|正答|正确|正確|对的|對的))`,
  'giu',
)
/** What is said of a wrong answer behind it. */
const DENIED =
  /["'”“»)*]*\s(?:is|was|ist) (?:incorrect|wrong|falsch|not (?:the )?(?:correct|right))(?!\p{L})/giu
/** The start of a note that only names an answer: `it is B`, `-> B`, `change to Paris`. */
const LEAD = new RegExp(`^(?:(?:actually|sorry|wait|no|update)[,:!]? )?(?:${words.leads.join('|')})\\s*`, 'i')
/** The name of what a note says, such as `Teacher: B`. */
const NAME = /^([^:：=]{1,40}?)(?:\s\d{1,3})?\s?[:：=]\s*/
/** What can be behind the only name of a note: signs, shares, other letters, or what it is not. */
const REST = /^(?:[\W\d]*(?:$|[A-J]\b)|,? not\b)/i
/** What can be behind one below the name of the answer: another sentence. */
const SENTENCE = /^["'”»)\]*]*\s*(?:[.,;–—-]\s|$)/
/** The letter at the start of an explanation. */
const LABEL =
  /^(?:(?:[Oo]ption|[Cc]hoice|[Ll]etter|[Aa]nswer)\s)?\(?([A-J])(?:\)|[.:]|\s[-–—]|(?=\s(?:because|since|as)\s))\s+(?!(?:is|are|was|not|would|can|wrong|incorrect|false)\b)/u
/** A sign that a text of an option can be behind, and without it that of a name or of a list. */
const WEAK_LABEL = /^[A-J](?:[.:]|\s[-–—])\s+$|:\s+$/
/** Words, one of which is in each of these sentences. */
const CAN_CORRECT = new RegExp(
  `${RIGHT_WORD}|${patternOf('shouldBe')}|key says|[选選]|wrong|answer|\\bans\\b|accept|réponse|lösung|should|must|has to|sollte|devrait|debería|deveria|dovrebbe|должн|ответ|答|应|應|正|對|정답|falsch|[✗✘❌]`,
  'i',
)
/** The characters before a sentence that are read, and those of a text beside a question. A longer one is about something else. */
const MAX_LENGTH = 300

/** Whether a text of a column without a known name can say that another answer is correct. */
export const canCorrect = (text: string) =>
  text.length <= MAX_LENGTH && (CAN_CORRECT.test(text) || LEAD.test(text))

/** What is before a sentence that does not say so. */
const DOUBTED =
  /(?:\b(?:not|neither|nor|or|(?<!, )and|if|wenn|si|think|thought|believed?|seems?|say|nicht|pas)|n['’]t)\b[^.!?;]{0,30}$/i

/** The start of a note such as `wrong!` and `not correct`. */
const VERDICT =
  /^(?:(?:(?:the|this|that|it|is|was|has|been|answer|question|frage|status:?|not|maybe|probably|partly|das|es|die|diese|antwort|ist|nicht|vielleicht|ответ|la|cette|cela|réponse|est|respuesta|es|risposta|è|resposta|é) |c['’]est )*(?:答案)?)([^\s,.!:;?。，！]+)(?=(?: (?:answer|option|key))?(?:\s?[,.!:;?。，！]|$))/i

/** The whole of a note that says of the answer that it is wrong. */
const FAULT = new RegExp(`^\\W*(?:${patternOf('faults')})[\\s.!]*$`, 'iu')

/** The end of an answer. A number can be the start of a term, and a dash that of an explanation. */
const END =
  /^(?:です|だ|입니다|选项|(?=\s[-–—]\s\p{L}{2})|(?![\p{L}\p{N}]|[.,]\d|\s?(?:[-+×*/·^=]|times\b)))/iu
/** What is not directly before an answer. */
const INSIDE = /(?:[\p{L}\p{N}]|\d[.,])$/u
/** The words of a typed answer, behind and before what is said of it. */
const WORDS = String.raw`[^\s.,;!?]+(?: [^\s.,;!?]+){0,2}`
const FIRST_WORDS = new RegExp(`^${WORDS}${END.source.slice(1)}`, 'iu')
const LAST_WORDS = new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,])${WORDS}$`, 'iu')
/** The letter of an option, and not of a statement or a vitamin. */
const LAST_LETTER =
  /(?<=(?:^|[^\p{L}\p{N}\s]\s?|选项|\b(?:so|that|then|thus|hence|therefore|because|since|but|actually|really|fact|no|wait|sorry|means|makes?|making|option|answer|choice|letter|antwort|réponse)\s))[A-T]$/iu

const LETTERS = /(?<![\p{L}\p{N}])[B-T](?![\p{L}\p{N}'’])/gu

/** @throws LeftOutError when a text names another answer and not this one, or a note says that the answer is wrong */
export function assertNotCorrected(question: CleanTexts, correct: string): void {
  const { explanation, note, kind } = question
  const notes = note === '' ? [] : note.split('\n')
  const said = notes.flatMap((line) => findNamed(question, correct, line, true))
  // Of typed answers, an explanation can have other words.
  if (kind !== 'none') said.push(...findNamed(question, correct, explanation))
  // A longer one beside options is said to a player who has chosen a wrong one, and beside a statement it can be one.
  const verdict = VERDICT.exec(explanation)?.[0] ?? ''
  const isMeant =
    isTruth(correct) === undefined && (kind === 'none' || explanation.length < verdict.length + 3)
  const isWrong =
    notes.some((line) => FAULT.test(line) || denies(line, correct, true)) ||
    denies(explanation, correct, isMeant)
  // Several lines can be about one option each.
  const isOther = notes.length === 1 && namesOther(question, correct, note)
  if (said.includes(loosen(correct)) || (said.length === 0 && !isWrong && !isOther)) return
  throw leftOut('the right answer', `${quote(correct)} with ${quote(note || explanation)}`)
}

/**
 * Whether a text says `False.` of a true statement, or the other way round, or that an answer is wrong. Behind `True:`, a false
 * statement can be corrected.
 * @param isMeant whether it can be said of the answer, and not to a player
 */
function denies(text: string, correct: string, isMeant: boolean): boolean {
  const [start = '', word = ''] = VERDICT.exec(text) ?? []
  const truth = isTruth(word)
  if (!isTruthWord(word, correct)) return isMeant && saysWrong(text)
  return truth !== isTruth(correct) && !(truth && /^\s?:/.test(text.slice(start.length)))
}

/** A longer note can be about each option. */
const MAX_REMARK = 40

/** A note with more words beside the text of an option can be about it. */
const MAX_OTHER_WORDS = 2

/** The letter of an option in a note, and not an article, a pronoun, or that of a group or a vitamin. */
const REMARKED =
  /(?<![\p{L}\p{N}'’.]|[:：]\s?|\p{Lu}\p{L}*\s|(?:class|grade|group|level|page|part|row|section|set|team|type|unit|version)\s)(?:A(?=\s*(?:$|[^\p{L}\p{N}\s]|(?:or|and|oder|und|ou|et|instead|not|statt|nicht|richtig|correct)(?!\p{L})))|[B-HJ])(?![\p{L}\p{N}'’+#*]|\.\s?\p{Lu})/gu

/** What a note such as `not A` denies. */
const DENIAL = /(?:^|[\s(])(?:not|nicht|pas|non|não|niet|nie|не)\s+["'(]?([^\s"').,;!]+)/iu

const countWords = (text: string) => splitWords(text).filter((word) => !REMARKS.has(word)).length

/** Whether a short note names another option, and not the answer, as `actually, Rome`, `eher B` and `A or B`. */
function namesOther({ kind, options }: Answered, correct: string, note: string): boolean {
  if (note.length > MAX_REMARK || kind === 'none' || splitWords(note).length < 2) return false
  const isNamed = (text: string) =>
    text.length > 2 &&
    countWords(note) - countWords(text) <= MAX_OTHER_WORDS &&
    spaceWords(note).includes(spaceWords(text))
  const letters = kind === 'wrong' ? [] : [...note.matchAll(REMARKED)]
  const chosen = letters.map(([letter]) => readAnswer({ answer: letter, options }, undefined).selected[0])
  const others = options.map(({ text }) => text).filter((text) => text !== correct)
  const denial = DENIAL.exec(note)
  if (denial?.index === 0) return isNamed(correct) || chosen.includes(correct)
  if (denial) {
    const { text, selected } = readAnswer({ answer: denial[1] ?? '', options }, undefined)
    return kind !== 'wrong' && [text, ...selected].includes(correct)
  }
  return !isNamed(correct) && others.some((text) => isNamed(text) || chosen.includes(text))
}

/** Whether a text is said to a player, as `Wrong, it is Paris`, or of the answer. */
function saysWrong(text: string): boolean {
  const [start, word = ''] = VERDICT.exec(text) ?? []
  return (isVerdict(word) && readVerdict(start?.replace('答案', '')) === false) || saysWithdrawn(text)
}

/** Whether a text says that nobody uses the question, as `Cancelled: …` and `This question was retired.` */
export const saysWithdrawn = (text: string) => isNameOf(VERDICT.exec(text)?.[1] ?? '', 'withdrawn')

type Answered = Pick<CleanTexts, 'kind' | 'options'>

/** What can be a hint in a question: a text in brackets, which is one behind the end in any words, or a sentence behind its end. */
const HINT =
  /(?<=[?.!…_])\s{0,3}[([](?=[A-Ja-j][)\]]|[^)\]]*\p{L}{2})([^()[\]]{1,80})[)\]]$|\s*[([]([^()[\]]{3,80})[)\]]|(?<=[?.!…_]\s{1,3})([\p{L} ]{2,20}\s?[:=]\s?[^?:=]{1,60})$/gu
/** Where the first hint can begin. */
const HINT_START = /[([]|[?.!…_]\s/
/** A text in brackets behind the end of a question. */
const LAST_HINT = /[?.!…_]\s{0,3}[([][^()[\]]{1,80}[)\]]$/
const ALTERNATIVES = /[/|]|\s(?:or|and|oder|und|ou|et|o|y)\s/i

/** Removes the hints from a question that name its answer. @throws LeftOutError when one names another answer */
export function removeHints(answered: Answered, question: string, correct: string): string {
  const start = question.search(HINT_START)
  if (start < 0 || !(CAN_CORRECT.test(question.slice(start)) || LAST_HINT.test(question))) return question
  return question
    .replace(HINT, (whole, last: string | undefined, inner: string | undefined, behind = '') => {
      const hint = last ?? inner ?? behind
      const isLetter = last?.length === 1
      const isOption = isLetter && hint.toLowerCase() < nextLabel('a', answered.options.length)
      const canName = last === undefined ? CAN_CORRECT.test(hint) : isOption || !isLetter
      const named = isLetter ? `-> ${hint}` : hint
      const said = canName && !ALTERNATIVES.test(hint) ? findNamed(answered, correct, named, true) : []
      if (said.length === 0) return whole
      if (said.includes(loosen(correct))) return ''
      // Of a typed answer, it can be the form, as in `(answer: one word)`.
      if (answered.kind === 'none') return whole
      throw leftOut('a question without another answer', `${quote(hint)} beside ${quote(correct)}`)
    })
    .trim()
}

/** Whether a text has the letter of an option. */
export const hasLetter = (text: string) => text.search(REMARKED) >= 0

/** Whether a note names an answer that is right or wrong. */
export const namesAnswer = (question: Answered, note: string) =>
  findNamed(question, '', note, true).length > 0

/** The folded answers that a text names as the correct one. An empty one stands for another one than the answer. */
function findNamed({ kind, options }: Answered, correct: string, text: string, isNote = false): string[] {
  const isShort = isNote && kind !== 'none'
  const hasWord = CAN_CORRECT.test(text)
  const [before = '', heading = ''] = NAME.exec(text) ?? []
  const isTitled = heading !== '' && findTarget(heading) === 'correct_answer'
  if (!isShort && !hasWord && !isTitled && !LEAD.test(text) && !LABEL.test(text)) return []
  const own = loosen(correct)
  const texts = [correct, ...options.map((option) => option.text)].filter((shown) => shown !== '')
  texts.sort((a, b) => b.length - a.length)
  const hasLetters = kind === 'all' || kind === 'choices'
  const labels = options.map(({ label }) => label)
  const said: [name: string, start: number, isDenied?: boolean][] = []
  // `Both A and D are accepted.`
  const isAccepted = isShort && /\baccept(?:ed|able)?\b/.test(text) && !/\bnot\b|n['’]t\b/.test(text)
  for (const [letter] of isAccepted ? text.matchAll(LETTERS) : []) said.push([letter, 0])
  const only = readOnly()
  if (only !== undefined) said.push([only, 0])
  const labelled = isNote || !hasLetters ? undefined : readLabel()
  if (labelled !== undefined) said.push([labelled, 0])
  for (const { 0: phrase, index } of hasWord ? text.matchAll(isShort ? BEFORE_IN_NOTE : BEFORE) : []) {
    const rest = text.slice(index + phrase.length)
    // A name can begin with an article.
    const name = (kind === 'none' ? undefined : readFirst(rest)) ?? readFirst(rest.replace(START, ''))
    if (name !== undefined) said.push([name, index])
  }
  for (const [pattern, isDenied] of [
    [BEHIND, false],
    [DENIED, true],
  ] as const)
    for (const { index } of hasWord ? text.matchAll(pattern) : []) {
      const name = readLast(text.slice(Math.max(0, index - MAX_LENGTH), index))
      if (name !== undefined) said.push([name, index - name.length, isDenied])
    }
  return said.flatMap(([name, start, isDenied]) => {
    // Others are words, such as the article.
    const isOther = /^[aeio]$/.test(name) && !texts.includes(name) && only === undefined
    const isOtherWord = kind === 'none' && /^\p{Ll}/u.test(name) && /^\p{Lu}/u.test(correct)
    if (isOther || isOtherWord || DOUBTED.test(text.slice(Math.max(0, start - MAX_LENGTH), start))) return []
    const { text: option, selected } = readAnswer({ answer: name, options }, undefined)
    const found = loosen(option ?? selected[0] ?? name)
    const isOwn = found === own || (kind === 'none' && (found.includes(own) || own.includes(found)))
    if (isDenied) return (isOwn && kind !== 'none') || correct === '' ? [''] : []
    return [isOwn ? own : found]
  })

  /** The name of an option that is the whole text, perhaps behind another name or words such as `change to`. */
  function readOnly(): string | undefined {
    const start = heading !== '' && canName(heading, isShort) ? before : ''
    const lead = kind === 'none' ? '' : (LEAD.exec(text.slice(start.length))?.[0] ?? '')
    const rest = text.slice(start.length + lead.length).replace(START, '')
    const name = start + lead === '' && !isShort ? undefined : readFirst(rest)
    const behind = rest.slice(name?.length)
    const [end] = name === undefined ? [] : (isTitled && SENTENCE.exec(behind)) || REST.exec(behind) || []
    // A letter alone can be that of a group.
    const isAlone = start + lead === '' && name?.length === 1 && !/not|[!%]/i.test(end ?? '')
    return end === undefined || isAlone ? undefined : name
  }

  /** The letter that an explanation begins with, when it names no other one. */
  function readLabel(): string | undefined {
    const [label = '', letter] = LABEL.exec(text) ?? []
    const [own = ''] = letter ? readAnswer({ answer: letter, options }, undefined).selected : []
    const areSeveral = [...text.matchAll(LETTERS)].some(([other]) => other !== letter)
    const isOwn = own !== '' && isSame(text.slice(label.length, label.length + own.length), own)
    return areSeveral || own === '' || (WEAK_LABEL.test(label) && !isOwn) ? undefined : letter
  }

  function readFirst(rest: string): string | undefined {
    if (kind === 'none') return FIRST_WORDS.exec(rest)?.[0]
    const isFirst = (name: string) =>
      isSame(rest.slice(0, name.length), name) && END.test(rest.slice(name.length))
    const name = texts.find(isFirst)
    if (name !== undefined || !hasLetters) return name
    // A number can be that of something else.
    const label = /^(?:\p{L}|\d\d?(?=\W*$))/u.exec(rest)?.[0] ?? ''
    const isLabel = /[A-T]/i.test(label) || labels.includes(label.toLowerCase())
    return isLabel && END.test(rest.slice(label.length)) ? label : undefined
  }

  function readLast(start: string): string | undefined {
    if (kind === 'none') return LAST_WORDS.exec(start)?.[0]
    const isLast = (name: string) =>
      isSame(start.slice(-name.length), name) && !INSIDE.test(start.slice(0, -name.length))
    return texts.find(isLast) ?? (hasLetters ? LAST_LETTER.exec(start)?.[0] : undefined)
  }
}

/** Whether an answer can be behind a name. Behind that of a note alone, it is the correct one. */
function canName(heading: string, isShort: boolean): boolean {
  const target = findTarget(heading)
  return (
    target === 'correct_answer' ||
    isNameOf(heading, 'rival', 'maybeRival') ||
    (isVerdict(heading) && isTruth(heading) === true) ||
    (isShort && target === undefined && !isNameOf(heading, 'otherAnswer'))
  )
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
