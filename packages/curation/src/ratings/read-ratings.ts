// Reads the ratings of a dataset: a CSV file with one row per question.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'csv-parse/sync'

/** What is known about a question, besides its dataset. */
export interface Rating {
  /** The century of the event, person or work, such as `20`; negative before our era. `any` when there is none. */
  readonly century: string
  /** A region of {@link REGIONS}. */
  readonly region: string
  /** Whether it asks for a person. */
  readonly person: string
  /** The share of adults who choose the correct option, in percent, as each of three readers estimates it. */
  readonly shares: readonly number[]
}

/** A file of ratings that is invalid. Its message names the file and the row. */
export class RatingsError extends Error {
  override name = 'RatingsError'
}

/** Ratings by the id of the question. */
export type Ratings = ReadonlyMap<string, Rating>

export const REGIONS = [
  'africa',
  'asia',
  'europe',
  'latin america',
  'middle east',
  'north america',
  'oceania',
  'polar',
  'space',
  'world',
] as const
export const PERSONS = ['woman', 'man', 'mixed', 'none'] as const
const READERS = ['share_1', 'share_2', 'share_3'] as const

/**
 * Reads the ratings of a folder, by category: `astronomy.csv` has those of `astronomy`.
 * @throws RatingsError when a row is invalid
 */
export function readAllRatings(folder: string): Map<string, Ratings> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  return new Map(files.map((name) => [basename(name, '.csv'), readFile(join(folder, name))]))
}

function readFile(path: string): Ratings {
  try {
    return readRatings(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new RatingsError(`${path}: ${(error as Error).message}`)
  }
}

/** @throws Error when a row is invalid; its message names the id */
export function readRatings(csv: string): Ratings {
  const rows = parse(csv, { columns: true }) as Record<string, string>[]
  const ratings = new Map<string, Rating>()
  for (const row of rows) {
    const { id = '', century = '', region = '', person = '' } = row
    const shares = READERS.map((name) => Number(row[name]))
    const isValid =
      /^(?:any|-?\d{1,2})$/.test(century) &&
      REGIONS.includes(region as (typeof REGIONS)[number]) &&
      PERSONS.includes(person as (typeof PERSONS)[number]) &&
      shares.every((share) => Number.isInteger(share) && share > 0 && share <= 100)
    if (id === '' || ratings.has(id) || !isValid) {
      throw new Error(`expected one valid rating per question, got ${JSON.stringify(row)}`)
    }
    ratings.set(id, { century, region, person, shares })
  }
  return ratings
}
