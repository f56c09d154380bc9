// Configures the log, and identifies requests, so that a response can be found in the log. Errors are always logged. Requests
// are logged only when configured, because a line per request takes a third of the time of a response.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * Returns where a process writes its log: JSON lines, or lines for people, on standard error.
 * @param format `auto` is text for a terminal, and JSON for a file or another process
 */
export function openLogStream(format: 'auto' | 'json' | 'text'): DestinationStream {
  if (format === 'json' || (format === 'auto' && !process.stderr.isTTY)) return pino.destination(2)
  return { write: (line) => process.stderr.write(formatLogLine(line)) }
}

/** Formats a JSON line of the log for people, such as `12:30:00 warn questions: files ignored  total: 1`. */
export function formatLogLine(json: string): string {
  const { level, time, name, msg = '', err, ...values } = JSON.parse(json)
  const details = Object.entries(values).map(([key, value]) => {
    const text = JSON.stringify(value)
    // Control characters stay escaped, so that no value can change the terminal.
    return `${key}: ${text.includes('\\') ? text : text.replace(/^"(.*)"$/, '$1')}`
  })
  const words = [`${time.slice(11, 19)} ${pino.levels.labels[level]} ${name}:`, msg, details.join(', ')]
  const stack = err ? `${err.stack ?? err.message}\n` : ''
  return `${words.filter((word) => word !== '').join(' ')}\n${stack}`
}

/** Creates a logger of JSON lines with times in UTC. @param level as in pino @param stream default: standard error */
export function createLogger(name: string, level: string, stream?: DestinationStream): Logger {
  return pino(
    { name, level, timestamp: pino.stdTimeFunctions.isoTime, base: { name } },
    stream ?? pino.destination(2),
  )
}

/** Logs one line per request when its response is complete, without header fields and query, which can be secret. */
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

/** Returns the options that set `request.id`. @param trustProxy whether to take the id of a request that has one */
export function identifyRequests(trustProxy: boolean): Pick<FastifyServerOptions, 'genReqId'> {
  return {
    genReqId(request) {
      const given = (request as IncomingMessage).headers[REQUEST_ID_HEADER]
      return trustProxy && typeof given === 'string' && ID.test(given) ? given : randomUUID()
    },
  }
}
