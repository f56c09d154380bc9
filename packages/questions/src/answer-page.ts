// Answers that caches may keep: the tag first, and only for who does not have it yet the body.
import { hash } from 'node:crypto'
import { type Dataset, type Rows, selectRows } from '@qb/core/questions'
import { SEED_CONTRACT } from '@qb/core/random'
import { answerIfFresh, type Freshness, type Reply, type Request } from '@qb/http'
import { JSON_HEADERS } from './answer.ts'
import { addressOfPage, type PageQuery, rowsIn, type ViewQuery, viewOf, writePage } from './page.ts'

/** How long a shared cache may keep an answer that is the same for everyone. */
const CACHE_CONTROL = 'public, max-age=60'

/** A page that was asked for. */
export interface PageRequest extends Pick<PageQuery, 'size' | 'seed'> {
  readonly dataset: Dataset
  /** The address of the operation, without a query. */
  readonly path: string
  readonly query: ViewQuery & {
    readonly offset?: number
    readonly difficulty?: readonly string[]
    readonly topic?: readonly string[]
  }
  /** Whether the seed was drawn for this call, so that nobody else will have its answer. */
  readonly isDrawn: boolean
}

/** Part of every tag: to be counted up when the same rows, asked for in the same way, give another body. */
const FORMAT = `${SEED_CONTRACT} 2`

/** What an answer from some rows is known by: their version, and what was asked of them. */
export function freshnessOf({ version }: Pick<Rows, 'version'>, normalisedQuery: string): Freshness {
  const digest = hash('sha256', `${FORMAT} ${version} ${normalisedQuery}`)
  return { tag: `${version}-${digest.slice(0, 16)}`, cacheControl: CACHE_CONTROL }
}

/** What an answer from all datasets is known by. */
export function freshnessOfAll(datasets: readonly Dataset[]): Freshness {
  const names = datasets.map(({ category, title, version }) => `${category} ${title} ${version}`)
  return { tag: hash('sha256', [FORMAT, ...names].join('\n')).slice(0, 16), cacheControl: CACHE_CONTROL }
}

/** Answers with 304 where that will do, or with what `write` gives, which is asked only then. */
export function answerCached(
  request: Request,
  reply: Reply,
  freshness: Freshness,
  write: () => string | Buffer,
): Reply {
  reply.headers(JSON_HEADERS)
  return answerIfFresh(request, reply, freshness) ? reply : reply.send(write())
}

/** Answers with a page: its rows, with `next` in the body and as a `Link`. */
export function answerPage(request: Request, reply: Reply, page: PageRequest): Reply {
  const { dataset, path, query, size, seed, isDrawn } = page
  const { offset = 0, difficulty = [], topic = [] } = query
  const view = viewOf(query)
  const addressOf = (start: number) => addressOfPage(path, { size, seed, difficulty, topic, view }, start)
  const write = () => {
    const selected = selectRows(dataset, { seed, offset, count: size[1], difficulty, topic })
    const next = selected.nextOffset === null ? null : addressOf(selected.nextOffset)
    if (next !== null) reply.header('link', `<${next}>; rel="next"`)
    return writePage(dataset, selected, seed, view, next)
  }
  if (isDrawn) return reply.headers(JSON_HEADERS).header('cache-control', 'no-store').send(write())
  return answerCached(request, reply, freshnessOf(rowsIn(dataset, view), addressOf(offset)), write)
}
