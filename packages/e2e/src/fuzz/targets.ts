// Starts the services that the fuzz test sends requests to. Each service runs twice: one instance gets the generated
// requests, and the other one, whose files and limits are poor, has the errors that a sound instance cannot have.
import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRepository, git } from '../changelog-client.ts'
import { ROOT, type RunningService, startService } from '../process.ts'
import type { ServiceName } from './document.ts'
import type { Knowledge } from './generate.ts'

/** The two instances of a service. */
export interface Target {
  readonly sound: RunningService
  readonly poor: RunningService
  readonly knowledge: Knowledge
  stop(): Promise<void>
}

const ALL = ['changes:read', 'changelog:write', 'release:create']
const SECRET = 'a secret of the fuzz test with more than 32 bytes'

const keyOf = (id: string) => `qb_${id}_${'k'.repeat(43)}`
const entryOf = (id: string, scopes: readonly string[]) =>
  `${id}:${scopes.join('+')}:${createHash('sha256').update(keyOf(id)).digest('hex')}`

/** Header fields of a caller who may call every operation. */
export const FULL_CALLER = [['x-api-key', keyOf('all')]] as const
/** Header fields of a caller who may call nothing. */
export const POWERLESS_CALLER = [['authorization', `Bearer ${createToken('powerless', [])}`]] as const

/** The issuer of ID tokens of the poor instance. Nothing listens there. */
const UNREACHABLE_ISSUER = 'http://127.0.0.1:9'
/** Header fields of a caller whose token the poor instance cannot verify. */
export const UNVERIFIABLE_CALLER = [
  [
    'authorization',
    `Bearer ${[{ alg: 'ES256', kid: 'x' }, { iss: UNREACHABLE_ISSUER }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')}.x`,
  ],
] as const

