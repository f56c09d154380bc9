// Converts the query parameters of a view, the representation of questions, to a view and back.
import type { View } from '@qb/core/questions'
import type { UrlQuery } from './canonical-url.ts'

/** The query parameters of a view. */
export interface ViewQuery {
  readonly answers?: 'visible' | 'hidden'
  readonly shuffle_options?: boolean
}

/** Converts query parameters to a view. */
export function viewOf({ answers, shuffle_options = false }: ViewQuery): View {
  return { hideAnswers: answers === 'hidden', shuffleOptions: shuffle_options }
}

/** Converts a view to the query parameters of a canonical URL. */
export function viewQueryOf({ hideAnswers, shuffleOptions }: View): UrlQuery {
  return [
    ['answers', hideAnswers ? 'hidden' : undefined],
    ['shuffle_options', shuffleOptions],
  ]
}
