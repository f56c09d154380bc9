// The instances of the services that the recorder sends requests to. Each has its own folder and its own requests.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { git } from '../changelog-client.ts'
import { type ApiDocument, findOperations, readDocument, type ServiceName } from '../fuzz/document.ts'
import { generateRequests } from '../fuzz/generate.ts'
import type { FuzzRequest } from '../fuzz/request.ts'
import { CHANGELOG_ENVIRONMENT, CHANGELOG_KNOWLEDGE, COMMON, QUESTIONS_KNOWLEDGE } from '../fuzz/targets.ts'
import { ROOT } from '../process.ts'
import { listChangelogRequests, listWrites } from './changelog-requests.ts'
import { listQuestionsRequests } from './questions-requests.ts'
import { listPoorRequests, listPrefixRequests, type NamedRequest } from './requests.ts'

export interface RecordedRequest extends Omit<NamedRequest, 'request'> {
  readonly request: FuzzRequest
}

export interface Instance {
  readonly name: string
  readonly service: ServiceName
  /** Prepares the folder, and returns the config. */
  prepare(folder: string): Readonly<Record<string, string>>
  listRequests(): readonly RecordedRequest[]
}

/** The number of generated requests of each service. */
const GENERATED = 1500
/** Longer bodies would make a record large. */
const MAX_BODY_CHARACTERS = 20_000

function generate(service: ServiceName): RecordedRequest[] {
  const document = readDocument(service)
  const knowledge = service === 'questions' ? QUESTIONS_KNOWLEDGE : CHANGELOG_KNOWLEDGE
  return fc
    .sample(generateRequests(document, knowledge), { seed: 1, numRuns: GENERATED })
    .filter((request) =>
      // A write may take effect after its connection is closed.
      request.kind === 'raw'
        ? !request.bytes.includes('POST')
        : (request.body?.length ?? 0) <= MAX_BODY_CHARACTERS,
    )
    .map((request) => {
      if (request.kind === 'raw') return { label: 'fuzz bytes', request }
      // Two requests at the same time have no fixed order.
      const followUp = request.followUp === 'twin' ? 'nothing' : request.followUp
      return { label: `fuzz ${findOperation(document, request.target)}`, request: { ...request, followUp } }
    })
}

function findOperation(document: ApiDocument, target: string): string {
  return findOperations(document, target)?.[0]?.id ?? 'unrouted'
}

/** Writes the datasets of the checkout of the recorder, and some small ones. */
function writeDatasets(folder: string): void {
  cpSync(`${ROOT}external-resources/questions`, folder, { recursive: true })
  const rows = Array.from(
    { length: 60 },
    (_, row) => `S-${row + 1},Question ${row + 1}?,a,"['a', 'b', 'c', 'd']"`,
  )
  writeFileSync(join(folder, 'small.csv'), `id,question,correct_answer,options\n${rows.join('\n')}\n`)
  writeFileSync(
    join(folder, 'Refined_Letters_Questions.csv'),
    [
      '\ufeffID,Question,Correct Answer,choice_1,choice_2,choice_3,Difficulty,Topic,Explanation,Source,Other',
      'L-1,"Which letter, ""the first"", is it?",A,B,C,D,easy,first,Because.,A book,x',
      'L-2,"Two\r\nlines?",É,e,f,,hard,second,,,',
      'L 3,<b>Bold</b> & more?,C,D,E,F,easy,numbers,Why.,,',
      'é,Accents?,E,F,,,Easy,,,,',
      '',
    ].join('\r\n'),
  )
}

function writeBrokenDatasets(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const head = 'id,question,correct_answer,options\n'
  writeFileSync(join(folder, 'broken.csv'), 'id,question\n1,Q?\n')
  writeFileSync(join(folder, 'partly.csv'), `${head}1,Q?,A,"['A','B']"\n2,,A,\n3,R?,C,"['A']"\n4,S?,D\n`)
  writeFileSync(join(folder, 'quoted.csv'), `${head}1,"Q?,A\n2,R?,B,\n`)
  writeFileSync(join(folder, 'bytes.csv'), Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0x0a])]))
  writeFileSync(join(folder, 'empty.csv'), '')
  writeFileSync(join(folder, 'double.csv'), 'id,question,question,correct_answer\n1,a,b,c\n1,a,b,c\n')
}