/** Creates an HS256 token. */
export function createToken(
  subject: string,
  scopes: readonly string[] = ALL,
  header: object = { alg: 'HS256' },
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = { sub: subject, scope: scopes.join(' '), exp: 4_000_000_000 }
  const signed = `${encode({ typ: 'JWT', ...header })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

const CALLERS: Knowledge['callers'] = [
  FULL_CALLER,
  [],
  POWERLESS_CALLER,
  [['x-api-key', keyOf('reader')]],
  [['x-api-key', `${keyOf('all')}x`]],
  [['x-api-key', '\xff']],
  [['authorization', `Bearer ${createToken('person')}`]],
  [['authorization', `bearer   ${createToken('person')}`]],
  [['authorization', `Bearer ${createToken('person', ALL, { alg: 'none' })}`]],
  [['authorization', `Bearer ${createToken('person').slice(0, -2)}`]],
  [['authorization', 'Basic YTpi']],
  [['authorization', 'Bearer']],
  [...FULL_CALLER, ['authorization', `Bearer ${createToken('person')}`]],
  [...FULL_CALLER, ['authorization', 'Bearer x']],
]

export const QUESTIONS_KNOWLEDGE: Knowledge = {
  values: {
    category: [
      'astronomy',
      'astronomy',
      'astronomy',
      'literature',
      'mathematics',
      'general_knowledge',
      'Astronomy',
      'nothing',
    ],
    id: [
      'AST-0002',
      'AST-0009',
      'AST-0014',
      'AST-0018',
      'AST-0022',
      'LIT-0003',
      'MAT-0021',
      'GEN-0015',
      'ast-0002',
      'random',
    ],
    ids: ['AST-0002', 'AST-0002,AST-0009', 'AST-0009,AST-0002', 'AST-0002,AST-0002', 'AST-0002,X', ''],
    difficulty: ['easy', 'medium', 'hard', 'Easy', 'none'],
    topic: ['the sun and eclipses', 'numbers', 'Shakespeare', 'geography', 'none'],
    answer: ['Eight minutes', 'eight minutes', ' EIGHT  MINUTES ', 'no'],
  },
  callers: [[], FULL_CALLER],
  weights: { getHealth: 3, getMetrics: 3, getLiveness: 2, getReadiness: 2, listCategories: 5 },
}

export const CHANGELOG_KNOWLEDGE: Knowledge = {
  values: {
    version: ['latest', 'unreleased', '1.0.0', 'v1.0.0', '1.0.1', '9.9.9', 'Unreleased'],
    since: ['root', 'HEAD', 't0', 't1', 'main', 'HEAD~1', 'HEAD^{}', 'nothing', 'refs/tags/t2'],
  },
  callers: CALLERS,
  // A list of changes takes several runs of git.
  weights: {
    getRepositoryChanges: 2,
    updateChangelog: 20,
    createRelease: 15,
    getHealth: 3,
    getMetrics: 3,
    getLiveness: 2,
    getReadiness: 2,
  },
}

export const COMMON = { TRUST_PROXY: 'true', LOG_LEVEL: 'fatal' }

/** The config of a changelog service that knows the callers of {@link CHANGELOG_KNOWLEDGE}. */
export const CHANGELOG_ENVIRONMENT = {
  ...COMMON,
  CHANGELOG_API_KEYS: [entryOf('all', ALL), entryOf('reader', ['changes:read'])].join(','),
  CHANGELOG_JWT_SECRET: SECRET,
  CHANGELOG_GIT_NAME: 'Service',
  CHANGELOG_GIT_EMAIL: 'service@example.org',
}

async function startQuestions(home: string): Promise<Omit<Target, 'stop'>> {
  const folder = join(home, 'broken')
  mkdirSync(folder)
  // The file has no answers, so the dataset is never valid.
  writeFileSync(join(folder, 'broken.csv'), 'id,question\n1,Q?\n')
  return {
    sound: await startService('questions', {
      ...COMMON,
      QUESTIONS_DIR: `${ROOT}external-resources/questions`,
      QUESTIONS_RATE_LIMIT_MAX: '0',
    }),
    poor: await startService('questions', {
      ...COMMON,
      QUESTIONS_DIR: folder,
      QUESTIONS_RATE_LIMIT_MAX: '1',
    }),
    knowledge: QUESTIONS_KNOWLEDGE,
  }
}

/** The number of refs of the repository that lead to the same commit. */
export const TAGS = 60

async function startChangelog(home: string): Promise<Omit<Target, 'stop'>> {
  const folder = join(home, 'repository')
  createRepository(folder)
  for (const name of ['a.md', 'src.ts', 'ü\t.txt']) writeFileSync(join(folder, name), 'x\n')
  const refs = Array.from({ length: TAGS }, (_, tag) => `create refs/tags/t${tag} HEAD\n`).join('')
  execFileSync('git', ['update-ref', '--stdin'], { cwd: folder, input: refs })
  // The remote of this repository does not exist, and the service must push.
  const poorFolder = join(home, 'poor')
  createRepository(poorFolder)
  git(poorFolder, 'remote', 'add', 'origin', join(home, 'nowhere'))
  return {
    sound: await startService('changelog', {
      ...CHANGELOG_ENVIRONMENT,
      REPOSITORY_PATH: folder,
      CHANGELOG_RATE_LIMIT_MAX: '0',
    }),
    poor: await startService('changelog', {
      ...CHANGELOG_ENVIRONMENT,
      REPOSITORY_PATH: poorFolder,
      CHANGELOG_RATE_LIMIT_MAX: '1',
      CHANGELOG_RELEASE_MODE: 'push',
      CHANGELOG_PUSH_ATTEMPTS: '1',
      CHANGELOG_OIDC_ISSUER: UNREACHABLE_ISSUER,
      CHANGELOG_OIDC_AUDIENCE: 'changelog',
      CHANGELOG_OIDC_RULES: 'sub=x => changes:read',
    }),
    knowledge: CHANGELOG_KNOWLEDGE,
  }
}

/** Starts the instances of a service. Their files are removed when they are stopped. */
export async function startTarget(name: ServiceName): Promise<Target> {
  const home = mkdtempSync(join(tmpdir(), 'qb-fuzz-'))
  const target = await (name === 'questions' ? startQuestions(home) : startChangelog(home))
  return {
    ...target,
    async stop() {
      await Promise.all([target.sound.stop('SIGKILL'), target.poor.stop('SIGKILL')])
      rmSync(home, { recursive: true, maxRetries: 5 })
    },
  }
}
