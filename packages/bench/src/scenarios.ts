// Defines the requests that are measured. `{n}` in a path is replaced by a new number for each request.

/** A kind of request. Paths are of the API of this project; a peer without `path` does not have the scenario. */
export interface Scenario {
  readonly name: string
  readonly path: string
  /** The status of every response. */
  readonly status: number
  /** Whether the request has an `If-None-Match` that matches. */
  readonly isRevalidation?: boolean
  /** The path of json-server with the closest meaning. */
  readonly jsonServerPath?: string
  /** Whether the naive implementations have the scenario. */
  readonly isNaive: boolean
  /** The highest ratio to the ceiling that is accepted. */
  readonly maxRatio?: number
}

const LIST = '/api/v1/questions/bench'
const DRAW = `${LIST}/random?count=5`
const QUIZ = `${LIST}?limit=10&answers=hidden&shuffle_options=true`

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'limit=10',
    path: `${LIST}?limit=10`,
    status: 200,
    isNaive: true,
    jsonServerPath: '/questions?_limit=10',
    maxRatio: 1.35,
  },
  {
    name: 'random?count=5',
    path: DRAW,
    status: 200,
    isNaive: true,
    jsonServerPath: '/questions?_limit=5',
    maxRatio: 1.45,
  },
  {
    name: 'random?count=5, a new seed',
    path: `${DRAW}&seed=s{n}`,
    status: 200,
    isNaive: true,
    maxRatio: 1.45,
  },
  { name: 'limit=10, one seed', path: `${LIST}?limit=10&seed=42`, status: 200, isNaive: true, maxRatio: 1.1 },
  {
    name: 'limit=10, in order',
    path: `${LIST}?limit=10&random=false`,
    status: 200,
    isNaive: true,
    maxRatio: 1.1,
  },
  { name: 'quiz', path: QUIZ, status: 200, isNaive: true, maxRatio: 1.8 },
  { name: 'quiz, a new seed', path: `${QUIZ}&seed=s{n}`, status: 200, isNaive: true, maxRatio: 1.8 },
  {
    name: '304',
    path: `${LIST}?limit=10&seed=42`,
    status: 304,
    isNaive: false,
    isRevalidation: true,
    maxRatio: 0.9,
  },
  { name: 'check', path: `${LIST}/Q-7/check?answer=no`, status: 200, isNaive: false },
  { name: 'health', path: '/api/v1/health', status: 200, isNaive: false },
  { name: '400', path: `${LIST}?limit=0`, status: 400, isNaive: false },
]
