// The requests that the recorder sends to the questions service, besides the fuzzer's: pages, examples, all selections,
// errors, and lists that are walked page by page.
import { MISSING_PAGES, make, type NamedRequest, revalidate, vary } from './requests.ts'

const QUESTIONS_PAGES = ['/', '/docs', '/docs/', '/redoc', '/openapi.json', '/errors', '/quiz', '/quiz/']
const PROBES = ['/livez', '/readyz', '/metrics']

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
