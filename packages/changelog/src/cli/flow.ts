// The client flow: lists the changes, adds an entry for each, and creates a release. It is a client of the HTTP API, and a
// run that was interrupted can be repeated.
import { hash } from 'node:crypto'
import { escapeMarkdown, VERSION_BUMPS } from '@qb/core/changelog'
import { readCommandLine } from '@qb/core/command-line'
import {
  type Api,
  CommandError,
  createApi,
  type Entry,
  newKey,
  type Released,
  type ReleaseTarget,
  textOf,
} from './api.ts'
import { previewTarget, previewWithoutEntries, releaseDerived } from './derived-release.ts'

type Environment = Readonly<Record<string, string | undefined>>
type FlowOptions = ReturnType<typeof readOptions>

/** The values of --bump. */
const BUMPS: readonly string[] = [...VERSION_BUMPS, 'auto']

/** Number of entries of one update. With long paths too, it is within the limits of the service. */
const ENTRIES_OF_UPDATE = 2000

/**
 * Runs the flow, and prints what it does.
 * @throws CommandError with exit code 1 for an error response, 3 for a missing or invalid key or a missing scope, 4 when the URL
 * does not lead to the service
 */
export async function runFlow(args: string[], environment: Environment): Promise<void> {
  const options = readOptions(args, environment)
  const { url, key, packageName, all } = options
  if (!all) return runFlowOf(options, packageName)
  const api = createApi(url, key)
  const names = await api.listPackages()
  if (names.length === 0) throw new CommandError(1, '--all: expected a service with CHANGELOG_PACKAGES')
  // A derived bump holds for the entries that it was derived from, so each package is then released on its own.
  const isTogether = !options.dryRun && options.bump !== 'auto' && (await api.releasesTogether(names))
  const prepared: Prepared[] = []
  for (const name of names) {
    console.log(`${name}:`)
    if (isTogether) prepared.push(...(await prepare(options, name)))
    else await runFlowOf(options, name)
  }
  if (isTogether) await releaseTogether(api, names, prepared)
}

/** Releases the packages that have something to release, with one commit. */
async function releaseTogether(
  api: Api,
  names: readonly string[],
  prepared: readonly Prepared[],
): Promise<void> {
  const packages: object[] = []
  for (const [index, { api: one, target }] of prepared.entries()) {
    const { body } = await one.release({ ...target, dry_run: true })
    if (body.success) packages.push({ package: names[index], ...target })
  }
  if (packages.length === 0) return console.log('nothing released')
  const key = hash('sha256', JSON.stringify(prepared.map(({ flowKey }) => flowKey)))
  const { body } = await api.release({ packages }, key)
  console.log(describeRelease(body, 'released', 'nothing released'))
}

/** A flow whose entries are under Unreleased. */
interface Prepared {
  readonly api: Api
  readonly target: ReleaseTarget
  readonly flowKey: string
}

/** Runs the flow of a package. */
async function runFlowOf(options: FlowOptions, packageName: string | undefined): Promise<void> {
  for (const { api, target, flowKey } of await prepare(options, packageName)) {
    const isDerived = target.version_bump === 'auto'
    const { body, isReplayed } = isDerived
      ? { body: await releaseDerived(api, target), isReplayed: false }
      : await release(api, target, flowKey)
    const verb = isReplayed ? 'an earlier run of this flow released' : 'released'
    console.log(describeRelease(body, verb, 'nothing released'))
  }
}

/** Adds the entries of a package. Returns nothing in a dry run, which prints what the flow would do. */
async function prepare(options: FlowOptions, packageName: string | undefined): Promise<Prepared[]> {
  const { url, key, bump, prerelease, version, since, dryRun } = options
  const target: ReleaseTarget =
    version === undefined ? { version_bump: bump, ...(prerelease && { prerelease }) } : { version }
  const api = createApi(url, key, packageName)
  const { changes, base } = await api.listChanges(since)
  const entries = changes.map(({ type, path, category }) => ({
    type,
    description: `${category}: ${escapeControls(path)}`,
  }))
  for (const { type, description } of entries) console.log(`${type.padEnd(8)}${description}`)
  if (dryRun) {
    console.log(await previewRelease(api, target, entries))
    return []
  }
  // The same changes since the same base are the same flow, so that a flow that was interrupted can be run again.
  const flowKey = hash(
    'sha256',
    JSON.stringify([base, ...Object.values(target), entries].concat(packageName ?? [])),
  )
  if (entries.length > 0) await assertScopes(api, flowKey)
  await addEntries(api, entries, flowKey)
  return [{ api, target, flowKey }]
}

