// Normalises client addresses for rate limiting. All notations of an IPv4 address, and all addresses of an
// IPv6 /64 network, have the same normalised form.
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** Prefix length of the IPv6 network that one customer usually gets. The customer can use any address in it. */
const IPV6_PREFIX_BITS = 64

/**
 * Normalises an address from a socket or from `X-Forwarded-For`. An IPv4 address stays unchanged, and an
 * IPv4-mapped IPv6 address becomes the IPv4 address. Any other IPv6 address becomes the first address of its
 * /64 network. The port, brackets and the zone are removed. A string that is not an address becomes
 * `unknown`.
 */
export function normalizeAddress(address: string | undefined): string {
  const trimmed = address?.trim() ?? ''
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1]
  const [ip = ''] = (bracketed ?? stripPort(trimmed)).split('%', 1)
  return isIP(ip) === 0 ? 'unknown' : normalizeIP(ip, IPV6_PREFIX_BITS)
}

/** Removes the port of an IPv4 address. Without brackets, an IPv6 address cannot have a port. */
function stripPort(address: string): string {
  const [host = ''] = address.split(':', 1)
  return isIPv4(host) ? host : address
}

/**
 * Returns the client address of a request that did not pass through Fastify, not normalised. With
 * `trustProxy`, it is the last address of `X-Forwarded-For`, which the nearest proxy added.
 */
export function clientAddressOf(
  { headers, socket }: IncomingMessage,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return forwarded === undefined ? socket.remoteAddress : String(forwarded).split(',').at(-1)
}
