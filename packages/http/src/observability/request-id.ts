// Identifies requests, so that a response can be found in the log.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyServerOptions } from 'fastify'

/** The header field of requests and responses that contains the id. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** The ids that are taken from a proxy. Other ones could forge lines of a log that is read as text. */
const ID = /^[\w.-]{1,64}$/

/**
 * Returns the options with which Fastify sets `request.id`. An id consists of random characters, which are the same for
 * all requests of this process, and a number.
 * @param trustProxy whether to take the id of a request that has one
 */
export function identifyRequests(trustProxy: boolean): Pick<FastifyServerOptions, 'genReqId'> {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return {
    genReqId(request) {
      const given = trustProxy ? readId(request as IncomingMessage) : undefined
      return given ?? `${prefix}-${(++count).toString(36)}`
    },
  }
}

function readId({ headers }: IncomingMessage): string | undefined {
  const id = headers[REQUEST_ID_HEADER]
  return typeof id === 'string' && ID.test(id) ? id : undefined
}
