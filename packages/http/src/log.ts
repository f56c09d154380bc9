// Logging: errors always, requests only when asked for, since a line a request costs a third of an answer.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** A JSON logger; `level` is one of pino's. Times are ISO 8601 in UTC. */
export function createLogger(name: string, level: string, stream?: DestinationStream): Logger {
  return pino(
    { name, level, timestamp: pino.stdTimeFunctions.isoTime, base: { name } },
    stream ?? pino.destination(2),
  )
}

/** One line per request, written when it is answered; no headers, no query, so that no secret is in it. */
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
