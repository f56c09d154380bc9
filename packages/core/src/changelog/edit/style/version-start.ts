// Finds where the part of a file that belongs to a version starts: at its heading, or at the lines directly above it.
import type { ChangelogDocument } from '../../document/index.ts'

/** An anchor on a line of its own. With its end tag, it is a paragraph in CommonMark. */
const ANCHOR = /^ {0,3}<a\s[^<>]*>(?:[ \t]*<\/a>)?[ \t]*$/i

/** Whether a line is an anchor such as `<a name="1.0.0"></a>`. */
export function isAnchor(text: string): boolean {
  return ANCHOR.test(text)
}

/** The index of the first line of a version: that of its heading, or of the anchors directly above it. */
export function versionStart({ lineMap: { lines } }: ChangelogDocument, heading: number): number {
  let line = heading
  while (line > 0 && isAnchor(lines[line - 1]?.text ?? '')) line--
  return line
}

/** The anchors directly above the heading of a version. */
export function anchorsAbove(document: ChangelogDocument, heading: number): string[] {
  return document.lineMap.lines.slice(versionStart(document, heading), heading).map(({ text }) => text)
}
