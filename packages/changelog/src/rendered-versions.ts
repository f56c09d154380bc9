// Renders the versions of a changelog once for all responses: parsing 1 MB takes 50 ms, and 100 slow clients share its memory.
import { type ChangelogVersions, readVersions, type Snapshot, type VersionNotes } from '@qb/core/changelog'

/** A version, rendered in UTF-8. */
export interface RenderedVersion extends VersionNotes {
  /** JSON of the schema `Release`. */
  readonly json: Buffer
  readonly markdown: Buffer
}

/** The versions of a changelog. */
export type RenderedVersions = ChangelogVersions<RenderedVersion>

/** Creates a function that renders versions. It keeps those of each snapshot that the store keeps. */
export function createVersionRenderer(): (snapshot: Snapshot) => RenderedVersions {
  const cache = new WeakMap<Snapshot, RenderedVersions>()
  return (snapshot) => {
    const versions = cache.get(snapshot) ?? renderVersions(snapshot)
    cache.set(snapshot, versions)
    return versions
  }
}

function renderVersions({ document }: Snapshot): RenderedVersions {
  const { version, releases, unreleased } = readVersions(document)
  const render = ({ release, notes }: VersionNotes) => {
    const markdown = Buffer.from(document.text.slice(notes.start, notes.end))
    return { release, notes, json: Buffer.from(JSON.stringify(release)), markdown }
  }
  let rendered: RenderedVersion | undefined
  return {
    version,
    releases: releases.map(render),
    unreleased() {
      rendered ??= render(unreleased())
      return rendered
    },
  }
}
