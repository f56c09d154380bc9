// The client flow: lists the changes, adds an entry for each, and creates a release. It is a client of the HTTP API, and a
// run that was interrupted can be repeated.
import { hash } from 'node:crypto'
import { escapeMarkdown } from '@qb/core/changelog'
import { type Api, createApi, type Entry, newKey, type Released, textOf } from './api.ts'
import { previewBump, previewWithoutEntries, releaseDerived } from './derived-release.ts'

/** Options of {@link runFlow}. */
export interface FlowOptions {
  /** The URL of the service. */
  readonly url: string
  /** An API key or a token. */
  readonly key: string | undefined
  /** `MAJOR`, `MINOR` or `PATCH`. `auto` derives it from the entries under Unreleased. */
  readonly bump: string
  /** The commit, tag or branch to compare with. Default: the last release. */
  readonly since: string | undefined
  /** Whether to print what the flow would do, without changing anything. */
  readonly dryRun: boolean
}

/** Number of entries of one update. With long paths too, it is within the limits of the service. */
const ENTRIES_OF_UPDATE = 2000

/**
 * Runs the flow, and prints what it does.
 * @throws CommandError with exit code 1 for an error response, 3 for a missing or invalid key or a missing scope, 4 when the URL
 * does not lead to the service
 */
export async function runFlow({ url, key, bump, since, dryRun }: FlowOptions): Promise<void> {
  const api = createApi(url, key)
  const { changes, base } = await api.listChanges(since)
  const entries = changes.map(({ type, path, category }) => ({
    type,
    description: `${category}: ${escapeControls(path)}`,
  }))
  for (const { type, description } of entries) console.log(`${type.padEnd(8)}${description}`)
  if (dryRun) return console.log(await previewRelease(api, bump, entries))
  // The same changes since the same base are the same flow, so that a flow that was interrupted can be run again.
  const flowKey = hash('sha256', JSON.stringify([base, bump, entries]))
  await addEntries(api, entries, flowKey)
  const released = bump === 'auto' ? await releaseDerived(api) : await release(api, bump, flowKey)
  console.log(describeRelease(released, 'released', 'nothing released'))
}

/** Says what the flow would do with the entries. */
async function previewRelease(api: Api, option: string, entries: readonly Entry[]): Promise<string> {
  const bump = option === 'auto' ? await previewBump(api, entries) : option
  if (entries.length > 0) return `would add ${formatEntries(entries.length)} and create a ${bump} release`
  const body = bump
    ? (await api.release({ version_bump: bump, dry_run: true })).body
    : await previewWithoutEntries(api)
  return `would add nothing and ${describeRelease(body, 'release', 'release nothing')}`
}

function describeRelease({ success, version, reason }: Released, verb: string, none: string): string {
  return success ? `${verb} ${version}` : `${none}; the version is still ${version}: ${reason}`
}

/** Adds the entries that are not under Unreleased. */
async function addEntries(api: Api, entries: readonly Entry[], flowKey: string): Promise<void> {
  if (entries.length === 0) return
  const known = await api.readEntries('unreleased')
  const changes = entries.filter((entry) => !isIn(known, entry))
  if (changes.length < entries.length)
    console.log(`${formatEntries(entries.length - changes.length)} already under Unreleased`)
  for (let start = 0; start < changes.length; start += ENTRIES_OF_UPDATE) {
    const part = changes.slice(start, start + ENTRIES_OF_UPDATE)
    await addPart(api, part, start === 0 ? flowKey : `${flowKey}-${start}`)
  }
}

/** Adds entries with one update. */
async function addPart(api: Api, changes: readonly Entry[], flowKey: string): Promise<void> {
  const { status, isReplayed } = await api.update({ changes, escape: true }, flowKey)
  if (status !== 422 && !isReplayed) return console.log(`added ${formatEntries(changes.length)}`)
  // An earlier run of this flow added these entries, or other ones. They can be released, or gone.
  const released = await api.readEntries('latest')
  const missing = changes.filter((entry) => !isIn(released, entry))
  console.log(`${formatEntries(changes.length - missing.length)} added by an earlier run of this flow`)
  if (missing.length === 0) return
  await api.update({ changes: missing, escape: true }, newKey(flowKey))
  console.log(`added ${formatEntries(missing.length)}`)
}

/** Creates the release, unless an earlier run of this flow created it and it is in the changelog. */
async function release(api: Api, bump: string, flowKey: string): Promise<Released> {
  let { body, isReplayed } = await api.release({ version_bump: bump }, flowKey)
  // What an earlier run released can be gone.
  if (isReplayed && !(await api.readEntries(body.version)))
    ({ body } = await api.release({ version_bump: bump }, newKey(flowKey)))
  return body
}

/** Whether an entry is in the changelog: escaped, as the flow adds it, or as it is. */
function isIn(known: ReadonlySet<string> | undefined, { type, description }: Entry): boolean {
  return [description, escapeMarkdown(description)].some((text) =>
    known?.has(textOf({ type, description: text })),
  )
}

function formatEntries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`
}

/** Writes control characters, line separators and bidirectional controls, which an entry must not contain, as `\\u000a`. */
function escapeControls(path: string): string {
  return path.replaceAll(/(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
