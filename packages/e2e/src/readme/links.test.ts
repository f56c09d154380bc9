// Checks the links of every Markdown file of the project: relative paths exist, and fragments are headings. Links to other
// hosts are not requested.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../process.ts'

/** The Markdown files in git and new ones. Those of the packages are test data. */
const FILES = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md', ':!packages'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))

/** Visits a node and all nodes in it, in order. */
function visit(node: Nodes, visitor: (node: Nodes) => void): void {
  visitor(node)
  if ('children' in node) for (const child of node.children) visit(child, visitor)
}

function textOf(node: Nodes): string {
  let text = ''
  visit(node, (inner) => {
    if (inner.type === 'text' || inner.type === 'inlineCode') text += inner.value
  })
  return text
}

/** Returns the fragments of the headings of a document, as GitHub derives them. */
function readFragments(markdown: string): Set<string> {
  const fragments = new Set<string>()
  const counts = new Map<string, number>()
  visit(fromMarkdown(markdown), (node) => {
    if (node.type !== 'heading') return
    const slug = textOf(node)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    fragments.add(count === 0 ? slug : `${slug}-${count}`)
  })
  return fragments
}

/** Returns the targets of all links and images of a document, also of those in HTML. */
function readTargets(markdown: string): string[] {
  const targets: string[] = []
  visit(fromMarkdown(markdown), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') targets.push(node.url)
    if (node.type === 'html') {
      for (const [, url = ''] of node.value.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)) targets.push(url)
    }
  })
  return targets
}

/** Returns why a link is broken, or undefined. */
function findError(file: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return URL.canParse(target) ? undefined : 'not a URL'
  const [path = '', fragment] = target.split('#')
  const absolute = path === '' ? join(ROOT, file) : join(ROOT, dirname(file), decodeURIComponent(path))
  if (relative(ROOT, absolute).startsWith('..')) return 'outside the project'
  if (!existsSync(absolute)) return 'no such file'
  if (fragment === undefined) return undefined
  if (!statSync(absolute).isFile() || !absolute.endsWith('.md'))
    return 'a fragment of a file that is not Markdown'
  return readFragments(readFileSync(absolute, 'utf8')).has(fragment) ? undefined : 'no such heading'
}

describe('the links of', () => {
  it.each(FILES)('%s', (file) => {
    const markdown = readFileSync(join(ROOT, file), 'utf8')
    const broken = readTargets(markdown).flatMap((target) => {
      const error = findError(file, target)
      return error === undefined ? [] : [`${target}: ${error}`]
    })
    expect(broken).toEqual([])
    // A reference without a definition is text for a parser.
    const withoutCode = markdown.replaceAll(/^(`{3,}).*?^\1$/gms, '').replaceAll(/`[^`\n]+`/g, '')
    expect(withoutCode.match(/\][[][a-z-]+\]/g)?.filter((text) => !isDefined(markdown, text)) ?? []).toEqual(
      [],
    )
  })
})

function isDefined(markdown: string, text: string): boolean {
  return markdown.includes(`\n${text.slice(1)}: `)
}