const TREE = [
  'README.md',
  'docs/guide.rst',
  'src/index.ts',
  'src/index.test.ts',
  'src/auth/login.ts',
  'tests/data.json',
  'package.json',
  '.github/workflows/ci.yml',
  'SECURITY.md',
  'Dockerfile',
  'ü\t.txt',
  'a b/c"d.js',
  '.env',
  'LICENSE',
]

function makeRepository(folder: string, changelog: string | Buffer | undefined): void {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '--quiet', '--initial-branch=main')
  if (changelog !== undefined) writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  writeTree(folder, 'first\n', TREE.slice(0, 7))
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=first')
  git(folder, 'tag', 'v1.0.0')
  git(folder, 'tag', 't0')
  writeTree(folder, 'second\n', TREE.slice(3, 9))
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=second')
  git(folder, 'rm', '--quiet', 'docs/guide.rst')
  writeTree(folder, 'third\n', TREE.slice(8))
  git(folder, 'add', 'Dockerfile')
}

function writeTree(folder: string, text: string, paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const RELEASED = '## [1.0.0] - 2026-01-01\n\n### Added\n\n- The first.\n'
const LINKED = `# Changelog\n\nText.\n\n## [Unreleased]\n\n### Added\n\n- Waiting.\n\n${RELEASED}\n[Unreleased]: https://example.org/compare/v1.0.0...HEAD\n[1.0.0]: https://example.org/tag/v1.0.0\n`
const OLD = Array.from(
  { length: 12 },
  (_, index) => `## 1.2.${12 - index} - 2026-01-01\n\n* Entry.\n\n`,
).join('')

/** Changelogs in the styles that people use, and some that are rejected. */
const STYLES: Readonly<Record<string, string | Buffer | undefined>> = {
  linked: LINKED,
  absent: undefined,
  empty: '',
  crlf: LINKED.replaceAll('\n', '\r\n'),
  bom: `\ufeff${LINKED}`,
  'mixed line ends': LINKED.replace('Text.\n', 'Text.\r\n').replace(/\n$/, ''),
  setext:
    'Log\n===\n\nUnreleased\n----------\n\n- None\n\n1.0.0 / 2026-01-01\n------------------\n\n* First\n',
  'first level': '# 1.0.0 (2026-01-01)\n\n* First\n\n# 0.9.0\n\n* Before\n',
  'two levels': `${OLD}# 1.2.0\n\n* Minor.\n\n# 1.1.0\n\n* Minor.\n\n# 1.0.0\n\n* First.\n`,
  nested:
    '# Log\n\n## Unreleased - TBD\n\n### Added\n\n  * One\n    more\n\n  * Two\n\n## v1.0.0\n\n### Added\n\n  * x\n',
  ambiguous: `# Log\n\n## [Unreleased]\n\n## Unreleased\n\n${RELEASED}`,
  fence: `# Log\n\n\`\`\`\n## [Unreleased]\n\`\`\`\n\n<!--\n## [Unreleased]\n-->\n\n${RELEASED}`,
  bytes: Buffer.from([0x23, 0x20, 0xff, 0x0a]),
  planned: `# Log\n\n## [2.0.0] - Unreleased\n\n### Added\n\n- x\n\n${RELEASED}`,
}

const UNLIMITED = { CHANGELOG_RATE_LIMIT_MAX: '0' }

function makeStyle(style: string): Instance {
  return {
    name: `changelog, ${style}`,
    service: 'changelog',
    prepare(folder) {
      makeRepository(folder, STYLES[style])
      return { ...CHANGELOG_ENVIRONMENT, ...UNLIMITED, REPOSITORY_PATH: folder }
    },
    listRequests: listWrites,
  }
}

function makeReleaseMode(mode: 'commit' | 'push'): Instance {
  return {
    name: `changelog, ${mode}`,
    service: 'changelog',
    prepare(folder) {
      const clone = join(folder, 'clone')
      makeRepository(clone, LINKED)
      git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'remote.git')
      git(clone, 'remote', 'add', 'origin', join(folder, 'remote.git'))
      git(clone, 'push', '--quiet', 'origin', 'main', '--tags')
      return {
        ...CHANGELOG_ENVIRONMENT,
        ...UNLIMITED,
        REPOSITORY_PATH: clone,
        CHANGELOG_RELEASE_MODE: mode,
      }
    },
    listRequests: listWrites,
  }
}

