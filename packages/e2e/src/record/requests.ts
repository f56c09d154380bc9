// The requests that the recorder sends besides the fuzzer's: pages, examples, errors, conditional requests, CORS, and
// writes to a changelog.

import { CURRENT_ETAG, type HttpRequest } from '../fuzz/request.ts'
import { createToken, FULL_CALLER, POWERLESS_CALLER, UNVERIFIABLE_CALLER } from '../fuzz/targets.ts'

type Fields = HttpRequest['headers']

/** A request with a name for its group. Requests with the same `walk` are pages of one list. */
export interface NamedRequest {
  readonly label: string
  readonly request: HttpRequest
  readonly walk?: string
}

function make(
  label: string,
  target: string,
  { method = 'GET', headers = [], body }: { method?: string; headers?: Fields; body?: string } = {},
): NamedRequest {
  return {
    label,
    request: {
      kind: 'http',
      method,
      target,
      headers,
      ...(body !== undefined && { body }),
      followUp: 'nothing',
    },
  }
}

const QUESTIONS_PAGES = ['/', '/docs', '/docs/', '/redoc', '/openapi.json', '/errors', '/quiz', '/quiz/']
const CHANGELOG_PAGES = ['/', '/docs', '/docs/', '/redoc', '/openapi.json', '/errors']
const MISSING_PAGES = ['/nothing', '/favicon.ico', '/docs/nothing', '/quiz/nothing', '/quiz/../package.json']
const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']
const PROBES = ['/livez', '/readyz', '/metrics']

/** Requests with each method, with `Accept-Encoding`, and for other origins. */
function vary(target: string, headers: Fields = []): NamedRequest[] {
  const preflight = (method: string): Fields => [
    ['origin', 'https://quiz.example'],
    ['access-control-request-method', method],
    ['access-control-request-headers', 'x-api-key, if-match'],
  ]
  return [
    ...METHODS.map((method) => make('method', target, { method, headers })),
    ...['https://quiz.example', 'https://other.example', 'null', ''].map((origin) =>
      make('origin', target, { headers: [...headers, ['origin', origin]] }),
    ),
    make('preflight', target, { method: 'OPTIONS', headers: preflight('GET') }),
    make('preflight', target, { method: 'OPTIONS', headers: preflight('DELETE') }),
    make('encoding', target, { headers: [...headers, ['accept-encoding', 'gzip, br']] }),
    make('encoding', target, { headers: [...headers, ['accept-encoding', 'identity;q=0']] }),
  ]
}

/** Conditional requests, with the last `ETag` that the service has sent. */
function revalidate(target: string, headers: Fields = []): NamedRequest[] {
  const fields = [CURRENT_ETAG, `W/${CURRENT_ETAG}`, `"a", ${CURRENT_ETAG}`, '*', '"a"', '"*"', '']
  return [
    make('before revalidation', target, { headers }),
    ...fields.flatMap((value) =>
      ['GET', 'HEAD'].map((method) =>
        make('if-none-match', target, { method, headers: [...headers, ['if-none-match', value]] }),
      ),
    ),
  ]
}

const CATEGORIES = ['astronomy', 'literature', 'mathematics', 'general_knowledge', 'small', 'letters']
const SEEDS = ['42', '042', 'a', 'aa', '%F0%9F%98%80', 'x'.repeat(128)]
const SELECTIONS = [
  'random=false',
  'random=FALSE&limit=1',
  'random=0&limit=50&offset=10',
  'limit=10&seed=42',
  'limit=50&seed=42&offset=100',
  'seed=s&difficulty=easy',
  'seed=s&difficulty=easy&difficulty=hard&limit=20',
  'seed=s&topic=numbers',
  'seed=s&answers=hidden',
  'seed=s&answers=hidden&shuffle_options=true',
  'seed=s&shuffle_options=1',
  'random=false&shuffle_options=true&seed=s',
  'seed=s&sources=true&limit=3',
  'seed=s&offset=100000',
  'limit=3',
  'limit=3&shuffle_options=true&answers=hidden',
]
const INVALID = [
  'limit=0',
  'limit=51',
  'limit=abc',
  'limit=1.5',
  'limit=1e1',
  'limit=0x10',
  'limit=',
  'limit=+5',
  'limit=05',
  'limit=%205',
  'limit=5&limit=6',
  'cout=5',
  'count=5',
  'offset=-1',
  'offset=9007199254740992',
  'seed=',
  `seed=${'x'.repeat(129)}`,
  'seed=a&seed=b',
  'random=maybe',
  'random=',
  'random=false&seed=x',
  'answers=shown',
  'shuffle_options=yes',
  'ids=',
  'ids=AST-0002&limit=5',
  'ids=AST-0002,X,Y',
  'difficulty=',
  'difficulty=none',
  'constructor=1',
  '__proto__=1',
  '%',
  'limit=%',
  'limit=5&',
]
const UNKNOWN_CATEGORIES = ['Astronomy', 'astronom', '__proto__', '..%2F', '', 'nothing', 'broken', '%']
/** The number of pages of 50 that hold the longest list: all questions of all categories. */
const WALKED_PAGES = 50

