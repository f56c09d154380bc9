// Defines the dry run of the operations that write: a member of their bodies, and two members of their results.
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

/** The members of a result that only a dry run has. */
export const dryRunResult = {
  dry_run: Type.Optional(Type.Literal(true, { description: 'Only in a dry run: nothing was written.' })),
  diff: Type.Optional(
    Type.String({
      description: 'Only in a dry run: the unified diff of the changelog. Empty when nothing would change.',
    }),
  ),
}
