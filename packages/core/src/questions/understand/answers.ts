// Finds the correct answer of a question. What other questions show can confirm what an answer means, and never turns it over: an
// answer that is not certain is left out, and the reason names the argument that decides it.
import { quote } from '../../quote.ts'
import { foldCase } from '../read/index.ts'
import { ANSWERS, type AnswerRules, FROM, OPTIONS } from './answer-rules.ts'
import type { CleanTexts } from './clean-question.ts'
import { leftOut } from './errors.ts'
import { mentionsOption } from './loose-text.ts'
import { type FirstNumber, findTruth, isNumbered, type PlaceKind, readAnswer } from './reading.ts'

/** The correct answer of a question, and what had to be changed to find it. */
interface FoundAnswer {
  readonly answer: string
  readonly kind: CleanTexts['kind']
  readonly change?: string
  /** The options, when the file has none. */
  readonly options?: readonly string[]
}

/** What is said about a statement. */
export const TRUTHS_ADDED = 'true and false added as options'

/** What is said about an answer of a kind. */
const CHANGES: Readonly<Record<PlaceKind, string>> = {
  letter: 'answer letters replaced',
  number: 'answer numbers replaced',
  id: 'answer ids replaced',
  unclear: 'answers replaced',
}

/** Finds the correct answer of a question. @throws LeftOutError when it is not certain */
export function findAnswer(question: CleanTexts, rules: AnswerRules): FoundAnswer {
  const { answer: given, kind, reading } = question
  const { settings, choices } = rules
  if (question.options.some(({ isMarked }) => isMarked !== undefined)) return findMarked(question, rules)
  if (given === '') throw leftOut('a correct answer', 'an empty text')
  if (kind === 'none') return findStatement(question, rules) ?? assertTyped(question, rules)
  const role = kind === 'choices' ? choices.role : (settings.options ?? kind)
  if (role === 'wrong') {
    const counts = rules[kind]
    const isSaid = settings.answers === 'text'
    // A person who says that the options of the others are wrong ones may not see that the answer of this one is a letter.
    const isMeant = reading.verdict === 'place' || (kind === 'all' && mentionsOption(given, question.options))
    const isPlace = kind !== 'wrong' && isMeant && !isSaid
    if (isPlace || (reading.kind === 'unclear' ? kind !== 'wrong' : isPlaceAmongPlaces(question, counts)))
      throw leftOut(
        'the text of the correct answer',
        `${quote(given)}, which can mean an option; --options all says that the options include the correct answer${isPlace ? ', and --answers text that it is a text' : ''}`,
      )
    return { answer: given, kind: 'wrong' }
  }
  assertSplit(question, rules)
  const answer = resolve(question, rules)
  assertPlace(question, answer, rules.placesFrom)
  if (answer === given) return { answer, kind: 'all' }
  const isText = reading.text === answer
  return {
    answer,
    kind: 'all',
    change: isText ? 'answers spelled as the option' : CHANGES[reading.kind ?? 'id'],
  }
}

/** The place of an answer beside its text selects the same option, counted as most of them. */
function assertPlace({ place, options }: CleanTexts, answer: string, from: FirstNumber | undefined): void {
  if (place === '') return
  const { text, selected, isCounted } = readAnswer({ answer: place, options }, undefined)
  if ([text, ...(!isCounted ? selected : from === undefined ? [] : [selected[from]])].includes(answer)) return
  throw leftOut('the place of the correct answer', `${quote(place)} beside ${quote(answer)}`)
}

/** A comma can be a part of an option. Then a question has more of them than the others. */
function assertSplit({ options }: CleanTexts, { splits }: AnswerRules): void {
  const split = options[0]?.split
  if (split === undefined) return
  const [usual, most] = [...splits].reduce((first, other) => (other[1] > first[1] ? other : first), [0, 0])
  const { length } = options
  const own = splits.get(length) ?? 0
  const isRare = usual > 2 && length > usual && most > 1 && (own === 1 || own * MIN_SHARE_OF_SPLITS < most)
  if (split === 'doubtful' ? length === usual : !isRare) return
  throw leftOut(
    'options with one separator',
    `${length} between commas, unlike other questions; --separator says which one it is`,
  )
}

