// Exports the HTTP framework that both services share. This package contains no domain concepts.
export type { FastifyReply, FastifyRequest } from 'fastify'
export { CLOCK_TOLERANCE_SECONDS, hasValidTimes, type JwtOptions, verifyToken } from './authorization/jwt.ts'
export { type BasePath, basePathVariable, readBasePath } from './base-path.ts'
export {
  CONFIG_ERRORS,
  configError,
  portVariable,
  readConfig,
  readVariables,
  sharedConfig,
  withEnvFile,
} from './config/config.ts'
export { type AllowedOrigin, parseOrigins } from './cors.ts'
export { formatCurl } from './docs/curl-samples.ts'
export {
  DOCS_LINKS,
  escapeHtml,
  quoteForShell,
  renderCode,
  renderJson,
  renderText,
} from './docs/html-page.ts'
export type { LandingContent } from './docs/landing-page.ts'
export type { ApiDescription } from './docs/openapi.ts'
export { toIssuesError } from './input/issues.ts'
export { closedObject, optional, ref, stringEnum } from './input/schemas.ts'
export { compileInput } from './input/validation.ts'
export { runService, type StartOptions } from './lifecycle/run.ts'
export { countFailedAuthentication, type RateLimit } from './limits/rate-limit.ts'
export { createLogger, type Logger, openLogStream } from './observability/log.ts'
export {
  createRegistry,
  METRICS,
  type MetricsSource,
  type Registry,
  readMetrics,
} from './observability/metrics.ts'
export { LIVENESS, passProbe, READINESS } from './observability/probe.ts'
export { readPrecondition } from './operation/conditional.ts'
export { listErrors } from './operation/describe.ts'
export type { Endpoint } from './operation/endpoint.ts'
export { type RequestKey, readRequestKey } from './operation/idempotency.ts'
export {
  type Content,
  collectSchemas,
  createOperationDefiner,
  type InputSchemas,
  type Operation,
  type Result,
  type ResultDescription,
  readValue,
  uncached,
} from './operation/operation.ts'
export type { Authorization } from './operation/route.ts'
export type { ErrorFormat, ErrorResponse } from './problems/error-response.ts'
export { HTTP_ERRORS, slugOf, statusOf } from './problems/http-errors.ts'
export { PROBLEM_FORMAT, ProblemDetails } from './problems/problem-details.ts'
export { createService, type Service } from './service.ts'
export type { Primary } from './workers/worker.ts'
