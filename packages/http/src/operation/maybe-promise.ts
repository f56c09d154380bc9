// Handles values that are promises only when something has to be waited for.

/** A value, or a promise of it when something has to be waited for. */
export type MaybePromise<T> = T | Promise<T>

/** Calls a function with a value: at once when it is not a promise. */
export function settle<T, R>(value: MaybePromise<T>, use: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