export const INSTANCES: readonly Instance[] = [
  {
    name: 'questions',
    service: 'questions',
    prepare(folder) {
      writeDatasets(folder)
      writeFileSync(join(folder, 'broken.csv'), 'id,question\n1,Q?\n')
      return { ...COMMON, QUESTIONS_DIR: folder }
    },
    listRequests: () => [...listQuestionsRequests(), ...generate('questions')],
  },
  {
    name: 'questions, prefix',
    service: 'questions',
    prepare(folder) {
      writeDatasets(folder)
      writeBrokenDatasets(folder)
      return {
        ...COMMON,
        QUESTIONS_DIR: folder,
        QUESTIONS_BASE_PATH: '/trivia',
        QUESTIONS_CORS_ORIGIN: 'https://quiz.example, https://school.example',
        QUESTIONS_SKIP_INVALID_ROWS: 'true',
      }
    },
    listRequests: () => listPrefixRequests('questions', '/trivia'),
  },
  {
    name: 'questions, poor',
    service: 'questions',
    prepare(folder) {
      writeBrokenDatasets(folder)
      return { ...COMMON, QUESTIONS_DIR: folder, QUESTIONS_RATE_LIMIT_MAX: '1' }
    },
    listRequests: () => listPoorRequests('questions'),
  },
  {
    name: 'changelog',
    service: 'changelog',
    prepare(folder) {
      makeRepository(folder, LINKED)
      return { ...CHANGELOG_ENVIRONMENT, ...UNLIMITED, REPOSITORY_PATH: folder }
    },
    listRequests: () => [...listChangelogRequests(), ...generate('changelog')],
  },
  {
    name: 'changelog, prefix',
    service: 'changelog',
    prepare(folder) {
      makeRepository(folder, LINKED)
      const prefix = { CHANGELOG_BASE_PATH: '/changes' }
      return { ...CHANGELOG_ENVIRONMENT, ...UNLIMITED, ...prefix, REPOSITORY_PATH: folder }
    },
    listRequests: () => listPrefixRequests('changelog', '/changes'),
  },
  {
    name: 'changelog, poor',
    service: 'changelog',
    prepare(folder) {
      makeRepository(folder, LINKED)
      git(folder, 'remote', 'add', 'origin', join(folder, 'nowhere'))
      return {
        ...CHANGELOG_ENVIRONMENT,
        REPOSITORY_PATH: folder,
        CHANGELOG_RATE_LIMIT_MAX: '1',
        CHANGELOG_RELEASE_MODE: 'push',
        CHANGELOG_PUSH_ATTEMPTS: '1',
        CHANGELOG_OIDC_ISSUER: 'http://127.0.0.1:9',
        CHANGELOG_OIDC_AUDIENCE: 'changelog',
        CHANGELOG_OIDC_RULES: 'sub=x => changes:read',
      }
    },
    listRequests: () => listPoorRequests('changelog'),
  },
  makeReleaseMode('commit'),
  makeReleaseMode('push'),
  ...Object.keys(STYLES).map(makeStyle),
]

/** Returns the changelog and the history of the repository of an instance, or undefined when it has none. */
export function readState(environment: Readonly<Record<string, string>>): string | undefined {
  const folder = environment.REPOSITORY_PATH
  if (folder === undefined) return undefined
  const path = join(folder, 'CHANGELOG.md')
  const text = existsSync(path) ? readFileSync(path, 'latin1') : '(no file)'
  const log = git(folder, 'log', '--all', '--topo-order', '--format=%an <%ae> %s%d', '--name-status')
  return `${text}\n---\n${log}\n---\n${git(folder, 'status', '--porcelain')}`
}
