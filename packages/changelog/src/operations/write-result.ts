// Defines what the operations that write have in common: the member of their bodies for a dry run, and the members of their
// results for a dry run and for git.
import type { GitPreview } from '@qb/core/git'
import { type ObjectOptions, type TObject, type TProperties, Type } from '@sinclair/typebox'

const DryRun = Type.Boolean({
  default: false,
  description: 'Whether to return what would change, and to write nothing.',
})

/** The schema of a body: the given members and `dry_run`, all optional. */
export function withDryRun<T extends TProperties>(parameters: TObject<T>, options: ObjectOptions) {
  return Type.Partial(
    Type.Object({ ...parameters.properties, dry_run: DryRun }, { additionalProperties: false }),
    options,
  )
}

const GitPlan = Type.Object(
  {
    branch: Type.String({ description: 'The branch that would get the commit.' }),
    message: Type.String({ description: 'The first line of the commit message.' }),
    tag: Type.Optional(Type.String({ description: 'The tag that would be created.' })),
    remote: Type.Optional(Type.String({ description: 'The remote that would be pushed to.' })),
  },
  {
    additionalProperties: false,
    description:
      'Only in a dry run, in the release modes `commit` and `push`: what would be recorded in git.',
  },
)

/** The members of a result that depend on the release mode or on the dry run. */
export const writeResult = {
  commit: Type.Optional(
    Type.String({ description: 'The hash of the commit. Only in the release modes `commit` and `push`.' }),
  ),
  git: Type.Optional(GitPlan),
  dry_run: Type.Optional(Type.Literal(true, { description: 'Only in a dry run: nothing was written.' })),
  diff: Type.Optional(
    Type.String({
      description: 'Only in a dry run: the unified diff of the changelog. Empty when nothing would change.',
    }),
  ),
}

/** The members of the response to a dry run. */
export function dryRunMembers({
  diff,
  git,
}: {
  readonly diff: string
  readonly git?: GitPreview | undefined
}) {
  return { dry_run: true as const, diff, ...(git && { git }) }
}
