// The `response` part of a route's schema: one success, and each failure by its status.
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import type { TSchema } from '@sinclair/typebox'
import { STATUS } from './errors.ts'

/** How an app's failures are described: their media type, and the schema that all of them have. */
export interface FailureForm {
  readonly contentType: string
  readonly schema: TSchema
}

/** The failures that every operation may end in. */
const ALWAYS: readonly ErrorCode[] = ['too_many_requests', 'internal']

/** Describes an operation's answers; failures of one status share a description that names each. */
export function describeAnswers<S extends TSchema>(
  success: S,
  description: string,
  failures: readonly ErrorCode[],
  { contentType, schema }: FailureForm,
) {
  const titles = new Map<number, string[]>()
  for (const code of [...failures, ...ALWAYS]) {
    const status = STATUS[ERRORS[code].kind]
    titles.set(status, [...(titles.get(status) ?? []), ERRORS[code].title])
  }
  const described = [...titles].map(([status, names]) => {
    return [status, { description: names.join('; '), content: { [contentType]: { schema } } }] as const
  })
  return {
    200: { description, content: { 'application/json': { schema: success } } },
    ...Object.fromEntries(described),
  }
}
