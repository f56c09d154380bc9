// Maps items concurrently with a limit, for calls that use a scarce resource such as file descriptors.

/**
 * Maps items with at most `limit` calls at the same time.
 * @returns the results in the order of the items
 * @throws the first error of any call
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  const queue = items.entries()
  const work = async () => {
    for (const [index, item] of queue) results[index] = await map(item)
  }
  await Promise.all(Array.from({ length: limit }, work))
  return results
}
