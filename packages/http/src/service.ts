// One service, assembled in one visible list. An app hands in its routes and its words; nothing is looked up.
import type { TSchema } from '@sinclair/typebox'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { readJsonBodies } from './body.ts'
import { delayContinue } from './continue.ts'
import { allowOrigin, corsHeaders } from './cors.ts'
import { type ApiDescription, describeApi, serveDocs } from './docs.ts'
import { watchConnections } from './drain.ts'
import { answerClientErrors, answerErrors, answerFrameworkErrors } from './error-handlers.ts'
import type { RenderFailure } from './errors.ts'
import { acceptTokens, type JwtOptions } from './jwt.ts'
import { type Logger, RequestLog } from './log.ts'
import { measureRequests, type Registry } from './metrics.ts'
import { parseQuery } from './query.ts'
import { createLimiter, limitRate, type RateLimit } from './rate-limit.ts'
import { MAX_PARSED_BYTES, MAX_URL_BYTES } from './request-head.ts'
import type { Route } from './route.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'
import { validateStrictly } from './validation.ts'
import { answerWrongMethods } from './wrong-methods.ts'

/** What a service is made of. */
export interface ServiceOptions {
  readonly logger: Logger
  /** Write one line per request; errors are logged in any case. */
  readonly logRequests: boolean
  readonly trustProxy: boolean
  /** Which origin may read the answers in a browser; undefined: none but the service's own pages. */
  readonly corsOrigin?: string
  readonly rateLimit: RateLimit
  /** How tokens are checked; undefined: none is accepted. */
  readonly jwt?: JwtOptions | undefined
  /** The largest JSON body that is read, in bytes; undefined: no route reads one. */
  readonly maxBodyBytes?: number
  /** Where requests are measured; undefined: nowhere. */
  readonly registry?: Registry
  /** In place of {@link TIMEOUTS}. */
  readonly timeouts?: Partial<Timeouts>
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
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const constantHeaders = corsHeaders(options.corsOrigin)
  const limiter = createLimiter(options.rateLimit, options.trustProxy)
  const handling = { logger, renderFailure, constantHeaders, lingerMs: timeouts.lingerMs, limiter }
  const app = fastify({
    ...chooseLogging(options),
    // Only the nearest proxy's word counts: what is further left in X-Forwarded-For a client may have made up.
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.stalledMs,
    ...(options.maxBodyBytes !== undefined && { bodyLimit: options.maxBodyBytes }),
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      maxHeaderSize: MAX_PARSED_BYTES,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    frameworkErrors: answerFrameworkErrors(handling),
    clientErrorHandler: answerClientErrors(handling),
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_URL_BYTES },
  }) as unknown as FastifyInstance
  watchConnections(app)
  const refuseWrongMethods = answerWrongMethods(app, options.corsOrigin === undefined ? [] : ['OPTIONS'])
  await allowOrigin(app, options.corsOrigin)
  await acceptTokens(app, options.jwt)
  await limitRate(app, limiter)
  answerErrors(app, handling)
  delayContinue(app, options.maxBodyBytes ?? 0)
  if (options.maxBodyBytes !== undefined) readJsonBodies(app)
  measureRequests(app, options.registry)
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
