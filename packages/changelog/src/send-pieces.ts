// Sends a body that is in memory already. Pieces of a large one go to the socket as they are, when it can take more;
// joined, each response would be a copy.
import { Readable } from 'node:stream'
import type { Reply } from '@qb/http'
import type { Pieces } from './rendered-history.ts'

/** Up to how many bytes a body is joined: one call of the system is then less work than several. */
const MAX_JOINED_BYTES = 64 * 1024

/** Sends pieces as one body of a media type. */
export function sendPieces(reply: Reply, mediaType: string, pieces: Pieces): Reply {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  reply.type(`${mediaType}; charset=utf-8`)
  if (length <= MAX_JOINED_BYTES) return reply.send(Buffer.concat(pieces, length))
  return reply.header('content-length', length).send(Readable.from(pieces))
}
