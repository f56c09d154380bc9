// The client of the questions service. Its methods are named like the operations of the API.
import type { paths } from '../generated/questions.ts'
import type { ClientOptions } from '../options.ts'
import { iterate } from '../transport/pages.ts'
import { createTransport, fetchData } from '../transport/transport.ts'
import { readProblem } from './errors.ts'
import type { Categories, ListOptions, MixOptions, QuestionsClient } from './types.ts'

const PAGE_SIZE = 50

/** Creates a client of the questions service. It runs in browsers and in Node. */
export function createQuestionsClient(options: ClientOptions): QuestionsClient {
  const client = createTransport<paths>(options, { readError: readProblem })

  // `search` replaces the query by one that the service has written.
  const settingsOf = (signal: AbortSignal | undefined, search: string | undefined) => {
    return { signal: signal ?? null, ...(search !== undefined && { querySerializer: () => search }) }
  }
  const listPage = (category: string, { signal, ...query }: ListOptions, search?: string) => {
    const params = { path: { category }, query: query as object }
    return client.GET('/api/v1/questions/{category}', { ...settingsOf(signal, search), params })
  }
  const mixPage = (categories: Categories, { signal, ...query }: MixOptions, search?: string) => {
    const params = { query: { category: [categories].flat(), ...(query as object) } }
    return client.GET('/api/v1/questions', { ...settingsOf(signal, search), params })
  }

  return {
    questions: (category, { pageSize: limit = PAGE_SIZE, ...rest } = {}) => {
      const fetchPage = (search?: string) => listPage(category, { ...rest, limit }, search)
      return iterate(fetchPage, rest.offset, [options.signal, rest.signal])
    },
    mixedQuestions: (categories, { pageSize: limit = PAGE_SIZE, ...rest } = {}) => {
      const fetchPage = (search?: string) => mixPage(categories, { ...rest, limit }, search)
      return iterate(fetchPage, rest.offset, [options.signal, rest.signal])
    },
    listQuestions: (category, listOptions = {}) =>
      fetchData(listPage(category, listOptions)) as Promise<never>,
    mixQuestions: (categories, mixOptions = {}) =>
      fetchData(mixPage(categories, mixOptions)) as Promise<never>,
    drawQuestions: (category, { signal = null, ...query } = {}) => {
      const params = { path: { category }, query: query as object }
      const page = fetchData(client.GET('/api/v1/questions/{category}/random', { signal, params }))
      return page as Promise<never>
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
