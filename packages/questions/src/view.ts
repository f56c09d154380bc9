// The parameters of a view: how they are read, and how they are written in an address.
import type { View } from '@qb/core/questions'

/** The parameters of a view. */
export interface ViewQuery {
  readonly answers?: 'visible' | 'hidden'
  readonly shuffle_options?: boolean
}

/** The view of a request. */
export function viewOf({ answers, shuffle_options = false }: ViewQuery): View {
  return { hideAnswers: answers === 'hidden', shuffleOptions: shuffle_options }
}

/** The query parameters of a view in an address. */
export function viewAddress({ hideAnswers, shuffleOptions }: View) {
  return { answers: hideAnswers ? 'hidden' : undefined, shuffle_options: shuffleOptions }
}
