// Rejects requests of browser pages from other machines. Without this check, such a page could reach a service on a local
// address, with a host name that it resolves to that address (DNS rebinding).
// @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '@qb/http'

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checks the `Origin` of a request. Programs send none. A page sends its own, which must be on a loopback host.
 * @throws AppError `http/forbidden`
 */
export function checkOrigin(origin: string | undefined): void {
  if (origin === undefined || LOOPBACK_HOSTS.has(hostOf(origin))) return
  throw new AppError(
    HTTP_ERRORS.forbidden,
    `Origin: expected none, or one on localhost; got ${JSON.stringify(origin.slice(0, 80))}`,
  )
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}
