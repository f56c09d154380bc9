// Defines the mix of requests of the soak test. `{n}` in a path is replaced by a new number for each request.

/** A kind of request, and the status of every response to it. */
export interface Route {
  readonly path: string
  readonly status: number
  /** Header fields, each with its line end. */
  readonly headers?: string
}

const LIST = '/api/v1/questions/astronomy'

/** What a quiz sends most often comes more than once. */
export const ROUTES: readonly Route[] = [
  { path: `${LIST}?limit=10`, status: 200 },
  { path: `${LIST}?limit=10&answers=hidden&shuffle_options=true`, status: 200 },
  { path: `${LIST}?limit=10&answers=hidden&shuffle_options=true&seed=s{n}`, status: 200 },
  { path: `${LIST}/AST-0002/check?answer=no{n}`, status: 200 },
  { path: `${LIST}/AST-0002/check?answer=eight%20minutes`, status: 200 },
  { path: `${LIST}/random?count=5`, status: 200 },
  { path: `${LIST}/random?count=20&seed=s{n}`, status: 200 },
  { path: `${LIST}?limit=50&seed=42`, status: 200 },
  { path: `${LIST}?limit=50&random=false&difficulty=easy`, status: 200 },
  { path: `${LIST}?limit=10&seed=42`, status: 304, headers: 'if-none-match: *\r\n' },
  { path: `${LIST}/AST-0002`, status: 200 },
  { path: '/api/v1/questions?category=*&limit=20&seed=s{n}', status: 200 },
  { path: '/api/v1/categories', status: 200 },
  { path: '/api/v1/health', status: 200 },
  { path: `${LIST}?limit=0`, status: 400 },
  { path: '/nothing-{n}', status: 404 },
]
