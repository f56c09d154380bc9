// Renders the history of the changelog as JSON, once per revision. A large changelog has thousands of releases, and a
// response contains a few of them.
import {
  type ChangelogDocument,
  findRelease,
  type Release,
  readVersions,
  type Snapshot,
  type Unreleased,
  type VersionNotes,
} from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'

/** The rendered history of one revision of the changelog. */
export interface RenderedHistory {
  /**
   * Returns the history as JSON, with at most `limit` releases from `offset` on.
   * @throws AppError `changelog/ambiguous`
   */
  history(limit: number, offset: number): string
  /**
   * Returns one version, as JSON and as Markdown.
   * @param name `unreleased`, `latest` or a version
   * @throws AppError `changelog/unknown_version`, `changelog/ambiguous`
   */
  version(name: string): { json(): string; markdown(): string }
}

/** Creates a function that renders the history of a snapshot. Only the last rendered revision is cached. */
export function createHistoryCache(): (snapshot: Snapshot) => RenderedHistory {
  let cached: { readonly revision: string; readonly rendered: RenderedHistory } | undefined
  return (snapshot) => {
    const { revision } = snapshot
    if (cached?.revision === revision) return cached.rendered
    // The old revision is released first, so that rendering does not need memory for both.
    cached = undefined
    const rendered = renderHistory(snapshot.document())
    cached = { revision, rendered }
    return rendered
  }
}

function renderHistory(document: ChangelogDocument): RenderedHistory {
  const { version: current, releases, unreleased: read } = readVersions(document)
  const unreleased = createUnreleasedRenderer(read)
  const versions = releases.map(({ release }) => release.version)
  const rendered = releases.map(({ release }) => JSON.stringify(release))
  const markdown = ({ start, end }: VersionNotes<Release>['notes']) => document.text.slice(start, end)
  return {
    history(limit, offset) {
      const { changes } = unreleased()
      const page = rendered.slice(offset, offset + limit).join(',')
      return `{"version":${JSON.stringify(current)},"unreleased":${changes},"releases":[${page}],"total":${versions.length}}`
    },
    version(name) {
      if (name === 'unreleased') {
        const { changes, notes } = unreleased()
        return {
          json: () => `{"version":"unreleased","date":null,"yanked":false,"changes":${changes}}`,
          markdown: () => markdown(notes),
        }
      }
      const index = findRelease(versions, current, name)
      const notes = releases[index]?.notes ?? { start: 0, end: 0 }
      return { json: () => rendered[index] as string, markdown: () => markdown(notes) }
    },
  }
}

/**
 * Creates a function that returns the rendered Unreleased section. Only the returned function throws, because
 * releases are available without it.
 */
function createUnreleasedRenderer(
  read: () => VersionNotes<Unreleased>,
): () => { readonly changes: string; readonly notes: VersionNotes<Release>['notes'] } {
  try {
    const { release, notes } = read()
    const changes = JSON.stringify(release.changes)
    return () => ({ changes, notes })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return () => {
      throw error
    }
  }
}
