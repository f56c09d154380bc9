// Normalizes client addresses for rate limiting. All spellings of an address have one name, and so does a customer's
// network.
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** Prefix length of the IPv6 network that one customer usually gets. The customer may use any address in it. */
const IPV6_PREFIX_BITS = 64

/**
 * Normalizes an address from a socket or from `X-Forwarded-For`. IPv4 stays unchanged; an IPv4 address mapped into
 * IPv6 becomes IPv4. IPv6 becomes the first address of its /64 network. Port, brackets and zone are removed. Any
 * other text becomes `unknown`.
 */
export function normalizeAddress(text: string | undefined): string {
  const written = text?.trim() ?? ''
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(written)?.[1]
  const [address = ''] = (bracketed ?? dropPort(written)).split('%', 1)
  return isIP(address) === 0 ? 'unknown' : normalizeIP(address, IPV6_PREFIX_BITS)
}

function dropPort(text: string): string {
  const [address = ''] = text.split(':', 1)
  return isIPv4(address) ? address : text
}

/**
 * The client address of a request that did not pass through Fastify. With `trustProxy`, it is the address that the
 * nearest proxy added to `X-Forwarded-For`.
 */
export function rawAddressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return forwarded === undefined ? socket.remoteAddress : String(forwarded).split(',').at(-1)
}