/** One of so many questions has options with commas. */
const MIN_SHARE_OF_SPLITS = 20

/** Most answers beside wrong options are texts. When they are letters or numbers of options, the options are all of them. */
function isPlaceAmongPlaces({ kind, reading }: CleanTexts, { place, neither }: AnswerRules['all']): boolean {
  return reading.verdict === 'place' && (kind === 'wrong' ? 2 : 1) * place > neither
}

/** The options say which one is correct. An answer beside them must say the same. */
function findMarked(question: CleanTexts, rules: AnswerRules): FoundAnswer {
  const [marked, ...others] = question.options.filter(({ isMarked }) => isMarked)
  if (!marked || others.length > 0) {
    const got = marked ? others.length + 1 : 'none'
    throw leftOut('one option that is marked as correct', `${got}`)
  }
  if (question.options.some((option) => option !== marked && option.text === marked.text))
    throw leftOut('options with different texts', `${quote(marked.text)} again`)
  const { answer, reading } = question
  if (answer !== '' && reading.text !== marked.text && resolve(question, rules) !== marked.text)
    throw leftOut('the answer that is marked', `${quote(answer)} beside ${quote(marked.text)}`)
  return { answer: marked.text, kind: 'all', change: 'the file says which option is correct' }
}

/** An answer without options that is true or false. */
function findStatement({ answer: given }: CleanTexts, { statements, areStatements }: AnswerRules) {
  const key = foldCase(given)
  const found = statements.get(key)
  if (!found && statements.has(key))
    throw leftOut(
      'an answer in the words of the others',
      `${quote(given)}, which can mean one of them; --answers text says that it is a text`,
    )
  if (!found && areStatements) throw leftOut('true or false', quote(given))
  return found && ({ ...found, kind: 'all', change: TRUTHS_ADDED } as const)
}

/** A letter or a number without options is the text of an answer only when the answers of the file are texts. */
function assertTyped(
  { answer, reading: { kind } }: CleanTexts,
  { all, choices, hasOptionColumns, settings }: AnswerRules,
): FoundAnswer {
  const isChoice = choices.role === 'wrong' && all.text + all.both + all.like + all.neither + all.place === 0
  const areTexts =
    settings.answers === 'text' || (all.text + choices.text > 0 && all.place + choices.place === 0)
  if (kind !== undefined && hasOptionColumns && !areTexts && !(isChoice && choices.neither > 0))
    throw leftOut('options for a letter or a number', `none for ${quote(answer)}`)
  return { answer, kind: 'none' }
}

/** Finds the option that an answer means. */
function resolve(question: CleanTexts, rules: AnswerRules): string {
  const { answer: given, kind, reading } = question
  const { settings } = rules
  const counts = kind === 'choices' ? rules.choices : rules.all
  const { text, verdict, near, number } = reading
  const ambiguous = (why: string) => leftOut('an answer with one meaning', `${quote(given)}, which ${why}`)
  if (verdict === 'neither' || (text === undefined && settings.answers === 'text'))
    throw leftOut(
      'the correct answer among the options',
      `${quote(given)}${isOneText(question) ? SEPARATOR : ''}${number === 0 ? `; ${FROM}` : ''}${counts.place === 0 && counts.neither * 2 > counts.text && !mentionsOption(given, question.options) ? `; ${OPTIONS}` : ''}`,
    )
  if (text !== undefined && (verdict === 'text' || settings.answers === 'text')) return text
  const isSaid = isSaidKind(rules, reading)
  if (rules.isFirstMissing && text === undefined && !isSaid && settings.options === undefined)
    throw leftOut(
      'columns of options from the first one on',
      `${quote(given)}, which can be the first option; ${OPTIONS}`,
    )
  const selected = selectAt(question, rules)
  if (text !== undefined && selected === text) return text
  if (isSaid && selected !== undefined) return selected
  if (selected === undefined && (verdict !== 'both' || (isSaid && reading.isCounted)))
    throw leftOut('the number of an option', `${quote(given)}${rules.from === undefined ? `; ${FROM}` : ''}`)
  if (verdict === 'both' || selected === undefined) {
    if (counts.text > 0 && counts.place + counts.like === 0 && text !== undefined && !isSaid) return text
    throw ambiguous(`is an option and can be the place of another one; ${ANSWERS}`)
  }
  const truth = settings.from === undefined ? findTruth(question, number) : undefined
  const { text: texts, neither, place } = counts
  const arePlaces = texts + neither === 0 && place >= MANY_PLACES
  if ((near !== undefined && near !== selected && !arePlaces) || (truth !== undefined && truth !== selected))
    throw ambiguous(`can be ${quote(near ?? truth ?? '')} or ${quote(selected)}; ${ANSWERS}`)
  // Most answers of a file with wrong options only are texts that are no option. A few can look like places.
  const places = reading.kind ? counts.places[reading.kind] : 0
  const isConfirmed =
    reading.isNamed ||
    (kind === 'choices' ? counts.neither === 0 : places > counts.neither && places >= counts.text / MAX_TEXTS)
  if (!isConfirmed || (verdict === 'like' && near === undefined && places === 0))
    throw ambiguous(`can be a place or a text; ${verdict === 'like' ? ANSWERS : OPTIONS}`)
  return selected
}

