// Defines the changelog client and its types. They come from the OpenAPI document. Results also contain the values of header
// fields.
import type * as api from '../generated/changelog.ts'
import type { CallOptions, ClientOptions } from '../options.ts'

export type {
  Change,
  ChangelogEntry,
  FunctionList,
  Health as ChangelogHealth,
} from '../generated/changelog.ts'

/**
 * The client of the changelog service. All methods are functions without `this`. A call is rejected with a `ChangelogError`, an
 * `ApiError`, a `NetworkError`, an `InvalidResponseError`, or the reason of its signal.
 */
export interface ChangelogClient {
  /** Lists the paths that changed since the last release. */
  getRepositoryChanges(options?: ChangesOptions): Promise<RepositoryChanges>
  /** Adds entries under Unreleased: all of them, or none. */
  updateChangelog<Dry extends boolean = false>(
    entries: readonly NewEntry[],
    options?: UpdateOptions<Dry>,
  ): Promise<UpdateOutcome<Dry>>
  /** Releases the entries under Unreleased: of one changelog, or of several packages with one commit. When there are none, `success` is false. */
  createRelease<Dry extends boolean = false>(
    version: VersionBump | ExactVersion | PackageReleases,
    options?: ReleaseOptions<Dry>,
  ): Promise<ReleaseOutcome<Dry>>
  /** Returns the history of releases. */
  getChangelog(options?: HistoryOptions): Promise<ChangelogHistory>
  /** Returns a version, `latest` or `unreleased`. */
  getVersion(version: string, options?: PackageOptions): Promise<Release>
  /** Returns the notes of a version, `latest` or `unreleased` in Markdown, exactly as in the file. */
  getNotes(version: string, options?: PackageOptions): Promise<string>
  /** Returns function definitions for language models. */
  listFunctions(options?: CallOptions): Promise<api.FunctionList>
  /** Returns the health of the service. */
  getHealth(options?: CallOptions): Promise<api.Health>
  /** Resolves while the service runs. */
  getLiveness(options?: CallOptions): Promise<api.Probe>
  /** Resolves while the service accepts requests. */
  getReadiness(options?: CallOptions): Promise<api.Probe>
  /** Returns the metrics of the service in the text format of Prometheus. */
  getMetrics(options?: CallOptions): Promise<string>
}

/** An API key or a token, or a function that returns the current one. It is called before each attempt. */
export type Credential = string | (() => string | Promise<string>)

/** Options of the changelog client: either an API key or a token. An undefined one, such as a variable that is not set, is rejected by calls. */
export type ChangelogClientOptions = ClientOptions &
  (
    | { readonly apiKey: Credential | undefined; readonly token?: undefined }
    | { readonly token: Credential | undefined; readonly apiKey?: undefined }
  )

type BodyOf<Operation extends 'updateChangelog' | 'createRelease'> = NonNullable<
  api.operations[Operation]['requestBody']
>['content']['application/json']

type ApiEntry = NonNullable<BodyOf<'updateChangelog'>['changes']>[number]

/** The type of an entry. The last three need a service that has them in `CHANGELOG_ENTRY_TYPES`. */
export type EntryType = ApiEntry['type'] | 'Deprecated' | 'Fixed' | 'Security'

/** An entry to add under Unreleased. */
export type NewEntry = Readonly<Omit<ApiEntry, 'type'> & { type: EntryType }>

/** The part of the version to increment. */
export type VersionBump = NonNullable<BodyOf<'createRelease'>['version_bump']>

/** An exact version, in place of a bump. */
export interface ExactVersion {
  readonly version: string
}

/** Several packages, all of which are released with one commit. The default of a bump is PATCH. */
export interface PackageReleases {
  readonly packages: readonly {
    readonly package: string
    readonly version_bump?: VersionBump
    readonly prerelease?: string
    readonly version?: string
  }[]
}

/** Members that results have from header fields. */
interface WithEtag {
  /** The `ETag`: the revision of the changelog. Pass it as `ifMatch` to write only if the changelog is the same. */
  etag: string | undefined
}

/** The changes since the last release. */
export interface RepositoryChanges extends api.RepositoryChanges {
  /** The hash of the commit or tree that was compared with. */
  base: string | undefined
}

/** The history of a changelog. */
export interface ChangelogHistory extends api.ChangelogHistory, WithEtag {}

/** One version of a changelog. */
export interface Release extends api.Release, WithEtag {}

interface Written extends WithEtag {
  /** Whether this is the result of an earlier request with the same idempotency key. */
  replayed: boolean
}

/** The result of an update. */
export interface UpdateResult extends api.UpdateResult, Written {}

/** The result of a release. When nothing was released, `success` is false, and `reason` says why. */
export interface ReleaseResult extends api.ReleaseResult, Written {}

interface Preview {
  dry_run: true
  /** The unified diff of the changelog. Empty when nothing would change. */
  diff: string
}

/** What an update would do. */
export interface UpdatePreview extends Omit<UpdateResult, keyof Preview>, Preview {}

/** What a release would do. */
export interface ReleasePreview extends Omit<ReleaseResult, keyof Preview>, Preview {}

/** Selects a package. */
export interface PackageOptions extends CallOptions {
  /** The name of a package of `CHANGELOG_PACKAGES`. Without packages, leave it out. */
  readonly package?: string | undefined
}

/** Options of `getRepositoryChanges`. */
export interface ChangesOptions extends PackageOptions {
  /** The commit, tag or branch to compare with. `root` is the empty tree. The default is the last release. */
  readonly since?: string | undefined
}

/** Options of `getChangelog`. */
export interface HistoryOptions extends PackageOptions {
  /** Maximum number of releases. */
  readonly limit?: number | undefined
  /** Number of releases to skip. */
  readonly offset?: number | undefined
}

/** Options of the operations that write. */
export interface WriteOptions<Dry extends boolean = boolean> extends PackageOptions {
  /** Whether to return what would change, and to write nothing. */
  readonly dryRun?: Dry | undefined
  /** The `etag` of an earlier result. The service writes only if the changelog has this revision, or rejects with 412. */
  readonly ifMatch?: string | undefined
  /**
   * Names the request: 1 to 255 visible ASCII characters. Requests with the same key take effect once. By default, each call
   * has a key of its own, for all its attempts. Pass a key to repeat a call, for example in a CI job that runs again.
   */
  readonly idempotencyKey?: string | undefined
}

/** Options of `updateChangelog`. */
export interface UpdateOptions<Dry extends boolean = boolean> extends WriteOptions<Dry> {
  /** Whether the descriptions are plain text, which is rendered as it is. Without it, they are Markdown. */
  readonly escape?: boolean | undefined
}

/** Options of `createRelease`. */
export interface ReleaseOptions<Dry extends boolean = boolean> extends WriteOptions<Dry> {
  /** The identifier of a pre-release, such as `rc`: the version is `1.3.0-rc.1`. Not with an exact version. */
  readonly prerelease?: string | undefined
}

/** The result of an update. */
export type UpdateOutcome<Dry extends boolean> = Dry extends true ? UpdatePreview : UpdateResult

/** The result of a release. */
export type ReleaseOutcome<Dry extends boolean> = Dry extends true ? ReleasePreview : ReleaseResult
