// Ends the responses of one turn of the event loop together, after its requests are handled. A client or a proxy on the same
// machine sleeps while it waits for a response, and each write wakes it up. Writes in quick succession find it awake, which
// saves a third of the processor time of a busy service. A service that is not busy ends each response at once.
import type { ServerResponse } from 'node:http'
import type { ByteString } from '@qb/core/byte-string'

/** A body as it is sent. Chunks are sent in order, and are not copied. */
export type EncodedBody = ByteString | readonly Uint8Array[]

interface Ending {
  readonly response: ServerResponse
  readonly body: EncodedBody | undefined
}

/**
 * Maximum number of responses that wait. Node reads no more requests of a connection when its responses are not read, and it
 * cannot know of responses that wait here.
 */
const MAX_WAITING = 64

let waiting: Ending[] = []

/** Number of responses in this turn of the event loop. */
let responses = 0
/** Whether the last turn with a response had several. Then this one is likely to have several as well. */
let isBusy = false

/**
 * Ends a response at the end of this turn of the event loop, or at once when the service is not busy.
 * @param response its head is complete
 */
export function endTogether(response: ServerResponse, body?: EncodedBody): void {
  responses += 1
  if (responses === 1) setImmediate(endTurn)
  if (!isBusy) end({ response, body })
  else if (waiting.push({ response, body }) === MAX_WAITING) endWaiting()
}

function endTurn(): void {
  isBusy = responses > 1
  responses = 0
  endWaiting()
}

/** Ends the responses that wait. Call it before anything else is written to a connection. */
export function endWaiting(): void {
  const ended = waiting
  waiting = []
  for (const ending of ended) end(ending)
}

function end({ response, body }: Ending): void {
  try {
    if (body === undefined) response.end()
    // Each character is a byte. Node sends the head and the body in one write when both are strings.
    else if (typeof body === 'string') response.end(body, 'latin1')
    else endInChunks(response, body)
  } catch {
    // Another program can have changed `end` of its responses. The other responses do not depend on it.
    response.destroy()
  }
}

/** Ends a response with chunks, in one write. Those that the client does not read yet stay in the memory that they share. */
function endInChunks(response: ServerResponse, chunks: readonly Uint8Array[]): void {
  response.cork()
  for (const chunk of chunks) response.write(chunk)
  response.end()
}
