// Writes the words for true and false of formats that have none, such as Moodle XML, in the language of their texts.
import { type AnsweredQuestion, pairOf, type TableRecord } from '@qb/core/questions'
import { findSureLanguage, guessLanguage } from './language.ts'

/** The words that programs write. */
const ENGLISH = pairOf('en')

/** So many records show the language of a file. */
const SAMPLE = 100

/** The texts of the first records that are longer than a name. */
function sampleTexts(records: Iterable<TableRecord>): string[] {
  const texts: string[] = []
  let read = 0
  for (const { values } of records) {
    for (const value of values) if (typeof value === 'string' && /\s\S+\s/.test(value)) texts.push(value)
    if (++read === SAMPLE) break
  }
  return texts
}

/**
 * Finds the language of the records of a file, and writes true and false in it.
 * @param locale that a person names, such as `de` or `pt-BR`
 */
export function createTruthWriter(records: Iterable<TableRecord>, locale: string | undefined) {
  const texts = sampleTexts(records)
  const language = locale?.slice(0, 2) ?? findSureLanguage(texts)
  const pair = pairOf(language ?? '')
  const isEnglish = (options: readonly string[]) =>
    options.length === ENGLISH.length && ENGLISH.every((word, at) => options[at] === word)
  let inEnglish = 0
  return {
    /** That of the records, when it is certain. */
    language,
    /** @param isTruth whether the format only says that the question is a statement */
    write(question: AnsweredQuestion, isTruth: boolean): AnsweredQuestion {
      if (!question.options || !isEnglish(question.options)) return question
      inEnglish += 1
      const at = ENGLISH.indexOf(question.correct_answer)
      return isTruth ? { ...question, correct_answer: pair[at] ?? '', options: [...pair] } : question
    },
    /** Names the language of the texts when the words are English, and it is not certain that these are wrong. */
    listNotes(): string[] {
      if (inEnglish === 0 || language !== undefined) return []
      const { name = '', isSure = false } = guessLanguage(texts) ?? {}
      const own = pairOf(isSure ? name : '')
      if (own === ENGLISH) return []
      const shown = new Intl.DisplayNames('en', { type: 'language' }).of(name)
      return [
        `warning: the options ${ENGLISH.join(' and ')} are written as in English; --locale ${name} writes ${own.join(' and ')}, as in ${shown}`,
      ]
    },
  }
}
