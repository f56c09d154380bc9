// Leaves out single questions of a source, with the reason.

/** A question that was left out, and why. */
export interface Dropped {
  readonly origin: string
  readonly reason: string
}

/** Why a question is left out. */
export class LeftOutError extends Error {
  override readonly name = 'LeftOutError'
}

/** Reads each item. An item for which `read` throws a {@link LeftOutError} is added to `dropped`. */
export function readEach<T extends { readonly origin: string }, Result>(
  items: readonly T[],
  dropped: Dropped[],
  read: (item: T) => Result,
): Result[] {
  return items.flatMap((item) => {
    try {
      return [read(item)]
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error
      dropped.push({ origin: item.origin, reason: error.message })
      return []
    }
  })
}
