// The `response` part of a route's schema: one success, and each failure by its status.
import { CoreError, ERRORS, type ErrorCode } from '@qb/core/errors'
import type { TSchema } from '@sinclair/typebox'
import { type RenderFailure, STATUS, toFailure } from './errors.ts'
import { anchorOf } from './landing-page.ts'

/** How an app's failures are described: their media type, and the schema that all of them have. */
export interface FailureForm {
  readonly contentType: string
  readonly schema: TSchema
  /** Examples of failures, and how they are written; a code without one is described in words alone. */
  readonly examples?: { readonly render: RenderFailure; readonly errors: readonly CoreError[] }
}

/** The failures that every operation may end in. */
const ALWAYS: readonly ErrorCode[] = ['too_many_requests', 'internal']

/** Describes an operation's answers: a success in JSON, and its failures. */
export function describeAnswers<S extends TSchema>(
  success: S,
  description: string,
  failures: readonly ErrorCode[],
  form: FailureForm,
) {
  return {
    200: { description, content: { 'application/json': { schema: success } } },
    ...describeFailures(failures, form),
  }
}

/** Describes an operation's failures by their status; those of one status share a description that names each. */
export function describeFailures(
  failures: readonly ErrorCode[],
  { contentType, schema, examples }: FailureForm,
): Record<string, object> {
  const codes = new Map<number, ErrorCode[]>()
  for (const code of [...failures, ...ALWAYS]) {
    const status = STATUS[ERRORS[code].kind]
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  const described = [...codes].map(([status, all]) => {
    const media = { schema, ...(examples && { examples: exemplify(all, examples) }) }
    const description = all.map((code) => ERRORS[code].title).join('; ')
    return [status, { description, content: { [contentType]: media } }] as const
  })
  return Object.fromEntries(described)
}

function exemplify(codes: readonly ErrorCode[], { render, errors }: NonNullable<FailureForm['examples']>) {
  const chosen = codes.map((code) => errors.find((error) => error.code === code) ?? new CoreError(code, ''))
  const named = chosen.map((error) => {
    const value = JSON.parse(render(toFailure(error, 'req-1k')).body)
    return [anchorOf(error.code), { summary: ERRORS[error.code].title, value }] as const
  })
  return Object.fromEntries(named)
}
