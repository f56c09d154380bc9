// Finds what the answers of a file are, from all of its questions and from what a person says.
import { quote } from '../../quote.ts'
import type { CleanTexts } from './clean-question.ts'
import { type ColumnMap, haveOptions, type OptionColumn } from './columns.ts'
import { addTyped, assertNoMarks, assertNoOptions, createDoubts, createTyped } from './doubts.ts'
import { refusal } from './errors.ts'
import { addNumber, addSeveral, assertFrom, countsFromZero, createNumbers, findFrom } from './first-number.ts'
import { mentionsOption } from './loose-text.ts'
import { type FirstNumber, type PlaceKind, readAnswer } from './reading.ts'
import type { TableRecord } from './records.ts'
import { createStatementFinder } from './true-false.ts'

/** What a person says about the answers of a file. */
export interface AnswerSettings {
  /** What an answer is that can be the text of one option and the letter or number of another one. */
  readonly answers?: 'text' | 'letter' | 'number' | undefined
  /** The number of the first option. */
  readonly from?: FirstNumber | undefined
  /** Whether the options include the correct answer, or are only the wrong ones. */
  readonly options?: 'all' | 'wrong' | undefined
}

/** What the texts of a file show. */
export interface AnswerContext {
  /** The code of their language, such as `de`, when it is certain. */
  readonly language?: string | undefined
}

/** How to read the answers of a file. */
export type AnswerRules = ReturnType<ReturnType<typeof createAnswerCounter>['decide']>

/** The number of a question before its text. */
export const NUMBER = /^(?:(?:q|question|frage)\s?)?(\d{1,5})[.):]\s+(?=\S)/i

export const FROM = '--from 0 or --from 1 says what numbers count from'
export const OPTIONS =
  '--options all (the correct answer is one of them) or --options wrong (it is not) says what the options are'
export const ANSWERS = '--answers text, letter or number says what such answers are'

/** Counts the answers of a file, one after the other, and then decides how to read them. */
export function createAnswerCounter(
  settings: AnswerSettings & AnswerContext,
  header: readonly string[],
  columns: ColumnMap,
) {
  const hasOptionColumns = haveOptions(columns)
  const counts = { all: createCounts(), choices: createCounts(), wrong: createCounts() }
  const numbers = { counted: createNumbers(), labelled: createNumbers() }
  /** How many places beside answers count from 0 and from 1. */
  const places: [number, number] = [0, 0]
  const typed = createTyped()
  const doubts = createDoubts(settings, header, columns)
  const statements = createStatementFinder(
    columns.statementName,
    settings.answers === 'text',
    header,
    settings.language,
  )
  const splits = new Map<number, number>()
  let lettered = 0
  const kinds = new Set<PlaceKind | undefined>()
  let hasOptions = false
  let hasChoices = false
  let first = ''
  let [lastNumber, numbered, areNumbered] = [0, 0, true]
  return {
    addSeveral: (values: TableRecord['values']) => addSeveral(numbers.counted, values, columns),
    add(question: CleanTexts, values: TableRecord['values']): void {
      const { kind, answer, options } = question
      if (areNumbered) {
        const number = Number(NUMBER.exec(question.question)?.[1])
        // A year is no number of a question.
        areNumbered = number > lastNumber && number < lastNumber + 1000
        lastNumber = areNumbered ? number : 0
        numbered += 1
      }
      if (options[0]?.split === 'plain') splits.set(options.length, (splits.get(options.length) ?? 0) + 1)
      if (kind !== 'none') lettered += options[0]?.written === undefined ? -1 : 1
      if (kind !== 'none') hasOptions = true
      if (answer === '' && /^[([]?(?:[a-t]|\d\d?)[).:\]]\s*\S/i.test(question.question)) typed.rowsBelow += 1
      if (answer === '' && kind === 'none' && question.question !== '') typed.unanswered += 1
      if (answer === '') return
      doubts.add(question, values)
      if (kind === 'none') {
        addTyped(typed, answer)
        statements.add(answer, question.question, values)
      } else {
        addCounts(counts[kind], question)
        kinds.add(question.reading.kind)
        first ||= answer
      }
      if (question.place !== '' && !question.reading.isCounted) {
        const right = question.reading.text ?? question.reading.selected[0] ?? ''
        const { selected } = readAnswer({ answer: question.place, options }, undefined)
        for (const from of [0, 1] as const) if (selected[from] === right) places[from] += 1
      }
      if (kind === 'choices') hasChoices = true
      if (kind === 'all' || kind === 'choices') addNumber(numbers, question, columns)
    },
    /** @throws ImportError when the answers contradict each other */
    decide() {
      doubts.assertNone()
      const hasNone = !hasOptionColumns && !hasOptions
      const found = statements.list(hasNone)
      if (hasNone) {
        if (settings.answers !== 'text')
          assertNoMarks(typed, found.size > 0, columns.statementName !== undefined)
        if (!statements.haveAll(found)) assertNoOptions(typed, columns)
      }
      const { all, choices, wrong } = counts
      if (first !== '') assertSaid(settings, kinds, first)
      assertFrom(numbers.counted, settings.from)
      if (settings.options === 'wrong') assertWrong([all, choices])
      // A file whose numbers ignore the labels 1, 2, 3 is read again with this number.
      const forced = settings.from ?? (countsFromZero(numbers.labelled, columns) ? 0 : undefined)
      return {
        settings,
        forced,
        /** Undefined when the file does not show it. */
        from: forced ?? findFrom(numbers.counted, columns, all.places.letter),
        /** Whether numbers contradict the numbers in the names of the options. */
        areNumbersDoubtful: forced === undefined && numbers.labelled.areDoubtful,
        all,
        wrong,
        choices: { ...choices, role: settings.options ?? findRole(choices, !hasChoices) },
        hasOptionColumns,
        /** What the places beside answers count from. Undefined when as many count from 0 as from 1. */
        placesFrom: places[0] === places[1] ? undefined : ((places[0] > places[1] ? 0 : 1) as FirstNumber),
        /** How many questions have how many options between commas. */
        splits,
        /** Whether most questions have options without letters before their texts. */
        areRarelyLettered: lettered <= 0,
        /** Whether the first label of the columns of options, such as A or 1, is missing: the correct answer can be that option. */
        isFirstMissing: isFirstMissing([...columns.options, ...columns.choices]),
        /** The answers without options that are true or false, folded. */
        statements: found,
        areNumbers: columns.areNumbers,
        areStatements: columns.statementName !== undefined,
        /** Whether each question begins with its number. */
        areNumbered: areNumbered && numbered > 1,
      }
    },
  }
}