/** Checks the scopes of the key before entries are added. Other errors are those of another update or release. */
async function assertScopes(api: Api, flowKey: string): Promise<void> {
  const dryRun = { dry_run: true }
  for (const ask of [() => api.update(dryRun, flowKey), () => api.release(dryRun)])
    await ask().catch((error: unknown) => {
      if (!(error instanceof CommandError) || error.exitCode !== 1) throw error
    })
}

/** Says what the flow would do with the entries. */
async function previewRelease(api: Api, option: ReleaseTarget, entries: readonly Entry[]): Promise<string> {
  const { history } = await api.readHistory()
  const target = option.version_bump === 'auto' ? previewTarget(history, option, entries) : option
  const text = target && [...Object.values(target), 'release'].join(' ')
  if (entries.length > 0)
    return `would add ${formatEntries(entries.length)} and create a ${text} after ${history.version}`
  const body = target
    ? (await api.release({ ...target, dry_run: true })).body
    : await previewWithoutEntries(api)
  return `would add nothing and ${describeRelease(body, 'release', 'release nothing')}`
}

function describeRelease(released: Released, verb: string, none: string): string {
  const { success, version, reason, warnings = [], packages = [] } = released
  const outcome = success ? `${verb} ${version}` : `${none}; the version is still ${version}: ${reason}`
  const all = [...warnings, ...packages.flatMap((one) => one.warnings ?? [])]
  return [outcome, ...all.map((warning) => `warning: ${warning}`)].join('\n')
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
async function release(api: Api, target: ReleaseTarget, flowKey: string) {
  const first = await api.release(target, flowKey)
  // What an earlier run released can be gone.
  const isGone = first.isReplayed && !(await api.readEntries(first.body.version))
  return isGone ? await api.release(target, newKey(flowKey)) : first
}

/** Whether an entry is in the changelog: escaped, as the flow adds it, or as it is, and with or without its category. */
function isIn(known: ReadonlySet<string> | undefined, { type, description }: Entry): boolean {
  return [description, escapeMarkdown(description)].some((text) =>
    [type, null].some((one) => known?.has(textOf({ type: one, description: text }))),
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

/** Returns the URL of the service that has this environment too. */
function urlOfService({
  CHANGELOG_HOST: host,
  CHANGELOG_PORT,
  CHANGELOG_BASE_PATH = '',
}: Environment): string {
  // A service that listens on all addresses is reached at the loopback address.
  const address = !host || host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const name = address.includes(':') ? `[${address}]` : address
  return `http://${name}:${CHANGELOG_PORT || 8001}${CHANGELOG_BASE_PATH.replace(/\/$/, '')}`
}

/** Reads the command line. The usage of the program describes its options. @throws CommandError with exit code 2 */
function readOptions(args: string[], environment: Environment) {
  const { CHANGELOG_URL, CHANGELOG_API_KEY } = environment
  const { values } = readCommandLine({
    args,
    options: {
      url: { type: 'string', default: CHANGELOG_URL || urlOfService(environment) },
      bump: { type: 'string' },
      prerelease: { type: 'string' },
      version: { type: 'string' },
      package: { type: 'string' },
      all: { type: 'boolean', default: false },
      since: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const { url, prerelease, version, package: packageName, all, since, 'dry-run': dryRun } = values
  const { bump = 'PATCH' } = values
  if (version !== undefined && (values.bump ?? prerelease) !== undefined)
    throw new CommandError(2, '--version: expected no --bump and no --prerelease')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandError(2, `--url: expected a URL such as http://127.0.0.1:8001, got ${url}`)
  }
  if (!BUMPS.includes(bump)) {
    throw new CommandError(2, `--bump: expected one of: ${BUMPS.join(', ')}; got ${bump}`)
  }
  if (all && (packageName ?? version) !== undefined)
    throw new CommandError(2, '--all: expected no --package and no --version')
  return { url, key: CHANGELOG_API_KEY?.trim(), bump, prerelease, version, packageName, all, since, dryRun }
}
