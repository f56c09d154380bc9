// Finds the locale in which people see the numbers of a workbook. The file does not have it: a spreadsheet program takes it from the
// settings of its computer.
import { francAll } from 'franc-min'
import { getLocale } from 'numfmt'

/** Fewer letters do not show a language. */
const MIN_LETTERS = 150

/** With as many letters, the first language is always right. */
const SURE_LETTERS = 1000

/** With fewer ones, it is right when English has a lower score. In 2,000 parts of English files, one was taken for another language. */
const MAX_ENGLISH_SCORE = 0.9

/** Spanish numbers have a comma in Spain, and a point in Mexico. */
const UNCERTAIN = ['es']

/** Whether a name such as `de` or `pt-BR` is that of a locale whose forms are known. */
export const isLocale = (name: string) =>
  /^[a-z]{2}(?:-[A-Z]{2})?$/.test(name) && getLocale(name) !== undefined

/**
 * Finds the locale by the language of texts, where numbers have a comma in each country that writes it. Undefined where they have a
 * point, or the texts are too few.
 */
export function findLocale(texts: readonly string[]): string | undefined {
  const letters = texts
    .join(' ')
    .replace(/[^\p{L}\p{M} ]/gu, '')
    .replace(/ +/g, ' ')
    .slice(0, SURE_LETTERS)
  if (letters.length < MIN_LETTERS) return undefined
  const scores = francAll(letters)
  const [language = 'und'] = scores[0] ?? []
  const english = scores.find(([name]) => name === 'eng')?.[1] ?? 0
  const [locale = ''] = Intl.getCanonicalLocales(language)
  const isSure = letters.length === SURE_LETTERS || english < MAX_ENGLISH_SCORE
  const hasComma = isLocale(locale) && !UNCERTAIN.includes(locale) && getLocale(locale)?.decimal === ','
  return isSure && hasComma ? locale : undefined
}
