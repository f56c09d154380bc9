// Finds the language of texts. A few words show none.
import { francAll } from 'franc-min'

/** Fewer letters do not show a language. */
const MIN_LETTERS = 150

/** Fewer ones do not even show which language a person can name. */
const MIN_GUESSED_LETTERS = 30

/** With as many letters, the first language is right: none of 739 parts of English files was taken for another language. */
const SURE_LETTERS = 1000

/** With fewer ones, it is right when English has a lower score. Two of 3,135 parts were taken. */
const MAX_ENGLISH_SCORE = 0.9

/** The language of texts. */
interface Language {
  /** Its code, such as `de`. */
  readonly name: string
  /** Whether the texts are long enough to show it. */
  readonly isLong: boolean
  /** Whether it is certain that they are not English. */
  readonly isSure: boolean
}

/** Finds the language of texts. Undefined when they are too few for a person to name it. */
export function guessLanguage(texts: readonly string[]): Language | undefined {
  const letters = texts
    .join(' ')
    .replace(/[^\p{L}\p{M} ]/gu, '')
    .replace(/ +/g, ' ')
    .slice(0, SURE_LETTERS)
  if (letters.length < MIN_GUESSED_LETTERS) return undefined
  const scores = francAll(letters)
  const [language = 'und'] = scores[0] ?? []
  const english = scores.find(([code]) => code === 'eng')?.[1] ?? 0
  const [name = ''] = Intl.getCanonicalLocales(language)
  return {
    name,
    isLong: letters.length >= MIN_LETTERS,
    isSure: letters.length === SURE_LETTERS || english < MAX_ENGLISH_SCORE,
  }
}

/** The language when it is certain. */
export function findSureLanguage(texts: readonly string[]): string | undefined {
  const { name = '', isLong = false, isSure = false } = guessLanguage(texts) ?? {}
  return isLong && (isSure || name === 'en') ? name : undefined
}
