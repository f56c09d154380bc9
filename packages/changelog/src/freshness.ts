// Conditional reading: the tag of a changelog is the hash of its bytes.
// @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
import type { Reply, Request } from '@qb/http'

/** Sets the tag; when the client has this content already, answers 304 and says so. */
export function isFresh(
  request: Pick<Request, 'headers'>,
  reply: Pick<Reply, 'header' | 'code' | 'send'>,
  hash: string,
): boolean {
  reply.header('etag', `"${hash}"`)
  reply.header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${hash}"`) && known.trim() !== '*') return false
  reply.code(304).send()
  return true
}
