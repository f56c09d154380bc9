// Gives a statement without options, such as `The Nile is in Africa.`, the options true and false when a file shows that its answers
// are that.
import { findTarget, foldCase, foldName, isTrueFalseName } from '../read/index.ts'
import type { Table } from './table.ts'
import { isTruth } from './truth.ts'

/** The two answers, as a player sees them. */
type Pair = readonly string[]

const PAIRS: readonly Pair[] =
  `True/False, Yes/No, Wahr/Falsch, Richtig/Falsch, Ja/Nein, Vrai/Faux, Oui/Non, Verdadero/Falso, Sí/No,
  Verdadeiro/Falso, Sim/Não, Vero/Falso, Sì/No, Waar/Niet waar, Juist/Onjuist, Ja/Nee, Верно/Неверно, Правда/Ложь,
  Да/Нет, Prawda/Fałsz, Tak/Nie, Sant/Falskt, Ja/Nej, Doğru/Yanlış, Evet/Hayır, 对/错, 正确/错误, 是/否, 正しい/間違い, 참/거짓`
    .split(/,\s+/)
    .map((pair) => pair.split('/'))

const TRUE_FALSE: Pair = ['True', 'False']

const WORDS = new Set(PAIRS.flat().map(foldCase))

/**
 * Joins two columns such as `True` and `False`, one of which has a mark in each row, to a column of answers. Below questions, `Richtig`
 * and `Falsch` can be the results of players.
 */
export function joinTruthColumns<T extends Table>(table: T): T {
  const names = table.header.map(foldName)
  const pair = [...PAIRS, ['T', 'F']].find((words) => words.every((word) => names.includes(foldName(word))))
  const [right = -1, wrong = -1] = pair?.map((word) => names.indexOf(foldName(word))) ?? []
  if (!pair || !isTrueFalseName(foldName(pair.join('')))) return table
  const question = names.findIndex((name) => findTarget(name) === 'question')
  const canBeResult = findTarget(pair[0] ?? '') === 'correct_answer'
  for (const { values } of table.records) {
    if (canBeResult && /[?？]\s*$/.test(String(values[question]))) return table
    if ([right, wrong].some((index) => isTruth(values[index] ?? '') === undefined)) return table
  }
  const join = <T>(cells: readonly T[], joined: T, nothing: T) =>
    cells.map((cell, index) => (index === right ? joined : index === wrong ? nothing : cell))
  const answerOf = (values: readonly unknown[]) => {
    const marks = [right, wrong].map((index) => isTruth(values[index] ?? ''))
    return marks[0] === marks[1] ? '' : pair[marks.indexOf(true)]
  }
  return {
    ...table,
    header: join(table.header, pair.join('/'), ''),
    records: [...table.records].map(({ number, values }) => ({
      number,
      values: join(
        table.header.map((_, index) => values[index] ?? ''),
        answerOf(values),
        '',
      ),
    })),
  }
}

/** Collects answers without options, one after the other. */
export interface StatementFinder {
  add(answer: string): void
  /** The options of each answer that is one of a pair, both of which occur in the file. */
  list(): ReadonlyMap<string, StatementAnswer>
}

/** An answer, and its options. */
export interface StatementAnswer {
  readonly answer: string
  readonly options: Pair
}

/** @param name the folded name of the column, when it says that its answers are true or false */
export function createStatementFinder(name: string | undefined): StatementFinder {
  const found = new Set<string>()
  return {
    add(answer) {
      const folded = foldCase(answer)
      if (WORDS.has(folded)) found.add(folded)
    },
    list: () => (name === undefined ? listPairs(found) : listNamed(name)),
  }
}

/** Of two pairs with the same word, such as `No` in two languages, only a person knows which one is meant. */
function listPairs(found: ReadonlySet<string>): ReadonlyMap<string, StatementAnswer> {
  const pairs = PAIRS.filter((pair) => pair.every((word) => found.has(foldCase(word))))
  const all = pairs.flatMap((options) => options.map((answer) => ({ answer, options })))
  const words = all.map(({ answer }) => foldCase(answer))
  const isOnce = (word: string) => words.indexOf(word) === words.lastIndexOf(word)
  return new Map(all.map((one) => [foldCase(one.answer), one] as const).filter(([word]) => isOnce(word)))
}

/** The words of the name, their first letters, and `true` and `false`, as in cells of a spreadsheet. */
function listNamed(name: string): ReadonlyMap<string, StatementAnswer> {
  const isNamed = ([right = '', wrong = '']: Pair) =>
    name.startsWith(foldName(right)) && name.endsWith(foldName(wrong))
  const options = PAIRS.find(isNamed) ?? TRUE_FALSE
  return new Map(
    options.flatMap((answer, index) => {
      const word = foldCase(answer)
      const words = [word, word.slice(0, 1), foldCase(TRUE_FALSE[index] ?? '')]
      return words.map((key) => [key, { answer, options }] as const)
    }),
  )
}
