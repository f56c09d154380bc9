// Finds the locale in which people see the numbers of a workbook. The file does not have it: a spreadsheet program takes it from the
// settings of its computer.
import { showsLanguage } from '@qb/core/questions'
import { getLocale, isDateFormat } from 'numfmt'
import { guessLanguage } from './language.ts'

/** Spanish numbers have a comma in Spain, and a point in Mexico: a text with a comma decides. */
const UNCERTAIN = ['es']

/** A number with a decimal comma, and not a thousand. */
const DECIMAL_COMMA = /(?<![\d.,])\d+,\d{1,2}(?![\d.,])/

/** A number as in Switzerland, where French and Italian ones can have a point. */
const SWISS = /\d['’]\d{3}/

/** Where most people with a language live in another country than the first one. */
const COUNTRIES: Readonly<Record<string, string>> = { pt: 'pt-BR' }

/** The locale of a pattern, as in `[$-407]d/ mmmm yyyy`. */
const OWN_LOCALE = /\[\$-([\dA-F]{3,4})\]/i

/** Writes the separator of a locale, for which a slash stands in the pattern of a date: `dd/mm/yyyy` is 24.05.1949 in German. */
export function writeSeparators(pattern: string, locale = 'en'): string {
  if (!isDateFormat(pattern)) return pattern
  const own = OWN_LOCALE.exec(pattern)?.[1]
  const { dateSep = '/' } = getLocale(own === undefined ? locale : Number.parseInt(own, 16))?.format ?? {}
  return pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]|AM?\/PM?|\//gi, (part) =>
    part === '/' ? `\\${dateSep}` : part,
  )
}

/** Whether a name such as `de` or `pt-BR` is that of a locale whose forms are known. */
export const isLocale = (name: string) =>
  /^[a-z]{2}(?:-[A-Z]{2})?$/.test(name) && getLocale(name) !== undefined

/**
 * Finds the locale by the language of texts, where numbers have a comma in each country that writes it, or in these texts. There is no
 * locale where they have a point, or the texts are too few. A guess is one that a person can name. The words for true and false need
 * only the language, which names of columns show, too.
 */
export function findLocale(texts: readonly string[]): { locale?: string; guess?: string; truths?: string } {
  const { name = '', isLong = false, isSure = false } = guessLanguage(texts) ?? {}
  const locale = COUNTRIES[name] ?? name
  if (!isLocale(locale) || getLocale(locale)?.decimal !== ',') return {}
  const hasComma = texts.some((text) => DECIMAL_COMMA.test(text))
  if (!hasComma && texts.some((text) => SWISS.test(text))) return {}
  const isFound = isLong && (hasComma || (isSure && !UNCERTAIN.includes(locale)))
  if (isFound) return { locale, truths: locale }
  const isCertain = (isLong && isSure) || (isSure && showsLanguage(texts, name))
  return { guess: locale, ...(isCertain && { truths: locale }) }
}