function walk(target: string, pages: number): NamedRequest[] {
  return Array.from({ length: pages }, (_, page) => ({
    ...make('walk', `${target}&limit=50&offset=${50 * page}`),
    walk: target,
  }))
}

/** Lists requests for the questions service. */
export function listQuestionsRequests(): NamedRequest[] {
  const root = '/api/v1/questions'
  const one = `${root}/astronomy`
  const cacheable = [
    `${one}?seed=x`,
    `${one}?random=false&limit=3`,
    `${one}/random?seed=x`,
    `${one}?ids=AST-0002,AST-0009`,
    `${one}/AST-0002`,
    `${one}/AST-0002/check?answer=x`,
    `${root}?category=*&seed=x`,
    '/api/v1/categories',
    '/openapi.json',
    '/docs',
    '/redoc',
    '/',
    '/quiz/',
  ]
  const fixed = [...QUESTIONS_PAGES, ...MISSING_PAGES, ...PROBES, '/api/v1/health', '/api/v1/categories']
  return [
    ...fixed.map((target) => make('page', target)),
    make('README', `${one}?limit=2&seed=42`),
    make('README', `${one}/AST-0450/check?answer=louis%20xiv`),
    ...CATEGORIES.flatMap((category) =>
      SELECTIONS.map((query) => make('selection', `${root}/${category}?${query}`)),
    ),
    ...SELECTIONS.map((query) => make('mix', `${root}?category=astronomy&category=letters&${query}`)),
    ...SELECTIONS.map((query) => make('mix', `${root}?category=*&${query}`)),
    ...CATEGORIES.flatMap((category) =>
      SEEDS.flatMap((seed) => [
        make('seed', `${root}/${category}?seed=${seed}`),
        make('seed', `${root}/${category}/random?seed=${seed}`),
        make('seed', `${root}/${category}/random?seed=${seed}&count=20&shuffle_options=true`),
      ]),
    ),
    ...['letters', 'small'].flatMap((category) =>
      SEEDS.flatMap((seed) => walk(`${root}/${category}?seed=${seed}`, 2)),
    ),
    ...walk(`${root}/astronomy?seed=42`, 11),
    ...walk(`${root}/general_knowledge?seed=42&difficulty=easy&shuffle_options=true`, 14),
    ...walk(`${root}?category=*&seed=42`, WALKED_PAGES),
    ...INVALID.flatMap((query) => [
      make('invalid', `${one}?${query}`),
      make('invalid', `${one}/random?${query}`),
      make('invalid', `${root}?category=astronomy&${query}`),
      make('invalid', `/api/v1/categories?${query}`),
    ]),
    ...['count=21', 'count=0', 'count=20', 'count=x', 'limit=5'].map((query) =>
      make('invalid', `${one}/random?${query}&seed=1`),
    ),
    ...UNKNOWN_CATEGORIES.flatMap((category) => [
      make('unknown category', `${root}/${category}`),
      make('unknown category', `${root}/${category}/random`),
      make('unknown category', `${root}/${category}/AST-0002`),
      make('unknown category', `${root}/${category}/AST-0002/check?answer=x`),
      make('unknown category', `${root}?category=${category}`),
    ]),
    ...['AST-0002', 'ast-0002', 'nothing', 'A%20B', 'a%2Fb', '%C3%A9'].flatMap((id) => [
      make('question', `${one}/${id}`),
      make('question', `${one}/${id}?answers=hidden`),
      make('question', `${root}/letters/${id}?shuffle_options=true&seed=1`),
      make('check', `${one}/${id}/check?answer=eight%20minutes`),
      make('check', `${one}/${id}/check`),
      make('check', `${one}/${id}/check?answer=`),
      make('check', `${root}/small/${id}/check?answer=a`),
    ]),
    ...cacheable.flatMap((target) => [...vary(target), ...revalidate(target)]),
    ...[`${one}?limit=3`, '/nothing', `${root}/nothing`, '/livez'].flatMap((target) => vary(target)),
    make('long URL', `/${'x'.repeat(9000)}`),
    make('long URL', `${one}?seed=${'x'.repeat(9000)}`),
    make('long field', one, { headers: [['x-long', 'x'.repeat(17_000)]] }),
    make('absolute URL', 'http://other.example/livez'),
    make('double slash', `//api/v1/questions/astronomy`),
    make('trailing slash', `${one}/`),
    make('body', one, { headers: [['content-type', 'application/json']], body: '{"a":1}' }),
    make('forwarded', one, {
      headers: [
        ['x-forwarded-proto', 'https'],
        ['x-forwarded-host', 'quiz.example'],
      ],
    }),
  ]
}

