// Adds entries under Unreleased, all or none.
import { addEntries, CHANGE_TYPES, CHANGELOG_ERRORS, MAX_DESCRIPTION_LENGTH } from '@qb/core/changelog'
import { stringEnum, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

/** The most entries that one update may add. */
export const MAX_CHANGES = 100_000

const NewEntry = Type.Object(
  {
    type: stringEnum(CHANGE_TYPES, { description: 'The heading under Unreleased that the entry goes to.' }),
    description: Type.String({
      // JSON Schema counts code points. The changelog counts UTF-16 code units, which are never fewer.
      maxLength: MAX_DESCRIPTION_LENGTH,
      description:
        'The entry in Markdown, without a leading bullet. Further lines are indented into the entry.',
    }),
  },
  { additionalProperties: false },
)

const parameters = Type.Object(
  {
    changes: Type.Array(NewEntry, {
      maxItems: MAX_CHANGES,
      description: 'The entries to add, in this order. All are added, or none.',
    }),
  },
  { additionalProperties: false },
)

/** The result of an update. */
export const UpdateResult = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String({ description: '`Changelog updated successfully`.' }),
  },
  {
    $id: 'UpdateResult',
    additionalProperties: false,
    description: 'The entries are in the changelog.',
    examples: [{ success: true, message: 'Changelog updated successfully' }],
  },
)

export const updateChangelog = defineOperation({
  id: 'updateChangelog',
  method: 'POST',
  path: '/api/changelog/update',
  access: 'changelog:write',
  tag: 'Changelog',
  summary: 'Add entries under Unreleased',
  description:
    'Adds each element as one entry under the heading of its type, in order. Every byte outside the new lines stays as it is. When a description could be read as more than one entry, the response is 400, names it, and no entry is added. Without `changes`, with an empty list or an empty body, nothing is written. A successful response means that the entries are on disk. With `If-Match`, entries are added only to the revision that it names.',
  input: {
    query: Type.Object({}, { additionalProperties: false }),
    body: Type.Partial(parameters, {
      examples: [{ changes: [{ type: 'Added', description: 'A seed for every draw.' }] }],
    }),
  },
  isConditional: true,
  result: { description: 'The entries are in the changelog.', schema: UpdateResult },
  errors: [
    CHANGELOG_ERRORS.invalid_description,
    CHANGELOG_ERRORS.ambiguous,
    CHANGELOG_ERRORS.edit_refused,
    CHANGELOG_ERRORS.unreadable,
    CHANGELOG_ERRORS.unwritable,
    CHANGELOG_ERRORS.locked,
    CHANGELOG_ERRORS.precondition_failed,
  ],
  tool: {
    name: 'update_changelog',
    description: 'Add entries under the Unreleased heading of the changelog. All entries are added, or none.',
    parameters,
  },
  async run({ changes = [], precondition }, { changelog }) {
    // Without changes and precondition no lock is needed, so that this works for a read-only file too.
    const isRead = changes.length === 0 && precondition === undefined
    const { revision } = isRead
      ? await changelog.read()
      : await changelog.transact({
          precondition,
          change: (document) => ({ document: addEntries(document, changes), result: undefined }),
        })
    return uncached<Static<typeof UpdateResult>>(
      { success: true, message: 'Changelog updated successfully' },
      revision,
    )
  },
})
