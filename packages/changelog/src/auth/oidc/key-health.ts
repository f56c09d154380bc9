// Logs when the keys of an issuer cannot be fetched and when they can again, once each, and keeps the metrics of the fetches.
import type { Logger, Registry } from '@qb/http'
import { Counter, Gauge } from 'prom-client'

/** Creates the callbacks of a key cache. */
export function trackKeyHealth(issuer: string, logger: Logger, registry: Registry) {
  const fetches = new Counter({
    name: 'oidc_jwks_fetches_total',
    help: 'Number of fetches of the keys of the issuer of ID tokens.',
    labelNames: ['result'],
    registers: [registry],
  })
  const fetched = new Gauge({
    name: 'oidc_jwks_fetched_timestamp_seconds',
    help: 'When the keys of the issuer of ID tokens were last fetched. 0 when they never were.',
    registers: [registry],
  })
  for (const result of ['ok', 'error']) fetches.inc({ result }, 0)
  let hasFailed = false
  return {
    onFetched() {
      fetches.inc({ result: 'ok' })
      fetched.setToCurrentTime()
      if (hasFailed) logger.info({ issuer }, 'the keys of the issuer of ID tokens can be fetched again')
      hasFailed = false
    },
    onError(error: Error) {
      fetches.inc({ result: 'error' })
      if (!hasFailed) {
        const { cause } = error
        const message = cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
        logger.error({ issuer, error: message }, 'the keys of the issuer of ID tokens cannot be fetched')
      }
      hasFailed = true
    },
  }
}
