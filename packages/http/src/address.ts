// Which address a request is counted under: one name for all spellings of an address, and for one customer's network.
import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** An IPv6 network of this many bits is given to one customer as a rule, who may use any address in it. */
const IPV6_PREFIX_BITS = 64

/**
 * The name of an address as a socket or `X-Forwarded-For` has it: IPv4 as it is, also where it is mapped into IPv6;
 * the first address of the /64 network for IPv6. A port, brackets and a zone are left out. What is no address is
 * `unknown`.
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

/** Whose address a request comes from that Fastify has not seen: what the nearest proxy says, where one is trusted. */
export function rawAddressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  return forwarded === undefined ? socket.remoteAddress : String(forwarded).split(',').at(-1)
}
