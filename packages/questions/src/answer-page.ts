// A page of questions as an answer: its tag first, and only for who does not have it yet the rows.
import { hash } from 'node:crypto'
import { type Dataset, selectRows } from '@qb/core/questions'
import { SEED_CONTRACT } from '@qb/core/random'
import { answerIfFresh, type Freshness, type Reply, type Request } from '@qb/http'
import { JSON_HEADERS } from './answer.ts'
import { addressOfPage, type PageQuery, type View, writePage } from './page.ts'

/** How long a shared cache may keep an answer that is the same for everyone. */
const CACHE_CONTROL = 'public, max-age=60'

/** A page that was asked for. */
export interface PageRequest extends PageQuery {
  readonly dataset: Dataset
  /** The address of the operation, without a query. */
  readonly path: string
  readonly offset: number
  /** Whether the seed was drawn for this call, so that nobody else will have its answer. */
  readonly isDrawn: boolean
}

/** Part of every tag: to be counted up when the same rows, asked for in the same way, give another body. */
const FORMAT = `${SEED_CONTRACT} 2`

/**
 * What an answer from a dataset is known by: the version of the rows it shows, and what was asked of them. Where
 * answers are hidden, the version is of the hidden rows: the file's holds the answers too, and whoever knows all but
 * one could find that one by trying.
 */
export function freshnessOf(dataset: Dataset, view: View, normalisedQuery: string): Freshness {
  const version = view.hideAnswers ? dataset.hiddenVersion : dataset.version
  const digest = hash('sha256', `${FORMAT} ${version} ${normalisedQuery}`)
  return { tag: `${version}-${digest.slice(0, 16)}`, cacheControl: CACHE_CONTROL }
}

/** What an answer from all datasets is known by. */
export function freshnessOfAll(datasets: readonly Dataset[]): Freshness {
  const names = datasets.map(({ category, title, version }) => `${category} ${title} ${version}`)
  return { tag: hash('sha256', [FORMAT, ...names].join('\n')).slice(0, 16), cacheControl: CACHE_CONTROL }
}

/** Answers with a page: 304, or its rows with `next` in the body and as a `Link`. */
export function answerPage(request: Request, reply: Reply, page: PageRequest): Reply {
  const { dataset, path, offset, isDrawn, seed, view, size, difficulty, topic } = page
  reply.headers(JSON_HEADERS)
  if (isDrawn) reply.header('cache-control', 'no-store')
  else if (answerIfFresh(request, reply, freshnessOf(dataset, view, addressOfPage(path, page, offset))))
    return reply
  const selected = selectRows(dataset, { seed, offset, count: size[1], difficulty, topic })
  const next = selected.nextOffset === null ? null : addressOfPage(path, page, selected.nextOffset)
  if (next !== null) reply.header('link', `<${next}>; rel="next"`)
  return reply.send(writePage(dataset, selected, seed, view, next))
}
