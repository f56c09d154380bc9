// Converts the query parameters of a view, the representation of questions, to a view and back.
import type { View } from '@qb/core/questions'
import { assertNotCombined } from './assert-not-combined.ts'
import type { UrlQuery } from './canonical-url.ts'

/** The query parameters of a view. */
export interface ViewQuery {
  readonly answers?: 'visible' | 'hidden'
  readonly shuffle_options?: boolean
  readonly sources?: boolean
}

/**
 * Converts query parameters to a view.
 * @throws AppError `http/invalid_parameters` when answers are hidden and sources are not, because a source can reveal the
 * answer
 */
export function viewOf({ answers, shuffle_options = false, sources = false }: ViewQuery): View {
  const hideAnswers = answers === 'hidden'
  if (hideAnswers && sources) assertNotCombined('answers=hidden', ['sources'])
  return { hideAnswers, shuffleOptions: shuffle_options, includeSource: sources }
}

/** Converts a view to the query parameters of a canonical URL. */
export function viewQueryOf({ hideAnswers, shuffleOptions, includeSource }: View): UrlQuery {
  return [
    ['answers', hideAnswers ? 'hidden' : undefined],
    ['shuffle_options', shuffleOptions],
    ['sources', includeSource],
  ]
}