/** The number of questions by verdict. */
const createCounts = () => ({
  text: 0,
  both: 0,
  like: 0,
  neither: 0,
  place: 0,
  /** How many of `neither` say which option is right in other words, such as `Paris (B)`. */
  mentions: 0,
  /** How many can only be places, by kind. */
  places: { letter: 0, number: 0, id: 0, unclear: 0 },
})

type Counts = ReturnType<typeof createCounts>

function addCounts(counts: Counts, question: CleanTexts): void {
  const { verdict, kind } = question.reading
  // A letter without an option, such as E of four, is a mistake in letters and no text.
  if (verdict === 'neither' && kind !== undefined) return
  counts[verdict] += 1
  // Only of choices is it unknown whether they include the correct answer.
  if (
    verdict === 'neither' &&
    question.kind === 'choices' &&
    mentionsOption(question.answer, question.options)
  )
    counts.mentions += 1
  if (verdict === 'place' && kind !== undefined) counts.places[kind] += 1
}

/** @throws ImportError when no answer beside options is of the kind that a person says */
function assertSaid(
  { answers, from }: AnswerSettings,
  kinds: ReadonlySet<PlaceKind | undefined>,
  example: string,
): void {
  const said = [
    [`--answers ${answers}`, answers],
    [`--from ${from}`, from === undefined ? undefined : 'number'],
  ] as const
  for (const [flag, kind = 'text'] of said)
    if (kind !== 'text' && !kinds.has(kind))
      throw refusal(`answers that are ${kind}s of options`, `answers such as ${quote(example)}`, flag)
}

/** @throws ImportError when most answers are among the options that a person says are wrong */
function assertWrong(counts: readonly Counts[]): void {
  const found = counts.reduce((sum, { text, both }) => sum + text + both, 0)
  if (found > counts.reduce((sum, { neither }) => sum + neither, 0))
    throw refusal('options without the correct answer', `${found} with it`, '--options wrong')
}

/** Whether columns such as `option 2` and `option 3`, or `Option B` and `Option C`, have no first one. */
function isFirstMissing(columns: readonly OptionColumn[]): boolean {
  const labels = columns.map(({ label = '' }) => label)
  return ['ab', '12'].some(([first = '', second = '']) => labels.includes(second) && !labels.includes(first))
}

/** Decides whether columns such as `choice_1` contain all options, or only the wrong ones. */
function findRole({ text, both, place, like, neither, mentions }: Counts, isEmpty: boolean): 'all' | 'wrong' {
  const found = text + both
  if (found + place === 0 && neither > 2 * mentions) return 'wrong'
  if (neither === 0 && found + place > 0) return 'all'
  if (found > neither || isEmpty) return 'all'
  throw refusal(
    'choices that are all options, or only the wrong ones',
    `${found + place + mentions} answers that mean a choice, and ${neither + like - mentions} others; ${OPTIONS}`,
  )
}
