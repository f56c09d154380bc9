// Iterates over all questions of a list, page by page. A page is fetched when its first question is needed.
import { type Called, rejectResponse } from './transport.ts'

/** The members of a page that iteration uses. */
interface Page {
  readonly total: number
  readonly questions: readonly unknown[]
  readonly next: string | null
}

/**
 * Yields the questions of a page and of all that follow. It ends, because it rejects a page that does not lead on.
 * @param fetchPage fetches the page with a query, such as `?limit=50&seed=x&offset=50`, or the first one
 * @param offset number of questions before the first page
 * @param signals are checked before each question, because a page may be here already when they are aborted
 * @throws InvalidResponseError when a response is not a page, or `next` is none or leads beyond the last question
 */
export async function* iterate<Item>(
  fetchPage: (search: string | undefined) => Promise<Called<object>>,
  offset: number | undefined,
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<Item, void, undefined> {
  let position = offset ?? 0
  let search: string | undefined
  do {
    const { data, response } = await fetchPage(search)
    const { questions, next, total } = data as Page
    const isLink = typeof next === 'string' && URL.canParse(next, response.url)
    if (!Array.isArray(questions) || !(next === null || isLink))
      throw rejectResponse(response, 'a page of questions, got other JSON')
    // Only the query is followed: behind a proxy, the service and the client can know different paths.
    search = next === null ? undefined : new URL(next, response.url).search
    for (const question of questions) {
      for (const signal of signals) signal?.throwIfAborted()
      yield question as Item
    }
    position += questions.length
    // A page with a `next` is not empty, and there are more questions than the pages so far contain.
    if (next !== null && (questions.length === 0 || !(position < total))) {
      throw rejectResponse(response, `no more than ${total} questions, got a next page after ${position}`)
    }
  } while (search !== undefined)
}
