// Defines the types of the questions client. They come from the OpenAPI document. Three things are more precise here: which
// questions have a `correct_answer`, which members iteration excludes, and that a list can be one value or a readonly array.
import type * as api from '../generated/questions.ts'
import type { CallOptions } from '../options.ts'

export type {
  AnswerCheck,
  Category,
  CategoryList,
  Dataset,
  Health as QuestionsHealth,
  Probe,
  ProblemDetails,
} from '../generated/questions.ts'

/** Whether questions have a `correct_answer`. */
export type Answers = 'visible' | 'hidden'

/** A question with its correct answer. */
export interface Question extends api.Question {
  /** The correct answer. */
  correct_answer: string
}

/** A question without its correct answer. */
export interface HiddenQuestion extends Omit<api.Question, 'correct_answer'> {}

/** A question of a request for several categories. */
export interface MixedQuestion extends api.MixedQuestion {
  /** The correct answer. */
  correct_answer: string
}

/** A question of a request for several categories, without its correct answer. */
export interface HiddenMixedQuestion extends Omit<api.MixedQuestion, 'correct_answer'> {}

/** The type of questions for a value of `answers`. */
export type QuestionFor<A extends Answers> = A extends 'hidden' ? HiddenQuestion : Question

/** The type of questions of several categories for a value of `answers`. */
export type MixedQuestionFor<A extends Answers> = A extends 'hidden' ? HiddenMixedQuestion : MixedQuestion

/** A page of questions of a category. */
export interface QuestionPage<Item = Question> extends Omit<api.QuestionPage, 'questions'> {
  questions: Item[]
}

/** A page of questions of several categories. */
export interface MixedQuestionPage<Item = MixedQuestion> extends Omit<api.MixedQuestionPage, 'questions'> {
  questions: Item[]
}

/** Several categories, or `*` for all of them. */
export type Categories = '*' | readonly string[]

type QueryOf<Operation extends keyof api.operations> = NonNullable<
  api.operations[Operation]['parameters']['query']
>

/** Accepts one value or a readonly array for a parameter that can be repeated. */
type Relaxed<Query> = {
  readonly [Name in keyof Query]: NonNullable<Query[Name]> extends string[]
    ? string | readonly string[] | undefined
    : Query[Name] | undefined
}

interface WithAnswers<A extends Answers> extends CallOptions {
  /** `hidden` omits `correct_answer`. Nothing else in the response reveals it. The default is `visible`. */
  readonly answers?: A | undefined
}

/** Options of `listQuestions`. */
export interface ListOptions<A extends Answers = Answers>
  extends Relaxed<Omit<QueryOf<'listQuestions'>, 'answers'>>,
    WithAnswers<A> {}

/** Options of `mixQuestions`. */
export interface MixOptions<A extends Answers = Answers>
  extends Relaxed<Omit<QueryOf<'mixQuestions'>, 'answers' | 'category'>>,
    WithAnswers<A> {}

/** Options of `drawQuestions`. */
export interface DrawOptions<A extends Answers = Answers>
  extends Relaxed<Omit<QueryOf<'drawQuestions'>, 'answers'>>,
    WithAnswers<A> {}

/** Options of `getQuestion`. */
export interface GetOptions<A extends Answers = Answers>
  extends Relaxed<Omit<QueryOf<'getQuestion'>, 'answers'>>,
    WithAnswers<A> {}

/** Options of `questions` and `mixedQuestions`. */
export interface IterateOptions<A extends Answers = Answers> extends Omit<MixOptions<A>, 'limit'> {
  /** Number of questions of a request, from 1 to 50. The default is 50. */
  readonly pageSize?: number | undefined
}
