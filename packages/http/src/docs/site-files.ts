// The files that the pages of a service load. The quiz has the stylesheet and the font in its own folder, so that it can be
// copied and served anywhere.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

const readShared = (name: string) => () => readFileSync(join(ROOT, 'examples/quiz', name))

/** Reads a script or a stylesheet of the documentation pages. */
export function readPageFile(name: string): string {
  return readFileSync(join(ROOT, 'packages/http/pages', name), 'utf8')
}

/** The functions that return the contents of the files of all pages, by the path below the root of the service. */
export const SITE_FILES: Readonly<Record<string, () => string | Buffer>> = {
  'site.css': readShared('site.css'),
  'figtree.woff2': readShared('figtree.woff2'),
  'figtree-ext.woff2': readShared('figtree-ext.woff2'),
  'site.js': () => readPageFile('site.js'),
}
