// Finds options whose form reveals the correct answer: it alone has a feature that the others lack, or lacks one that they
// have.
import type { AnsweredQuestion } from '@qb/core/questions'

/** The features of an option, by the name that a message uses. */
const FEATURES: Readonly<Record<string, (option: string) => boolean>> = {
  'an article': (option) => /^(?:a|an|the) /i.test(option),
  'a digit': (option) => /\d/.test(option),
  'quotation marks': (option) => option.includes('“'),
  'a comma': (option) => option.includes(','),
  'the word “and”': (option) => option.includes(' and '),
  parentheses: (option) => option.includes('('),
  // Only of several words, because one word can be a name.
  'a plural': (option) => / [a-zà-ÿ]+(?<![sui])s$/.test(option),
}

/** A correct answer that is longer than this share of the longest other option, and by as many characters, stands out. */
const LONGER = { ratio: 1.7, characters: 12 }

/** Returns one message for each feature that sets the correct answer apart from the other options. */
export function findGiveAways({ correct_answer: answer, options = [] }: AnsweredQuestion): string[] {
  const others = options.filter((option) => option !== answer)
  if (others.length < 2) return []
  const messages = Object.entries(FEATURES).flatMap(([name, has]) => {
    const [first, ...rest] = others.map(has)
    if (rest.some((value) => value !== first) || has(answer) === first) return []
    return [
      first
        ? `expected another option without ${name}, got only ${JSON.stringify(answer)}`
        : `expected another option with ${name}, got only ${JSON.stringify(answer)}`,
    ]
  })
  const longest = Math.max(...others.map((option) => [...option].length))
  const length = [...answer].length
  if (length > longest * LONGER.ratio && length - longest >= LONGER.characters) {
    messages.push(`expected another option as long as the correct answer, got only ${JSON.stringify(answer)}`)
  }
  return messages
}
