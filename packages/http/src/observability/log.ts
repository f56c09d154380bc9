// Configures the log, and identifies requests, so that a response can be found in the log. Errors are always logged. Requests
// are logged only when configured, because a line per request takes a third of the time of a response.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * Creates a logger that writes JSON lines. Times are ISO 8601 in UTC.
 * @param level the lowest level to log, as a pino level
 * @param stream default: standard error
 */
export function createLogger(name: string, level: string, stream?: DestinationStream): Logger {
  return pino(
    { name, level, timestamp: pino.stdTimeFunctions.isoTime, base: { name } },
    stream ?? pino.destination(2),
  )
}

/**
 * Logs one line per request when its response is complete. The line contains no header fields and no query,
 * because they can contain secrets.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    reply.log.info({
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
      ...(error && { err: error }),
    })
  }
}

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
      const given = (request as IncomingMessage).headers[REQUEST_ID_HEADER]
      if (trustProxy && typeof given === 'string' && ID.test(given)) return given
      return `${prefix}-${(++count).toString(36)}`
    },
  }
}
