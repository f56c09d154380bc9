// Defines the questions client and its types. They come from the OpenAPI document. Three things are more precise here: which
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
} from '../generated/questions.ts'

/**
 * The client of the questions service. All methods are functions without `this`. A call is rejected with a `QuestionsError`,
 * an `ApiError`, a `NetworkError`, an `InvalidResponseError`, or the reason of its signal.
 */
export interface QuestionsClient {
  /** Iterates over all questions of a category, each once. Pages are fetched when they are needed. */
  questions<A extends Answers = 'visible'>(
    category: string,
    options?: IterateOptions<A>,
  ): AsyncGenerator<QuestionFor<A>, void, undefined>
  /** Iterates over all questions of several categories, each once. Pages are fetched when they are needed. */
  mixedQuestions<A extends Answers = 'visible'>(
    categories: Categories,
    options?: IterateOptions<A>,
  ): AsyncGenerator<MixedQuestionFor<A>, void, undefined>
  /** Returns one page of questions, in random order by default. The response contains the seed of the order. */
  listQuestions<A extends Answers = 'visible'>(
    category: string,
    options?: ListOptions<A>,
  ): Promise<QuestionPage<QuestionFor<A>>>
  /** Returns one page of questions of several categories. */
  mixQuestions<A extends Answers = 'visible'>(
    categories: Categories,
    options?: MixOptions<A>,
  ): Promise<MixedQuestionPage<MixedQuestionFor<A>>>
  /** Draws `count` different questions at random. The same seed draws the same questions. */
  drawQuestions<A extends Answers = 'visible'>(
    category: string,
    options?: DrawOptions<A>,
  ): Promise<QuestionPage<QuestionFor<A>>>
  /** Returns one question. */
  getQuestion<A extends Answers = 'visible'>(
    category: string,
    id: string,
    options?: GetOptions<A>,
  ): Promise<QuestionFor<A>>
  /** Checks an answer, and returns the correct one. */
  checkAnswer(category: string, id: string, answer: string, options?: CallOptions): Promise<api.AnswerCheck>
  /** Lists the categories, with their numbers of questions. */
  listCategories(options?: CallOptions): Promise<api.CategoryList>
  /** Returns the health of the service and of each dataset. */
  getHealth(options?: CallOptions): Promise<api.Health>
  /** Resolves while the service runs. */
  getLiveness(options?: CallOptions): Promise<api.Probe>
  /** Resolves while the service serves at least one dataset. */
  getReadiness(options?: CallOptions): Promise<api.Probe>
  /** Returns the metrics of the service in the text format of Prometheus. */
  getMetrics(options?: CallOptions): Promise<string>
}

/** Whether questions have a `correct_answer`. */
export type Answers = 'visible' | 'hidden'

interface Answered {
  /** The correct answer. */
  correct_answer: string
}

/** A question with its correct answer. */
export interface Question extends HiddenQuestion, Answered {}

/** A question without its correct answer. */
export interface HiddenQuestion extends Omit<api.Question, 'correct_answer'> {}

/** A question of a request for several categories. */
export interface MixedQuestion extends HiddenMixedQuestion, Answered {}

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

type OptionsOf<Operation extends keyof api.operations, A extends Answers> = CallOptions &
  Relaxed<Omit<QueryOf<Operation>, 'answers' | 'category'>> & {
    /** `hidden` omits `correct_answer`. Nothing else in the response reveals it. The default is `visible`. */
    readonly answers?: A | undefined
  }

/** Options of `listQuestions`. */
export interface ListOptions<A extends Answers = Answers> extends OptionsOf<'listQuestions', A> {}

/** Options of `mixQuestions`. */
export interface MixOptions<A extends Answers = Answers> extends OptionsOf<'mixQuestions', A> {}

/** Options of `drawQuestions`. */
export interface DrawOptions<A extends Answers = Answers> extends OptionsOf<'drawQuestions', A> {}

/** Options of `getQuestion`. */
export interface GetOptions<A extends Answers = Answers> extends OptionsOf<'getQuestion', A> {}

/** Options of `questions` and `mixedQuestions`. */
export interface IterateOptions<A extends Answers = Answers> extends Omit<MixOptions<A>, 'limit'> {
  /** Number of questions of a request, from 1 to 50. The default is 50. */
  readonly pageSize?: number | undefined
}
