// `If-Match` on what writes: evaluated on the revision that is changed, while nobody else can change it.
import type { ChangelogFile } from '@qb/core/changelog'
import { assertIfMatch, type Reply, type Request } from '@qb/http'

/**
 * Edits the file if the request’s `If-Match` allows it, and sets the `ETag` of the file after the edit.
 * @throws CoreError `precondition_failed` with the current `ETag` set, or what the edit throws
 */
export async function editIfMatch<T>(
  file: ChangelogFile,
  request: Pick<Request, 'headers'>,
  reply: Pick<Reply, 'header'>,
  change: (text: string) => { readonly text: string; readonly result: T },
): Promise<T> {
  const { result, hash } = await file.edit((content) => {
    assertIfMatch(request, reply, { tag: content.hash, exists: content.exists })
    return change(content.text)
  })
  reply.header('etag', `"${hash}"`)
  return result
}

/**
 * Does what {@link editIfMatch} does for an edit that changes nothing: the file is only read.
 * @throws CoreError `precondition_failed` with the current `ETag` set, or `unreadable_changelog`
 */
export async function readIfMatch(
  file: ChangelogFile,
  request: Pick<Request, 'headers'>,
  reply: Pick<Reply, 'header'>,
): Promise<void> {
  const { hash, exists } = await file.read()
  assertIfMatch(request, reply, { tag: hash, exists })
  reply.header('etag', `"${hash}"`)
}
