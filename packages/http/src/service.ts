// Assembles a service from its operations and all plugins, hooks and handlers. The order of the registrations
// matters.
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { type JwtOptions, registerJwt } from './authorization/jwt.ts'
import { type BasePath, redirectBasePath, removeBasePath, setBasePath } from './base-path.ts'
import { delayContinue } from './connection/continue.ts'
import { MAX_PARSED_BYTES, MAX_URL_BYTES } from './connection/request-head.ts'
import { type AllowedOrigin, createCorsHeaders, respondToPreflights } from './cors.ts'
import { renderErrorPage } from './docs/error-page.ts'
import { type ApiDescription, registerOpenApi } from './docs/openapi.ts'
import { serveDocs } from './docs/pages.ts'
import { type StaticSite, serveStaticSite } from './docs/static-files.ts'
import { readJsonBodies } from './input/body.ts'
import { parseQuery } from './input/query.ts'
import { validateStrictly } from './input/validation.ts'
import { trackConnections } from './lifecycle/drain.ts'
import { createLimiter, limitRate, type RateLimit, type TrustedProxies } from './limits/rate-limit.ts'
import { identifyRequests, type Logger, RequestLog } from './observability/log.ts'
import { measureRequests, type Registry } from './observability/metrics.ts'
import { type Endpoint, serveEndpoint } from './operation/endpoint.ts'
import { collectSchemas, type Operation } from './operation/operation.ts'
import { createResponseCache } from './operation/response-cache.ts'
import { type Authorization, routeOf } from './operation/route.ts'
import { handleClientErrors } from './problems/connection-errors.ts'
import { checkRequests, handleErrors, handleFrameworkErrors } from './problems/error-handlers.ts'
import type { ErrorFormat, ErrorHandling } from './problems/error-response.ts'
import { rejectWrongMethods } from './problems/method-not-allowed.ts'

/** The timeouts of connections in milliseconds. When one expires, the connection is closed. */
export const TIMEOUTS = {
  /** From the start of the connection, or from the first byte of a later request, to the last header field. */
  headersMs: 15_000,
  /** From the same start to the end of the body. At least `headersMs`. */
  requestMs: 60_000,
  /** Idle time between two requests of a connection. Node adds one second. A proxy usually keeps idle connections for 60 seconds. */
  keepAliveMs: 72_000,
  /** Time without a byte in either direction, while a response is pending or the client does not read it. */
  stalledMs: 120_000,
  /** Time between the final response of a connection and its close by the client. */
  lingerMs: 1_000,
  /** Interval at which `headersMs` and `requestMs` are checked. */
  checkMs: 5_000,
}

/** Options of {@link createService}. */
export interface ServiceOptions<Context, Scope extends string = never> {
  readonly operations: readonly Operation<Context, Scope>[]
  /** Routes with another protocol. They need `maxBodyBytes`. */
  readonly endpoints?: readonly Endpoint[]
  /** The context of the operations. */
  readonly context: Context
  readonly authorization?: Authorization<Scope>
  readonly errorFormat: ErrorFormat
  /** The path at which a proxy publishes the service. Default: empty. */
  readonly basePath?: BasePath
  readonly api: ApiDescription
  /** Sites of static files. */
  readonly sites?: readonly StaticSite[]
  readonly logger: Logger
  /** Logs one line per request. Errors are always logged. */
  readonly logRequests: boolean
  /** Whether to take the client address from `X-Forwarded-For`. */
  readonly trustProxy: TrustedProxies
  /** The origins whose scripts may read responses. When undefined, CORS is disabled. */
  readonly corsOrigin?: AllowedOrigin
  readonly rateLimit: RateLimit
  /** Options of token verification. When undefined, no token is accepted. */
  readonly jwt?: JwtOptions | undefined
  /** Maximum size of a JSON body, in bytes. When undefined, no operation has a body. */
  readonly maxBodyBytes?: number
  /** The registry of the request metrics. When undefined, requests are not measured. */
  readonly registry?: Registry
  /** Changes whenever a shared response can change. Responses are kept until then. By default, none is kept. */
  readonly generation?: () => number
  /** Is called when the app is closed. */
  readonly onClose?: (() => void) | undefined
  /** Overrides of {@link TIMEOUTS}. */
  readonly timeouts?: Partial<typeof TIMEOUTS>
}

/** A service that is ready to listen, or to be called by `inject`. */
export type Service = FastifyInstance

/** Creates a service. The order matters: hooks run in the order of their registration, and only for later routes. */
export async function createService<Context, Scope extends string = never>(
  options: ServiceOptions<Context, Scope>,
): Promise<Service> {
  const { operations, context, authorization, api, corsOrigin, maxBodyBytes, basePath = '' } = options
  const render: ErrorFormat['render'] = (response) => options.errorFormat.render(response, basePath)
  const errorFormat = { ...options.errorFormat, render }
  const handling: ErrorHandling = {
    logger: options.logger,
    errorFormat,
    basePath,
    corsHeaders: createCorsHeaders(corsOrigin),
    lingerMs: options.timeouts?.lingerMs ?? TIMEOUTS.lingerMs,
    limiter: await createLimiter(options.rateLimit, options.trustProxy, options),
    renderErrorPage: (response) => renderErrorPage(api, response, `${basePath}/`),
  }
  const app = createApp(options, handling)
  app.addHook('onClose', async () => options.onClose?.())
  trackConnections(app)
  setBasePath(app, basePath)
  // First, so that it measures the requests that later hooks reject.
  measureRequests(app, options.registry)
  const rejectOnAllPaths = rejectWrongMethods(app, corsOrigin === undefined ? [] : ['OPTIONS'])
  checkRequests(app, handling)
  handleErrors(app, handling)
  await respondToPreflights(app, corsOrigin)
  await registerJwt(app, options.jwt)
  await limitRate(app, handling.limiter)
  delayContinue(app, maxBodyBytes ?? 0)
  if (maxBodyBytes !== undefined) readJsonBodies(app)
  validateStrictly(app, [...collectSchemas(operations), errorFormat.schema])
  await registerOpenApi(app, api)
  const cache = options.generation && createResponseCache(options.generation)
  for (const operation of operations) {
    app.route(routeOf(operation, { context, errorFormat, authorization, cache }))
  }
  for (const endpoint of options.endpoints ?? []) serveEndpoint(app, endpoint, handling)
  await serveDocs(app, api, operations, errorFormat)
  for (const site of options.sites ?? []) await serveStaticSite(app, site)
  redirectBasePath(app)
  rejectOnAllPaths()
  await app.ready()
  return app
}

/** Creates the app of Fastify, without routes. */
function createApp(
  options: Omit<ServiceOptions<never, string>, 'operations' | 'context' | 'authorization'>,
  handling: ErrorHandling,
): FastifyInstance {
  const { logger, logRequests, trustProxy, maxBodyBytes } = options
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  return fastify({
    ...(logRequests
      ? { loggerInstance: logger as FastifyBaseLogger, logController: new RequestLog() }
      : { logger: false, childLoggerFactory: (ownLogger: FastifyBaseLogger) => ownLogger }),
    // A client can forge all addresses of `X-Forwarded-For` but those that the proxies have added.
    trustProxy: trustProxy !== false && ((_address: string, hop: number) => hop < Number(trustProxy)),
    ...identifyRequests(trustProxy !== false),
    ...removeBasePath(options.basePath ?? ''),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.stalledMs,
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      maxHeaderSize: MAX_PARSED_BYTES,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    frameworkErrors: handleFrameworkErrors(handling),
    clientErrorHandler: handleClientErrors(handling),
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_URL_BYTES },
  })
}
