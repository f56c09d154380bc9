// Compares the endpoint tables of the README with the OpenAPI documents of the services.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../process.ts'

/** Pages, files and the endpoint of MCP. They are not operations. */
const OTHERS = [
  ...['/docs', '/redoc', '/openapi.json', '/', '/quiz/'].map((page) => `GET ${page}`),
  'POST /mcp',
]

const readme = readFileSync(`${ROOT}README.md`, 'utf8')

/** Returns the endpoints in the table of a section, as `GET /path`. A path without a method has that of the one before it. */
function readEndpoints(section: string): string[] {
  const [, text = ''] = readme.split(`\n## ${section}\n`)
  const [body = ''] = text.split('\n## ')
  return Array.from(body.matchAll(/^\| (`(?:GET|POST) [^|]*) \|/gm), ([, cell = '']) => cell).flatMap(
    (cell) => {
      let method = ''
      return Array.from(cell.matchAll(/`(?:(GET|POST) )?([^`?]+)[^`]*`/g), ([, own, path]) => {
        method = own ?? method
        return `${method} ${path}`
      })
    },
  )
}

function readOperations(service: string): string[] {
  const { paths } = JSON.parse(readFileSync(`${ROOT}openapi/${service}.json`, 'utf8')) as {
    paths: Record<string, object>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

describe('the README', () => {
  it.each([
    ['Questions', 'questions'],
    ['Changelog', 'changelog'],
  ])('lists all endpoints under %s, and no others', (section, service) => {
    const listed = readEndpoints(section)
    const operations = listed.filter((endpoint) => !OTHERS.includes(endpoint))
    expect(operations.toSorted()).toEqual(readOperations(service).toSorted())
    expect(new Set(listed).size).toBe(listed.length)
  })
})
