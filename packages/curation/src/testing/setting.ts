// Finds how questions are set badly: stiff wording, what gives an answer away, and where the correct answers of a file are. Readers found these weaknesses in the curated
// datasets, so only their test reviews them.
import { type AnsweredQuestion, type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { normalise } from '../check/duplicates.ts'

/** Returns every diagnostic of the questions of one file. Not sorted. */
export function reviewSetting(questions: readonly LocatedQuestion[]): Diagnostic[] {
  return [
    ...questions.flatMap(({ file, question, positionOf }) => [
      ...checkWording(question.question).map((message) => ({ file, ...positionOf('question'), message })),
      ...findGiveAways(question).map((message) => ({ file, ...positionOf('options'), message })),
    ]),
    ...findRevealedAnswers(questions),
    ...reviewAnswerDistribution(questions),
  ]
}

/** Maximum share of questions whose correct answer is longer than every other option, from 0 to 1. */
const MAX_LONGEST_SHARE = 0.35

/** Range of the share of questions whose correct answer is at the same position among the options. */
const POSITION_SHARE = { min: 0.2, max: 0.3 }

/** Minimum number of questions with options. The shares of fewer questions vary too much by chance. */
const MIN_QUESTIONS = 100

/** The number of options of a curated question. */
const OPTION_COUNT = 4

/** Returns the diagnostics of a file. Their position is the start of the file. */
export function reviewAnswerDistribution(questions: readonly LocatedQuestion[]): Diagnostic[] {
  const file = questions[0]?.file ?? ''
  const withOptions = questions
    .map(({ question }) => question)
    .filter(({ options = [] }) => options.length > 1)
  if (withOptions.length < MIN_QUESTIONS) return []
  const shareOf = (matches: (question: AnsweredQuestion) => boolean) =>
    withOptions.filter(matches).length / withOptions.length
  const messages: string[] = []
  const longest = shareOf(isLongest)
  if (longest > MAX_LONGEST_SHARE) {
    messages.push(
      `expected the correct answer to be the longest option in at most ${formatPercent(MAX_LONGEST_SHARE)} of the questions, got ${formatPercent(longest)}`,
    )
  }
  for (let index = 0; index < OPTION_COUNT; index++) {
    const share = shareOf(({ options = [], correct_answer }) => options.indexOf(correct_answer) === index)
    if (share < POSITION_SHARE.min || share > POSITION_SHARE.max) {
      messages.push(
        `expected the correct answer to be option ${index + 1} in ${formatPercent(POSITION_SHARE.min)} to ${formatPercent(POSITION_SHARE.max)} of the questions, got ${formatPercent(share)}`,
      )
    }
  }
  return messages.map((message) => ({ file, line: 1, message }))
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function isLongest({ options = [], correct_answer }: AnsweredQuestion): boolean {
  return options.every(
    (option) => option === correct_answer || [...option].length < [...correct_answer].length,
  )
}

/** A pattern for each form, and what to write instead. */
const RULES: readonly (readonly [form: RegExp, instead: string])[] = [
  [/\bcalled (?:that|which|when|in which)\b/, 'the name at the end, as in “What do we call …?”'],
  [/^What(?: is|’s) the (?:name|term) (?:of|for)\b/, 'a question about the thing itself'],
  [/\bname is given to\b/, '“What do we call …?”'],
  [/^By what\b/, '“How …?”'],
  [/^In what\b/, '“Where …?”, “When …?” or “In which …?”'],
  [/^What (?:kind|sort|type) of [^,]+ (?:is|was|are|were) /, 'the clue first'],
  [/\bwhich of (?:the following|these)\b/i, 'a question that can be answered without its options'],
  [/\bthe only\b/, 'a clue that is not a claim about everything else'],
]

/** Returns one message for each form that a question has. */
export function checkWording(question: string): string[] {
  return RULES.flatMap(([form, instead]) => {
    const found = form.exec(question)
    return found ? [`expected ${instead}, got ${JSON.stringify(found[0])}`] : []
  })
}

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

/** A word in at most this share of all questions is rare. */
const RARE_SHARE = 0.01
const MIN_RARE_COUNT = 4
/** The number of rare words, of at least four letters, that two questions about the same thing share. */
const SHARED_WORDS = 2
const MIN_LENGTH = 4

/** Returns one diagnostic for each question that contains the answer to another question of the same file. */
export function findRevealedAnswers(questions: readonly LocatedQuestion[]): Diagnostic[] {
  const texts = questions.map(({ question }) => {
    const text = normalise(question.question)
    const answer = normalise(question.correct_answer).replace(/^(?:a|an|the) /, '')
    return { text, answer, words: new Set(`${text} ${answer}`.split(' ')) }
  })
  const isRare = findRareWords(texts.map(({ words }) => words))
  const byWord = indexWords(texts.map(({ text }) => text))
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const asked = texts[index] as (typeof texts)[number]
    if (asked.answer.length < MIN_LENGTH || !/\p{L}/u.test(asked.answer)) return []
    const [firstWord = ''] = asked.answer.split(' ')
    const asking = new Set(asked.text.split(' '))
    const revealing = (byWord.get(firstWord) ?? []).find((other) => {
      const { text, words } = texts[other] as (typeof texts)[number]
      if (other === index || questions[other]?.file !== file) return false
      if (!` ${text} `.includes(` ${asked.answer} `)) return false
      return [...words].filter((word) => asking.has(word) && isRare(word)).length >= SHARED_WORDS
    })
    if (revealing === undefined) return []
    const { id } = (questions[revealing] as LocatedQuestion).question
    const message = `expected an answer that no other question contains, got ${quote(question.correct_answer)} in ${id}`
    return [{ file, ...positionOf('correct_answer'), message }]
  })
}

function findRareWords(texts: readonly ReadonlySet<string>[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const max = Math.max(MIN_RARE_COUNT, texts.length * RARE_SHARE)
  return (word) => word.length >= MIN_LENGTH && (counts.get(word) ?? 0) <= max
}

/** The indexes of the texts that contain each word. */
function indexWords(texts: readonly string[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [position, text] of texts.entries()) {
    for (const word of new Set(text.split(' '))) {
      const positions = index.get(word)
      if (positions) positions.push(position)
      else index.set(word, [position])
    }
  }
  return index
}
