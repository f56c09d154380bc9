// Gives a statement without options, such as `The Nile is in Africa.`, the options true and false when a file shows that its answers
// are that.
import { foldCase } from '../read/index.ts'

/** The two answers, as a player sees them. */
type Pair = readonly string[]

const PAIRS: readonly Pair[] =
  `True/False, Yes/No, Wahr/Falsch, Richtig/Falsch, Ja/Nein, Vrai/Faux, Oui/Non, Verdadero/Falso, Sí/No,
  Verdadeiro/Falso, Sim/Não, Vero/Falso, Sì/No, Waar/Niet waar, Juist/Onjuist, Ja/Nee, Верно/Неверно, Правда/Ложь,
  Да/Нет, Prawda/Fałsz, Tak/Nie, Sant/Falskt, Ja/Nej, Doğru/Yanlış, Evet/Hayır`
    .split(/,\s+/)
    .map((pair) => pair.split('/'))

const WORDS = new Set(PAIRS.flat().map(foldCase))

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

/** @param areStatements whether the name of the column says that its answers are true or false, in full or as `T` and `F` */
export function createStatementFinder(areStatements: boolean): StatementFinder {
  const found = new Set(areStatements ? ['true', 'false'] : [])
  return {
    add(answer) {
      const folded = foldCase(answer)
      if (WORDS.has(folded)) found.add(folded)
    },
    list() {
      const pairs = PAIRS.filter((pair) => pair.every((word) => found.has(foldCase(word))))
      const isIn = (word: string) =>
        pairs.filter((pair) => pair.some((text) => foldCase(text) === word)).length
      const answers = pairs.flatMap((options) =>
        options.flatMap((answer) => {
          const word = foldCase(answer)
          const words = areStatements && options === PAIRS[0] ? [word, word.slice(0, 1)] : [word]
          // Of two pairs with the same word, such as `No` in two languages, only a person knows which one is meant.
          return isIn(word) === 1 ? words.map((key) => [key, { answer, options }] as const) : []
        }),
      )
      return new Map(answers)
    },
  }
}
