// Defines the lines of a journal. A line with a valid checksum can still be another one: of another version of the service, or
// edited by hand.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LINES_OF_TURN } from './journal-file.ts'

/** An object without other members, because results become members of responses. */
const object = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

const list = <T extends TSchema>(items: T) => Type.Unsafe<readonly Static<T>[]>(Type.Array(items))

const Id = Type.String()
const Revision = Type.String({ pattern: '^[0-9a-f]+$' })
const Hash = Type.String({ pattern: '^[0-9a-f]{40,64}$' })
const RefName = Type.String({ pattern: '^[^\\x00-\\x20\\x7f]+$' })
const Entry = Type.String({ pattern: '^\\d{6} [0-9a-f]{40,64}$' })

const Outcome = Type.Union([
  object({ kind: Type.Literal('added') }),
  object({
    kind: Type.Literal('released'),
    version: Type.String(),
    warnings: Type.Optional(list(Type.String())),
  }),
])

const StoredResult = object({
  outcome: Outcome,
  commit: Type.Optional(Hash),
  tag: Type.Optional(RefName),
  branch: Type.Optional(RefName),
})

const JournalRecord = object({ id: Id, fingerprint: Id, result: StoredResult })
/** The result of a transaction that took effect, with its key. */
export type JournalRecord = Static<typeof JournalRecord>

const Plan = object({
  commit: Hash,
  parent: Type.Optional(Hash),
  branch: RefName,
  tag: Type.Optional(object({ name: RefName, object: Hash })),
  path: Type.String({ minLength: 1 }),
  entry: Entry,
  replacedEntries: list(Entry),
})

const ResultsLine = object({
  kind: Type.Literal('results'),
  state: Type.Union([Type.Literal('done'), Type.Literal('intended'), Type.Literal('undecided')]),
  group: Id,
  at: Type.Number(),
  before: Revision,
  after: Revision,
  records: list(JournalRecord),
  plan: Type.Optional(Plan),
})
/** The results of a batch, with the revisions of the changelog around it. They are an intent until its end is known. */
export type ResultsLine = Static<typeof ResultsLine>

const EndLine = object({
  kind: Type.Literal('end'),
  group: Id,
  decision: Type.Union([Type.Literal('done'), Type.Literal('not_done'), Type.Literal('undecided')]),
})

const Line = Type.Union([ResultsLine, EndLine])
/** A line of a journal. */
export type Line = Static<typeof Line>

/** Checks the lines of a journal. Other events are handled between them. @throws Error when one of them is another one */
export async function checkLines(lines: readonly unknown[]): Promise<readonly Line[]> {
  for (const [index, line] of lines.entries()) {
    if (!Value.Check(Line, line))
      throw new Error('expected lines of this version of the service, got another one')
    if (index % LINES_OF_TURN === 0) await nextTurn()
  }
  return lines as readonly Line[]
}
