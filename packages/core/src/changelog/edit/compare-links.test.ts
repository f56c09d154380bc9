import { describe, expect, it } from 'vitest'
import { parseChangelog } from '../document/index.ts'
import { linkLike, readCompareLink, tagLike } from './link-forms.ts'

describe('readCompareLink', () => {
  it.each([
    ['https://a.b/compare/v1.0.0...HEAD', 'v1.0.0', 'HEAD'],
    ['https://a.b/compare/v1.0.0...v1.1.0', 'v1.0.0', 'v1.1.0'],
    ['https://a.b/compare/1.0.0..main', '1.0.0', 'main'],
    ['https://a.b/compare/pkg.v1.0.0...HEAD', 'pkg.v1.0.0', 'HEAD'],
    ['<https://a.b/compare/1.0.0.1...1.1.0>', '1.0.0.1', '1.1.0'],
    ['https://a.b/compare/v1.0.0...HEAD?diff=1#files', 'v1.0.0', 'HEAD'],
    ['https://a.b/compare/v1.0.0...v1.1.0/', 'v1.0.0', 'v1.1.0'],
    ['https://a.b/compare/v1.0.0...release/next', 'v1.0.0', 'release/next'],
  ])('reads %j: from %j to %j', (link, base, head) => {
    const compare = readCompareLink(link)
    expect([compare?.base, compare?.head]).toEqual([base, head])
    expect(compare?.write(base, head)).toBe(link)
  })

  it.each([
    'https://a.b/tag/v1.0.0',
    'https://a.b/compare/stable...main',
    'https://a.b/compare/v1.0.0...',
    `https://a.b/${'c/'.repeat(500)}v1.0.0...HEAD`,
    '',
  ])('does not read %j', (link) => {
    expect(readCompareLink(link)).toBeUndefined()
  })
})

it.each([
  ['v1.0.0', undefined, 'v2.0.0'],
  ['tool-3-v1.0.0-rc.1', undefined, 'tool-3-v2.0.0'],
  ['v1.0.0-lts', '1.0.0', 'v2.0.0-lts'],
  ['1.0.0.1', undefined, '2.0.0'],
  ['main', undefined, 'main'],
])('derives the tag of 2.0.0 from %j (known version %j): %j', (tag, known, expected) => {
  expect(tagLike(tag, '2.0.0', known)).toBe(expected)
})

it.each([
  ['https://a.b/tree/release-1.1', 'https://a.b/tree/release-1.2'],
  ['https://a.b/11.1/1.1', 'https://a.b/11.1/1.2'],
  ['https://a.b/milestone/94', undefined],
])('derives the link of 1.2.0 from that of 1.1.0: %j, %j', (link, expected) => {
  expect(linkLike(parseChangelog('## 1.1.0\n'), link, '1.1.0', '1.2.0')).toBe(expected)
})
