// Adds entries to the Unreleased section. Either all entries are added, or none.
import { CHANGELOG_ERRORS, MAX_DESCRIPTION_LENGTH } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { closedObject, stringEnum, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import type { OperationSettings } from '../settings.ts'
import { WRITE_ERRORS, withDryRun, write, writeResult } from './write-result.ts'

/** Maximum number of entries in an update. An edit is one step of the event loop: no other request is handled during it. */
export const MAX_CHANGES = 5000

/** The maxima of all descriptions of an update together: characters in UTF-16 code units, and lines. */
const TOTALS = { characters: 1_000_000, lines: 10_000 } as const

const Escape = Type.Boolean({
  default: false,
  description:
    'Whether the descriptions are plain text, such as titles of pull requests or paths. Each character that has a meaning in Markdown gets a backslash, so that the text is rendered as it is.',
})

export const UpdateResult = closedObject(
  {
    success: Type.Boolean({ description: 'Always true.' }),
    message: Type.String({ description: '`Changelog updated successfully`.' }),
    ...writeResult,
  },
  {
    $id: 'UpdateResult',
    description: 'The result of an update.',
    examples: [{ success: true, message: 'Changelog updated successfully' }],
  },
)

const UPDATED: Static<typeof UpdateResult> = { success: true, message: 'Changelog updated successfully' }

export function defineUpdateChangelog({ entryTypes, isFlat }: OperationSettings) {
  const NewEntry = closedObject({
    type: stringEnum(entryTypes, {
      description:
        'The type of the entry: its heading under Unreleased. `CHANGELOG_ENTRY_TYPES` of the service lists the types.',
    }),
    description: Type.String({
      // JSON Schema counts code points. The editor counts UTF-16 code units, so it can reject a description
      // that passes here.
      maxLength: MAX_DESCRIPTION_LENGTH,
      description:
        'The entry in Markdown, without a leading bullet. All lines after the first are indented by the service.',
    }),
  })

  const parameters = closedObject({
    changes: Type.Array(NewEntry, {
      maxItems: MAX_CHANGES,
      description: `The entries to add, in order. Either all entries are added, or none. Without entries, the file is unchanged. At most ${MAX_CHANGES.toLocaleString('en')} entries, whose descriptions have at most ${TOTALS.characters.toLocaleString('en')} characters and ${TOTALS.lines.toLocaleString('en')} lines in total.`,
    }),
  })

  return defineOperation({
    id: 'updateChangelog',
    method: 'POST',
    path: '/api/changelog/update',
    access: 'changelog:write',
    tag: 'Changelog',
    summary: 'Add entries under Unreleased',
    description: `Adds each element as an entry under the heading of its type, in order. No byte outside the added lines changes. A successful response means that the entries are on disk, or on the remote in the release mode \`push\`.

If a description would be more than one entry, the operation returns 400 and adds no entry. The error names the description.`,
    input: {
      body: withDryRun(closedObject({ ...parameters.properties, escape: Escape }), {
        // Who tries the operation in /docs changes nothing.
        examples: [{ changes: [{ type: 'Added', description: 'Dark mode.' }], dry_run: true }],
      }),
    },
    isConditional: true,
    isRepeatable: true,
    result: { description: 'The entries were added.', schema: UpdateResult },
    errors: [CHANGELOG_ERRORS.invalid_description, ...WRITE_ERRORS],
    functionDefinition: {
      name: 'update_changelog',
      description:
        'Add entries under the Unreleased heading of the changelog. Either all entries are added, or none.',
      parameters,
    },
    async run(
      {
        changes = [],
        escape: isPlainText = false,
        dry_run: isDryRun = false,
        precondition,
        requestKey: idempotencyKey,
      },
      { changelog },
    ) {
      checkTotals(changes.map(({ description }) => description))
      // Without changes, precondition and key, no lock is taken, so that the request succeeds for a read-only file.
      const hasEffect = changes.length > 0 || precondition !== undefined || idempotencyKey !== undefined
      if (!hasEffect && !isDryRun) return uncached(UPDATED, (await changelog.read()).revision)
      const entries = changes.map((change) => ({ ...change, escape: isPlainText, isFlat }))
      return write(changelog, { precondition, idempotencyKey, entries }, () => UPDATED, isDryRun)
    },
  })
}

function checkTotals(descriptions: readonly string[]): void {
  const totals = {
    characters: descriptions.reduce((sum, { length }) => sum + length, 0),
    lines: descriptions.reduce((sum, text) => sum + text.split(/\r\n?|\n/).length, 0),
  }
  for (const unit of ['characters', 'lines'] as const) {
    if (totals[unit] <= TOTALS[unit]) continue
    const message = `changes: expected descriptions of at most ${TOTALS[unit]} ${unit} in total, got ${totals[unit]}; send several updates`
    throw new AppError(CHANGELOG_ERRORS.invalid_description, message)
  }
}
