// One service, assembled in one visible list. An app hands in its routes and its words; nothing is looked up.
import type { TSchema } from '@sinclair/typebox'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { allowOrigin, corsHeaders } from './cors.ts'
import { type ApiDescription, describeApi, serveDocs } from './docs.ts'
import { answerClientErrors, answerErrors, answerFrameworkErrors, MAX_URL_BYTES } from './error-handlers.ts'
import type { RenderFailure } from './errors.ts'
import { type Logger, RequestLog } from './log.ts'
import { parseQuery } from './query.ts'
import { limitRate } from './rate-limit.ts'
import type { Route } from './route.ts'
import { validateStrictly } from './validation.ts'
import { answerWrongMethods } from './wrong-methods.ts'

/** What a service is made of. */
export interface ServiceOptions {
  readonly logger: Logger
  /** Write one line per request; errors are logged in any case. */
  readonly logRequests: boolean
  readonly trustProxy: boolean
  /** Which origin may read the answers in a browser. */
  readonly corsOrigin: string
  /** Requests a minute and address; 0 is no limit. */
  readonly rateLimitMax: number
  readonly renderFailure: RenderFailure
  /** The schemas that others refer to by `$id`; they become the models of the docs. */
  readonly models: readonly TSchema[]
  readonly api: ApiDescription
  readonly routes: readonly Route[]
}

/** A service, ready to listen or to be asked through `inject`. */
export type Service = FastifyInstance

/** Builds a service that is ready to listen. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { logger, renderFailure } = options
  const handling = { logger, renderFailure, constantHeaders: corsHeaders(options.corsOrigin) }
  const app = fastify({
    ...chooseLogging(options),
    trustProxy: options.trustProxy,
    return503OnClosing: false,
    http: { requireHostHeader: false },
    frameworkErrors: answerFrameworkErrors(handling),
    clientErrorHandler: answerClientErrors(handling),
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_URL_BYTES },
  }) as unknown as FastifyInstance
  const refuseWrongMethods = answerWrongMethods(app)
  await allowOrigin(app, options.corsOrigin)
  const limit = await limitRate(app, options.rateLimitMax)
  answerErrors(app, handling, limit)
  validateStrictly(app, options.models)
  await describeApi(app, options.api)
  for (const route of options.routes) app.route(route)
  await serveDocs(app, options.api)
  refuseWrongMethods()
  await app.ready()
  return app
}

function chooseLogging({ logger, logRequests }: ServiceOptions): FastifyServerOptions {
  return logRequests ? { loggerInstance: logger, logController: new RequestLog() } : { logger: false }
}