/** So many answers that are places, beside none that is a text, show what another one is: `1` beside the option 1 year. */
const MANY_PLACES = 20

const SEPARATOR = '; --separator "," says that commas separate the options in one cell'

const isOneText = ({ options: [only, ...others] }: CleanTexts) =>
  others.length === 0 && only?.text.includes(',')

/** When so many answers are texts for one that is a place, the place can be a text, too: `3` beside the option Three. */
const MAX_TEXTS = 1

/** Whether a person, or the name of a column, says that answers of this kind are places. */
const isSaidKind = ({ settings, areNumbers }: AnswerRules, { kind }: CleanTexts['reading']) =>
  (settings.answers ?? (areNumbers ? 'number' : undefined)) === kind

/** The option at the place that the answer names. Undefined when the file does not show what numbers count from. */
function selectAt({ reading, options }: CleanTexts, { from, areNumbersDoubtful }: AnswerRules) {
  if (!reading.isCounted) {
    const isDoubted = areNumbersDoubtful && reading.number !== undefined && isNumbered(options)
    return isDoubted ? undefined : reading.selected[0]
  }
  return from === undefined ? undefined : reading.selected[from]
}

/** Maximum number of questions that are named. */
const MAX_NAMED = 20

const DATE = /^\d{1,4}(\D{1,2})\d{1,2}(\D{1,2})\d{1,4}$/

/** Whether the answer has another form than the dates beside it: `1993-01-01` beside `1. 1. 1992`. */
function isOddDate({ answer, options }: CleanTexts): boolean {
  if (!DATE.test(answer)) return false
  const forms = options
    .filter(({ text }) => text !== answer)
    .map(({ text }) => DATE.exec(text)?.slice(1).join())
  const isOne = forms.length > 1 && forms[0] !== undefined && new Set(forms).size === 1
  return isOne && forms[0] !== DATE.exec(answer)?.slice(1).join()
}

/** Collects how the answers of a file are read. */
export function createReadingNotes(rules: AnswerRules) {
  let isCounted = false
  let hasTwoMeanings = false
  const odd: number[] = []
  return {
    add(question: CleanTexts): void {
      const { kind, reading } = question
      if (isOddDate(question)) odd.push(question.number)
      if (kind !== 'all' && !(kind === 'choices' && rules.choices.role === 'all')) return
      isCounted ||= reading.isCounted && reading.verdict !== 'text'
      hasTwoMeanings ||=
        reading.verdict === 'both' &&
        !isSaidKind(rules, reading) &&
        selectAt(question, rules) !== reading.text
    },
    list(): string[] {
      const notes = []
      if (odd.length > 0)
        notes.push(
          `warning: the answer is the only date in its form in number ${odd.slice(0, MAX_NAMED).join(', ')}${odd.length > MAX_NAMED ? ', …' : ''}, which gives it away; write the dates alike, in a spreadsheet in cells of the format text`,
        )
      if (rules.from !== undefined && isCounted)
        notes.push(`answers that are numbers mean options counted from ${rules.from}`)
      if (hasTwoMeanings)
        notes.push('letters and numbers that are options are read as texts, not as positions')
      return notes
    },
  }
}
