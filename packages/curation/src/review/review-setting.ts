// Reviews how questions are set: their wording, and what gives their answers away. Readers found these weaknesses, which a
// setter does not see in a question of their own.
import type { Diagnostic, LocatedQuestion } from '@qb/core/questions'
import { findRevealedAnswers } from './find-revealed-answers.ts'
import { findGiveAways } from './give-away.ts'
import { checkWording } from './wording.ts'

/** Returns every diagnostic of the questions of one file. Not sorted. */
export function reviewSetting(questions: readonly LocatedQuestion[]): Diagnostic[] {
  return [
    ...questions.flatMap(({ file, question, positionOf }) => [
      ...checkWording(question.question).map((message) => ({ file, ...positionOf('question'), message })),
      ...findGiveAways(question).map((message) => ({ file, ...positionOf('options'), message })),
    ]),
    ...findRevealedAnswers(questions),
  ]
}
