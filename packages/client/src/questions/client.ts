// The client of the questions service. Its methods are named like the operations of the API.
import type { paths } from '../generated/questions.ts'
import type { CallOptions, ClientOptions } from '../options.ts'
import { iterate, type Page } from '../transport/pages.ts'
import { type Called, createTransport, fetchData } from '../transport/transport.ts'
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
  const client = createTransport<paths>(options, { readError: readProblem })

  const listPage = (category: string, { signal, ...query }: ListOptions, search?: string) =>
    client.GET('/api/v1/questions/{category}', {
      ...serializeAs(search),
      signal: signal ?? null,
      params: { path: { category }, query: query as object },
    })
  const mixPage = (categories: Categories, { signal, ...query }: MixOptions, search?: string) =>
    client.GET('/api/v1/questions', {
      ...serializeAs(search),
      signal: signal ?? null,
      params: { query: { category: [categories].flat(), ...(query as object) } },
    })
  /** Iterates over pages. With `answers`, the service returns questions of the requested type. */
  const iterateOver = <Item>(
    fetchPage: (limit: number, search: string | undefined) => Promise<Called<object>>,
    { pageSize = PAGE_SIZE, offset = 0, signal }: IterateOptions,
  ) =>
    iterate((search) => fetchPage(pageSize, search) as Promise<Called<Page<Item>>>, offset, [
      options.signal,
      signal,
    ])

  return {
    questions: (category, options = {}) => {
      const { pageSize: _, ...rest } = options
      return iterateOver((limit, search) => listPage(category, { ...rest, limit }, search), options)
    },
    mixedQuestions: (categories, options = {}) => {
      const { pageSize: _, ...rest } = options
      return iterateOver((limit, search) => mixPage(categories, { ...rest, limit }, search), options)
    },
    listQuestions: (category, listOptions = {}) =>
      fetchData(listPage(category, listOptions)) as Promise<QuestionPage<never>>,
    mixQuestions: (categories, mixOptions = {}) =>
      fetchData(mixPage(categories, mixOptions)) as Promise<MixedQuestionPage<never>>,
    drawQuestions: (category, { signal = null, ...query } = {}) => {
      const params = { path: { category }, query: query as object }
      const page = fetchData(client.GET('/api/v1/questions/{category}/random', { signal, params }))
      return page as Promise<QuestionPage<never>>
    },
    getQuestion: (category, id, { signal = null, ...query } = {}) => {
      const params = { path: { category, id }, query: query as object }
      return fetchData(client.GET('/api/v1/questions/{category}/{id}', { signal, params })) as Promise<never>
    },
    checkAnswer: (category, id, answer, { signal = null } = {}) => {
      const params = { path: { category, id }, query: { answer } }
      return fetchData(client.GET('/api/v1/questions/{category}/{id}/check', { signal, params }))
    },
    listCategories: ({ signal = null } = {}) => fetchData(client.GET('/api/v1/categories', { signal })),
    getHealth: ({ signal = null } = {}) => fetchData(client.GET('/api/v1/health', { signal })),
    getLiveness: ({ signal = null } = {}) => fetchData(client.GET('/livez', { signal })),
    getReadiness: ({ signal = null } = {}) => fetchData(client.GET('/readyz', { signal })),
    getMetrics: ({ signal = null } = {}) => {
      const headers = { accept: 'text/plain' }
      return fetchData(client.GET('/metrics', { signal, headers, parseAs: 'text' }))
    },
  }
}

/** Replaces the query of a request by one that the service has written. */
function serializeAs(search: string | undefined): { querySerializer?: () => string } {
  return search === undefined ? {} : { querySerializer: () => search }
}
