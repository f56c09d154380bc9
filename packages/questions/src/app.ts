// Assembles the questions service from its operations and their context.
import { basename, join } from 'node:path'
import { quote } from '@qb/core/questions'
import {
  configError,
  createRegistry,
  createService,
  escapeHtml,
  type Logger,
  type Primary,
  parseOrigins,
  readBasePath,
  type Service,
} from '@qb/http'
import { ROOT } from '@qb/http/root'
import type { QuestionsConfig } from './config.ts'
import type { QuestionsContext } from './context.ts'
import { registerDatasetMetrics } from './dataset-metrics.ts'
import { describeQuestionsApi } from './description.ts'
import { ERROR_FORMAT } from './error-format.ts'
import { createLandingContent } from './landing-content.ts'
import { OPERATIONS } from './operations/index.ts'
import { findLanAddress, LAN_HOST, renderQrCode } from './start-notes.ts'

/** The ids that a question must not have, because they are path segments of operations in the place of an id. */
export const RESERVED_IDS: readonly string[] = ['random']

const QUIZ_FOLDER = join(ROOT, 'examples/quiz')
/**
 * Makes the quiz use this service, and no other one. Its own default is for a quiz on a different origin.
 * @param folder the folder of the datasets, absolute. The page has its name only, because players can read it
 * @param lanAddress the address of the quiz in the network of this machine. Empty when only this machine can connect
 */
const editQuiz = (html: string, folder: string, lanAddress: string) =>
  html
    .replace('"quiz-lan-address" content=""', `"quiz-lan-address" content="${lanAddress}"`)
    .replace('"questions-service" content="http://127.0.0.1:8000"', '"questions-service" content=".."')
    .replace("connect-src 'self' http://127.0.0.1:8000", "connect-src 'self'")
    .replace(
      '"questions-folder" content=""',
      () => `"questions-folder" content="${escapeHtml(basename(folder))}"`,
    )

/** The address of the quiz that only this machine can open. */
const LOCAL_QUIZ = /^http:\/\/(?:localhost|127\.[\d.]+|\[::1\]):\d+(?:\/[^?]*)?\/quiz\//

/** Returns the address of the quiz that phones in the network of this machine can open, or an empty text. */
function findQuizAddress({ QUESTIONS_HOST, QUESTIONS_PORT, QUESTIONS_BASE_PATH }: QuestionsConfig): string {
  const address = QUESTIONS_HOST === LAN_HOST ? findLanAddress() : undefined
  return address ? `http://${address}:${QUESTIONS_PORT}${readBasePath(QUESTIONS_BASE_PATH)}/quiz/` : ''
}

export interface AppDependencies extends Omit<QuestionsContext, 'metrics' | 'startedAt' | 'basePath'> {
  readonly config: QuestionsConfig
  readonly logger: Logger
  /** What this process shares with the other workers. Undefined when it is the only process. */
  readonly primary?: Primary | undefined
  /** Is called when the app is closed. */
  readonly onClose?: () => void
  /** Default: {@link OPERATIONS}. */
  readonly operations?: typeof OPERATIONS
}

export async function createApp({
  config,
  logger,
  primary,
  onClose,
  operations = OPERATIONS,
  ...dependencies
}: AppDependencies): Promise<Service> {
  const corsOrigin = parseOrigins(config.QUESTIONS_CORS_ORIGIN)
  if (corsOrigin === undefined) {
    const expected = 'expected *, or origins such as https://quiz.example separated by commas'
    throw configError(`QUESTIONS_CORS_ORIGIN: ${expected}, got ${quote(config.QUESTIONS_CORS_ORIGIN)}`)
  }
  const registry = createRegistry()
  const basePath = readBasePath(config.QUESTIONS_BASE_PATH)
  registerDatasetMetrics(registry, dependencies.bank)
  const metrics = primary?.shareMetrics(registry) ?? registry
  const context = { ...dependencies, metrics, basePath, startedAt: dependencies.now() }
  const lanAddress = findQuizAddress(config)
  return createService({
    operations,
    context,
    errorFormat: ERROR_FORMAT,
    basePath,
    api: describeQuestionsApi(dependencies.version, createLandingContent(context), dependencies.bank),
    sites: [
      {
        path: '/quiz',
        folder: QUIZ_FOLDER,
        editHtml: (html) => editQuiz(html, dependencies.bank.directory, lanAddress),
        rendered: { 'qr.svg': (url) => renderQrCode(url.replace(LOCAL_QUIZ, lanAddress || '$&')) },
      },
    ],
    logger,
    logRequests: config.LOG_REQUESTS,
    trustProxy: config.TRUST_PROXY,
    corsOrigin,
    rateLimit: {
      max: config.QUESTIONS_RATE_LIMIT_MAX,
      redisUrl: config.RATE_LIMIT_REDIS_URL,
      name: 'questions',
    },
    registry,
    onClose,
    generation: dependencies.bank.generation,
  })
}
