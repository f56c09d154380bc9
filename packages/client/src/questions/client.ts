// The client of the questions service. Its methods are named like the operations of the API.
import type { paths } from '../generated/questions.ts'
import type { CallOptions, ClientOptions } from '../options.ts'
import type { Timers } from '../timers.ts'
import { type Called, createCall, type Read } from '../transport/call.ts'
import { iterate } from '../transport/iterate.ts'
import { createRequests } from '../transport/requests.ts'
import { readProblem } from './errors.ts'
import type {
  AnswerCheck,
  Answers,
  Categories,
  CategoryList,
  DrawOptions,
  GetOptions,
  IterateOptions,
  ListOptions,
  MixedQuestionFor,
  MixedQuestionPage,
  MixOptions,
  Probe,
  QuestionFor,
  QuestionPage,
  QuestionsHealth,
} from './types.ts'

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
  checkAnswer(category: string, id: string, answer: string, options?: CallOptions): Promise<AnswerCheck>
  /** Lists the categories, with their numbers of questions. */
  listCategories(options?: CallOptions): Promise<CategoryList>
  /** Returns the health of the service and of each dataset. */
  getHealth(options?: CallOptions): Promise<QuestionsHealth>
  /** Resolves while the service runs. */
  getLiveness(options?: CallOptions): Promise<Probe>
  /** Resolves while the service serves at least one dataset. */
  getReadiness(options?: CallOptions): Promise<Probe>
  /** Returns the metrics of the service in the text format of Prometheus. */
  getMetrics(options?: CallOptions): Promise<string>
}

const PAGE_SIZE = 50

/** Creates a client of the questions service. It runs in browsers and in Node. */
export function createQuestionsClient(options: ClientOptions): QuestionsClient {
  return createWith(options)
}

/** Creates a client. Tests replace the timers. */
export function createWith(options: ClientOptions, timers?: Timers): QuestionsClient {
  const client = createRequests<paths>(options.baseUrl)
  const call = createCall(options, { readError: readProblem }, timers)
  const read: Read = async (run, signal) => (await call(run, signal)).data

  const listPage = (category: string, { signal, ...query }: ListOptions, search?: string) =>
    call(
      (init) =>
        client.GET('/api/v1/questions/{category}', {
          ...init,
          ...serializeAs(search),
          params: { path: { category }, query: query as object },
        }),
      signal,
    )
  const mixPage = (categories: Categories, { signal, ...query }: MixOptions, search?: string) =>
    call(
      (init) =>
        client.GET('/api/v1/questions', {
          ...init,
          ...serializeAs(search),
          params: { query: { category: [categories].flat(), ...(query as object) } },
        }),
      signal,
    )

  return {
    questions: (category, { pageSize = PAGE_SIZE, ...rest } = {}) =>
      iterate(
        // With `answers`, the service returns questions of the requested type.
        (search) => listPage(category, { ...rest, limit: pageSize }, search) as Promise<Called<never>>,
        rest.offset ?? 0,
        [options.signal, rest.signal],
      ),
    mixedQuestions: (categories, { pageSize = PAGE_SIZE, ...rest } = {}) =>
      iterate(
        (search) => mixPage(categories, { ...rest, limit: pageSize }, search) as Promise<Called<never>>,
        rest.offset ?? 0,
        [options.signal, rest.signal],
      ),
    listQuestions: async (category, listOptions = {}) =>
      (await listPage(category, listOptions)).data as QuestionPage<never>,
    mixQuestions: async (categories, mixOptions = {}) =>
      (await mixPage(categories, mixOptions)).data as MixedQuestionPage<never>,
    drawQuestions: (category, { signal, ...query } = {}) => {
      const params = { path: { category }, query: query as object }
      const page = read(
        (init) => client.GET('/api/v1/questions/{category}/random', { ...init, params }),
        signal,
      )
      return page as Promise<QuestionPage<never>>
    },
    getQuestion: (category, id, { signal, ...query } = {}) => {
      const params = { path: { category, id }, query: query as object }
      const question = read(
        (init) => client.GET('/api/v1/questions/{category}/{id}', { ...init, params }),
        signal,
      )
      return question as Promise<never>
    },
    checkAnswer: (category, id, answer, { signal } = {}) => {
      const params = { path: { category, id }, query: { answer } }
      return read(
        (init) => client.GET('/api/v1/questions/{category}/{id}/check', { ...init, params }),
        signal,
      )
    },
    listCategories: ({ signal } = {}) => read((init) => client.GET('/api/v1/categories', init), signal),
    getHealth: ({ signal } = {}) => read((init) => client.GET('/api/v1/health', init), signal),
    getLiveness: ({ signal } = {}) => read((init) => client.GET('/livez', init), signal),
    getReadiness: ({ signal } = {}) => read((init) => client.GET('/readyz', init), signal),
    getMetrics: ({ signal } = {}) => {
      const headers = { accept: 'text/plain' }
      return read((init) => client.GET('/metrics', { ...init, headers, parseAs: 'text' }), signal)
    },
  }
}

/** Replaces the query of a request by one that the service has written. */
function serializeAs(search: string | undefined): { querySerializer?: () => string } {
  return search === undefined ? {} : { querySerializer: () => search }
}
