// Finds the tools that a JSON-RPC message calls, so that the scopes of its caller can be checked before the message is
// handled.

/** Lists the names of the tools that a message calls. A message can be a batch. Other messages call none. */
export function listCalledTools(message: unknown): string[] {
  return [message].flat().flatMap((single) => {
    const { method, params } = (single ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
    return method === 'tools/call' && typeof params?.name === 'string' ? [params.name] : []
  })
}
