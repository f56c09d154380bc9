// Tests MCP with a real process and the official client: the whole flow, and the clients and messages of the documentation.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, InsufficientScopeError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, CHANGELOG, createRepository, serveChangelog } from './changelog-client.ts'
import { ROOT, type RunningService } from './process.ts'

/** The entry of {@link API_KEY} with the scope `changes:read` only. */
const READER = `e2e:changes:read:${createHash('sha256').update(API_KEY).digest('hex')}`

let folder = ''
let service: RunningService
let clients: Client[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qb-mcp-'))
  createRepository(folder)
  writeFileSync(join(folder, 'seed.ts'), '')
  service = await serveChangelog(folder, 'file')
})
afterEach(async () => {
  for (const client of clients) await client.close()
  clients = []
  await service.stop('SIGKILL')
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

type Era = 'legacy' | 'auto'

/** Connects a client. The era `legacy` starts with a handshake, as clients before 2026-07-28 do. */
async function connect(
  era: Era,
  url = `${service.url}/mcp`,
  headers: Readonly<Record<string, string>> = { 'x-api-key': API_KEY },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  clients.push(client)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

const readChangelog = () => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')

/** Calls a tool. The client validates the structured content by the output schema. */
async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args })
  const [first] = content
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    output: (structuredContent ?? {}) as Record<string, unknown>,
  }
}

describe.each([
  ['legacy', '2025-11-25'],
  ['auto', '2026-07-28'],
] as const)('a client in the mode %s', (era, version) => {
  it('lists the changes, adds entries and creates a release', async () => {
    const client = await connect(era)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()?.name).toBe('changelog')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'get_repository_changes',
      'update_changelog',
      'create_release',
    ])
    const { changes } = (await call(client, 'get_repository_changes')).output as {
      changes: { type: string; path: string; category: string }[]
    }
    expect(changes).toEqual([{ type: 'Added', path: 'seed.ts', category: 'Feature' }])
    const entries = changes.map(({ type, path, category }) => ({
      type,
      description: `${category}: ${path}`,
    }))
    const dryRun = await call(client, 'update_changelog', { changes: entries, dry_run: true })
    expect(dryRun.output.diff).toContain('+- Feature: seed.ts\n')
    expect(readChangelog()).toBe(CHANGELOG)
    const updated = await call(client, 'update_changelog', {
      changes: entries,
      if_match: dryRun.output.revision,
    })
    expect(updated).toMatchObject({ isError: false, output: { success: true } })
    const key = randomUUID()
    const release = { version_bump: 'MINOR', idempotency_key: key }
    const released = await call(client, 'create_release', release)
    expect(released.output).toMatchObject({ success: true, version: '1.1.0' })
    const again = await call(client, 'create_release', release)
    expect(again.output).toEqual({ ...released.output, idempotency_replayed: true })
    expect(readChangelog().match(/^## \[1\.1\.0\]/gm)).toHaveLength(1)
    const other = await call(client, 'create_release', { ...release, version_bump: 'MAJOR' })
    expect(other).toMatchObject({ isError: true, text: expect.stringMatching(/^changelog\/key_reused: /) })
  })

  it('gets errors that it can repair', async () => {
    const client = await connect(era)
    const wrongType = await call(client, 'update_changelog', {
      changes: [{ type: 'Fixed', description: 'x' }],
    })
    expect(wrongType.isError).toBe(true)
    expect(wrongType.text).toContain('changes[0].type: expected one of: Added, Changed, Removed; got "Fixed"')
    const heading = await call(client, 'update_changelog', {
      changes: [{ type: 'Added', description: '## [9.9.9]' }],
    })
    expect(heading.text).toMatch(/^changelog\/invalid_description: /)
    const stale = await call(client, 'create_release', { version_bump: 'PATCH', if_match: '0' })
    expect(stale.text).toMatch(/^changelog\/precondition_failed: /)
    expect(readChangelog()).toBe(CHANGELOG)
    await expect(client.callTool({ name: 'delete_changelog', arguments: {} })).rejects.toThrow(/not found/)
  })

  it('without the scope of a tool does not see it, and cannot call it', async () => {
    await service.stop()
    service = await serveChangelog(folder, 'file', { CHANGELOG_API_KEYS: READER })
    const client = await connect(era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['get_repository_changes'])
    const error = await client
      .callTool({ name: 'create_release', arguments: { version_bump: 'MAJOR' } })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InsufficientScopeError)
    expect(error).toMatchObject({
      requiredScope: 'release:create',
      message: expect.stringContaining('release:create'),
    })
    expect(readChangelog()).toBe(CHANGELOG)
  })

  it('without a key cannot connect', async () => {
    await expect(connect(era, undefined, {})).rejects.toMatchObject({ status: 401 })
  })
})

/** A server in the config of a client: a URL with header fields, or a program that connects to it. */
interface ConfiguredServer {
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

/** Reads the URL and the header fields of a config. Variables for the key are replaced by it. */
function readConfig(file: string) {
  const json = readFileSync(join(ROOT, 'examples/mcp', file), 'utf8')
  const config = JSON.parse(json.replaceAll(/\$\{(?:env:|input:)?[\w-]+\}/g, API_KEY))
  const server = (config.mcpServers ?? config.servers).changelog as ConfiguredServer
  const { args = [], url = args.find((arg) => arg.startsWith('http:')), headers } = server
  const [name = '', value = ''] = args.at(-1)?.split(':') ?? []
  return { url: String(url), headers: headers ?? { [name]: value } }
}

describe('examples/mcp', () => {
  it.each(['claude-code.mcp.json', 'vscode.mcp.json', 'cursor.mcp.json', 'claude-desktop.json'])(
    '%s has the URL and the header fields with which a client connects',
    async (file) => {
      const { url, headers } = readConfig(file)
      expect(url).toBe('http://127.0.0.1:8001/mcp')
      const client = await connect('legacy', url.replace('http://127.0.0.1:8001', service.url), headers)
      expect((await client.listTools()).tools).toHaveLength(3)
    },
  )
})

it('docs/assistants.md contains the responses to its messages', async () => {
  const page = readFileSync(join(ROOT, 'docs/assistants.md'), 'utf8')
  const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json as string)
  expect(blocks.length).toBeGreaterThanOrEqual(4)
  for (let index = 0; index < blocks.length; index += 2) {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-api-key': API_KEY,
      },
      body: blocks[index] as string,
    })
    // The revision depends on the file.
    const text = (await response.text()).replaceAll(/[0-9a-f]{32}/g, 'REVISION')
    expect(JSON.parse(text)).toEqual(JSON.parse(blocks[index + 1] as string))
  }
})
