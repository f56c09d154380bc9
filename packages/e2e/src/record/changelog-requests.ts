// The requests that the recorder sends to the changelog service, besides the fuzzer's: reads, callers, bodies, writes under
// keys and conditions, and messages of MCP.

import { CURRENT_ETAG } from '../fuzz/request.ts'
import { createToken, FULL_CALLER, POWERLESS_CALLER, UNVERIFIABLE_CALLER } from '../fuzz/targets.ts'
import {
  CHANGES,
  type Fields,
  MISSING_PAGES,
  make,
  type NamedRequest,
  post,
  RELEASE,
  revalidate,
  UPDATE,
  update,
  vary,
} from './requests.ts'

const CHANGELOG_PAGES = ['/', '/docs', '/docs/', '/redoc', '/openapi.json', '/errors']

const DESCRIPTIONS = [
  'An entry.',
  'Two\nlines.',
  'Three\r\n\r\nlines.',
  '- a list',
  '## [9.9.9] - 2020-01-01',
  '# Title',
  '```\nfence',
  '<!-- comment',
  '[Unreleased]: https://example.org',
  '[1.0.0]: https://example.org',
  '<script>',
  '    code',
  '* * *',
  'Title\n===',
  '\u2028',
  '\0',
  ' ',
  '',
  'é 日本語 😀',
  'x'.repeat(2000),
  '[^1]: note',
  '| a | b |\n|---|---|',
  '\\',
  '</details>',
  '1. one',
]

/** Updates and releases, each as a dry run first. The history is read after each of them. */
export function listWrites(): NamedRequest[] {
  const writes: [string, object][] = [
    [UPDATE, update('First entry.', 'Second entry.', 'Third entry.')],
    [UPDATE, update('With `code`, *stress* and a [link](https://example.org).')],
    [RELEASE, { version_bump: 'PATCH' }],
    [UPDATE, update('Another entry.')],
    [RELEASE, { version_bump: 'MINOR' }],
    [RELEASE, { version_bump: 'MINOR' }],
    [UPDATE, update('One more\nwith a second line.', 'And a change.')],
    [RELEASE, { version_bump: 'MAJOR' }],
    [UPDATE, update('The last one.')],
    [RELEASE, {}],
  ]
  return writes.flatMap(([target, body]) => [
    post('dry run', target, { ...body, dry_run: true }),
    post('write', target, body),
    make('history', '/api/changelog', { headers: FULL_CALLER }),
    make('history', '/api/changelog/unreleased', { headers: [...FULL_CALLER, ['accept', 'text/markdown']] }),
    make('history', '/api/changelog/latest', { headers: [...FULL_CALLER, ['accept', 'text/markdown']] }),
  ])
}