const JSON_TYPE = ['content-type', 'application/json'] as const

function post(label: string, target: string, body: unknown, headers: Fields = FULL_CALLER): NamedRequest {
  return make(label, target, {
    method: 'POST',
    headers: headers.some(([name]) => name === 'content-type') ? headers : [...headers, JSON_TYPE],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const UPDATE = '/api/changelog/update'
const RELEASE = '/api/changelog/release'
const CHANGES = '/api/repository/changes'

const update = (...descriptions: string[]) => ({
  changes: descriptions.map((description, index) => ({
    type: ['Added', 'Changed', 'Removed'][index % 3],
    description,
  })),
})

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

/** Requests for a service that counts one request a minute, and whose files or remote cannot be used. */
export function listPoorRequests(service: 'questions' | 'changelog'): NamedRequest[] {
  const targets =
    service === 'questions'
      ? [
          '/',
          '/livez',
          '/readyz',
          '/metrics',
          '/api/v1/health',
          '/api/v1/categories',
          '/api/v1/questions/broken',
        ]
      : ['/', '/livez', '/readyz', '/metrics', '/health', '/api/changelog', CHANGES, UPDATE, RELEASE, '/mcp']
  return targets.flatMap((target, index) => {
    const address = ['x-forwarded-for', `192.0.2.${index}`] as const
    const caller = ['authorization', `Bearer ${createToken(`person-${index}`)}`] as const
    const isWrite = target === UPDATE || target === RELEASE
    const body = target === UPDATE ? update('An entry.') : {}
    const send = (headers: Fields) =>
      isWrite ? post('poor', target, body, headers) : make('poor', target, { headers })
    return [send([caller, address]), send([caller, address]), send([...UNVERIFIABLE_CALLER, address])]
  })
}

/** Requests that show the base path, the allowed origins and the invalid rows of a service. */
export function listPrefixRequests(service: 'questions' | 'changelog', prefix: string): NamedRequest[] {
  const targets =
    service === 'questions'
      ? [
          '/',
          '/docs',
          '/redoc',
          '/openapi.json',
          '/quiz/',
          '/nothing',
          '/livez',
          '/api/v1/health',
          '/api/v1/categories',
        ]
      : ['/', '/docs', '/redoc', '/openapi.json', '/nothing', '/livez', '/api/changelog', CHANGES]
  const lists = ['/api/v1/questions/letters?seed=1&limit=2', '/api/v1/questions/partly?random=false']
  return [...targets, ...(service === 'questions' ? lists : [])].flatMap((target) => [
    make('prefix', prefix + target, { headers: FULL_CALLER }),
    make('without prefix', target, { headers: FULL_CALLER }),
    ...vary(prefix + target, FULL_CALLER),
  ])
}