/** Lists requests for the changelog service in the release mode `file`. */
export function listChangelogRequests(): NamedRequest[] {
  const full = { headers: FULL_CALLER }
  const reads = [
    CHANGES,
    `${CHANGES}?since=root`,
    `${CHANGES}?since=HEAD`,
    '/api/changelog',
    '/api/changelog?limit=1&offset=1',
    '/api/changelog/latest',
    '/api/changelog/unreleased',
    '/api/changelog/1.0.0',
    '/api/functions',
    '/metrics',
  ]
  const invalidReads = [
    ...[
      'since=nothing',
      'since=',
      'since=--output=x',
      'since=a&since=b',
      'x=1',
      'since=%00',
      'since=HEAD..main',
    ].map((query) => `${CHANGES}?${query}`),
    ...['limit=0', 'limit=x', 'offset=-1', 'limit=1e1'].map((query) => `/api/changelog?${query}`),
    ...['9.9.9', 'v1.0.0', 'Unreleased', '1.0', '%00', 'x%2Fy', ''].map(
      (version) => `/api/changelog/${version}`,
    ),
  ]
  const bodies: unknown[] = [
    {},
    '',
    '{',
    'null',
    '[]',
    '"x"',
    { changes: null },
    { changes: 'x' },
    { changes: [null] },
    { changes: [{ type: 'Fixed', description: 'x' }] },
    { changes: [{ type: 'added', description: 'x' }] },
    { changes: [{ type: 'Added' }] },
    { changes: [{ description: 'x' }] },
    { changes: [{ type: 'Added', description: 1 }] },
    { changes: [{ type: 'Added', description: 'x', other: 1 }] },
    { unknown: 1 },
    { version_bump: 'patch' },
    { version_bump: 'HUGE' },
    { versionBump: 'MAJOR' },
    { dry_run: 'yes' },
    { dry_run: true },
    '{"changes":[],"changes":[]}',
    '{"__proto__":{}}',
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
  ]
  const callers: Fields[] = [
    [],
    POWERLESS_CALLER,
    UNVERIFIABLE_CALLER,
    [['x-api-key', '']],
    [['x-api-key', 'wrong']],
    [['authorization', 'Bearer']],
    [['authorization', 'Basic YTpi']],
    [['authorization', `Bearer ${createToken('person')}`]],
    [['authorization', `Bearer ${createToken('reader', ['changes:read'])}`]],
    [['authorization', `Bearer ${createToken('person', undefined, { alg: 'none' })}`]],
    [['authorization', `Bearer ${createToken('person', undefined, { alg: 'HS512' })}`]],
    [...FULL_CALLER, ['authorization', `Bearer ${createToken('person')}`]],
  ]
  const keyed = (key: string): Fields => [...FULL_CALLER, ['idempotency-key', key]]
  const entry = update('An entry with a key.')
  return [
    ...[...CHANGELOG_PAGES, ...MISSING_PAGES, '/livez', '/readyz', '/health'].map((target) =>
      make('page', target),
    ),
    ...reads.map((target) => make('read', target, full)),
    ...invalidReads.map((target) => make('invalid', target, full)),
    ...[...reads, UPDATE, RELEASE, '/mcp'].flatMap((target) =>
      callers.flatMap((headers) => [
        make('caller', target, { headers }),
        post('caller', target, { dry_run: true }, headers),
      ]),
    ),
    ...[
      'text/plain',
      'application/xml',
      'application/json; charset=latin1',
      'application/problem+json',
      '',
    ].map((type) => post('content type', UPDATE, '{}', [...FULL_CALLER, ['content-type', type]])),
    ...bodies.flatMap((body) => [post('body', UPDATE, body), post('body', RELEASE, body)]),
    post('body', UPDATE, { changes: [], long: 'x'.repeat(17_000) }),
    ...DESCRIPTIONS.flatMap((description) => [
      post('description, dry run', UPDATE, { ...update(description), dry_run: true }),
      post('description', UPDATE, update('before', description)),
    ]),
    make('history', '/api/changelog/unreleased', { headers: [...FULL_CALLER, ['accept', 'text/markdown']] }),
    ...listWrites(),
    // Keys of idempotent requests.
    post('idempotency key', UPDATE, entry, keyed('one')),
    post('idempotency key, again', UPDATE, entry, keyed('one')),
    post('idempotency key, again', UPDATE, entry, keyed('"one"')),
    post('idempotency key, other body', UPDATE, update('Other.'), keyed('one')),
    post('idempotency key', RELEASE, {}, keyed('one')),
    post('idempotency key, again', RELEASE, {}, keyed('one')),
    post('idempotency key, dry run', UPDATE, { ...entry, dry_run: true }, keyed('two')),
    ...['', 'é', 'x'.repeat(256), '"', 'a b'].map((key) => post('invalid key', UPDATE, entry, keyed(key))),
    // Preconditions.
    ...['"0"', '*', CURRENT_ETAG, `W/${CURRENT_ETAG}`, `"x", ${CURRENT_ETAG}`, 'x', ''].flatMap((value) => [
      make('history', '/api/changelog', full),
      post('if-match', UPDATE, update('Under a condition.'), [...FULL_CALLER, ['if-match', value]]),
      make('history', '/api/changelog', full),
      post('if-match', RELEASE, { dry_run: true }, [...FULL_CALLER, ['if-match', value]]),
    ]),
    ...['/api/changelog', '/api/changelog/latest', '/openapi.json', CHANGES, '/docs'].flatMap((target) => [
      ...vary(target, FULL_CALLER),
      ...revalidate(target, FULL_CALLER),
    ]),
    ...[UPDATE, RELEASE, '/mcp', '/nothing', '/livez'].flatMap((target) => vary(target, FULL_CALLER)),
    ...['text/markdown', 'text/html', '*/*', 'application/xml', 'text/markdown;q=0.1, application/json'].map(
      (accept) => make('accept', '/api/changelog/latest', { headers: [...FULL_CALLER, ['accept', accept]] }),
    ),
    ...listMcpRequests(),
    make('long URL', `/${'x'.repeat(9000)}`),
  ]
}

/** Messages of MCP: of clients with a handshake, and without one. */
function listMcpRequests(): NamedRequest[] {
  const accept = ['accept', 'application/json, text/event-stream'] as const
  const version = ['mcp-protocol-version', '2025-11-25'] as const
  const send = (message: unknown, headers: Fields = FULL_CALLER) =>
    post('mcp', '/mcp', message, [...headers, accept, version])
  const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
  const call = (name: string, args: object) => rpc('tools/call', { name, arguments: args })
  const clientInfo = { name: 'recorder', version: '1' }
  return [
    post('mcp', '/mcp', rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }), [
      ...FULL_CALLER,
      accept,
    ]),
    send({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    send(rpc('ping')),
    send(rpc('tools/list')),
    send(rpc('resources/list')),
    send(rpc('nothing')),
    send(call('get_repository_changes', {})),
    send(call('get_repository_changes', { since: 'nothing' })),
    send(call('update_changelog', { ...update('From a tool.'), dry_run: true })),
    send(call('update_changelog', { ...update('From a tool.'), idempotency_key: 'tool' })),
    send(call('update_changelog', { ...update('From a tool.'), idempotency_key: 'tool' })),
    send(call('update_changelog', { ...update('Other.'), idempotency_key: 'tool' })),
    send(call('update_changelog', { changes: [{ type: 'Fixed', description: 'x' }] })),
    send(call('update_changelog', {})),
    send(call('create_release', { version_bump: 'PATCH', dry_run: true })),
    send(call('create_release', { version_bump: 'PATCH' })),
    send(call('create_release', { version_bump: 'PATCH' })),
    send(call('create_release', {})),
    send(call('nothing', {})),
    send(call('create_release', { version_bump: 'PATCH' }), [
      ['authorization', `Bearer ${createToken('reader', ['changes:read'])}`],
    ]),
    send(rpc('tools/list'), []),
    send([]),
    send('{'),
    send({ jsonrpc: '1.0', id: 1, method: 'ping' }),
    make('mcp', '/mcp', { headers: [...FULL_CALLER, accept] }),
    make('mcp', '/mcp', { method: 'DELETE', headers: FULL_CALLER }),
    post('mcp', '/mcp', rpc('ping'), [...FULL_CALLER, accept, ['origin', 'https://other.example']]),
  ]
}
