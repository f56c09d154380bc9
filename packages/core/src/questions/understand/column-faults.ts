// Refuses tables in which a column is missing, or two columns contradict each other, and names the columns that can be meant.

import { quote } from '../../quote.ts'
import { quoteAll } from '../diagnostic.ts'
import {
  findMisspeltOption,
  findOptionLike,
  findTarget,
  foldName,
  isNearly,
  isNoOption,
  type Target,
} from '../read/index.ts'
import type { ColumnTarget } from './column-targets.ts'
import { ImportError, refusal } from './errors.ts'
import type { MappedTable } from './one-row-each.ts'
import { nextLabel } from './split-text.ts'

/**
 * @param hasOptions whether there are options, which can say themselves which one is correct
 * @throws ImportError when there are columns that are missing
 */
export function assertNoneMissing(
  header: readonly string[],
  targets: ReadonlyMap<number, ColumnTarget>,
  missing: readonly Target[],
  { hasOptions, remedy }: { hasOptions: boolean; remedy: string },
): void {
  if (missing.length === 0) return
  const names = header.map(foldName)
  const unknown = [...header.keys()].filter((index) => !targets.has(index))
  const found = missing.map((target) => {
    const [only = -1, ...others] = unknown.filter((index) => isNearly(names[index] ?? '', target))
    return others.length === 0 ? header[only] : undefined
  })
  const near = found.filter((name) => name !== undefined)
  const example = missing.map((target, nth) => `${found[nth] ?? '<column>'}=${target}`).join(',')
  const isUnmarked = hasOptions && missing.includes('correct_answer')
  const marks = isUnmarked
    ? ', add a column Answer with the text or the letter of the correct option (a colour is not read), or write * before the correct option of each question'
    : ''
  // Where options have names, the first line is a header.
  const others = near.length < missing.length && !isUnmarked ? remedy : ''
  throw refusal(
    `a column for ${missing.join(' and ')}${near.length > 0 ? ` (is ${quoteAll(near)} misspelt?)` : ''}`,
    `${listNames(header)}; ${near.length > 0 ? 'correct the name in the sheet, or ' : ''}name it with --map "${example}"${marks}${others}`,
  )
}

/** @throws ImportError when a letter names the column of the answers, and the letters before it those of the options */
export function assertNoOption(name: string, labels: readonly string[]): void {
  const letter = name.trim().toLowerCase()
  if (!/^[b-t]$/.test(letter) || !labels.some((label) => nextLabel(label, 1) === letter)) return
  throw refusal(
    'answers in a column of their own',
    `those of option ${quote(name)}; rename the column if its texts are the correct answers`,
  )
}

/**
 * @throws ImportError when a column that is not used can have options: its name is misspelt, or is that of other options with another
 * number
 */
export function assertNoneMisspelt({ header, columns, records }: MappedTable): void {
  const { options, choices, wrong, unused, remarks, single } = columns
  const used = [...options, ...choices, ...wrong].map(({ index }) => header[index] ?? '')
  // A letter alone, such as `N`, has no name.
  const isAlike = (name: string) =>
    foldName(name).length > 2 && findOptionLike([name, ...used]).includes(name)
  const isNumbered = used.length > 0 || unused.some((name) => findMisspeltOption(name) === 'choice')
  const one = options.length > 0 ? 'option' : 'choice'
  const hasNone =
    used.length === 0 &&
    [single.options, single.wrong_answers, single.is_correct].every((at) => at === undefined)
  // Without other options, several columns such as `Decoy 1` can have them.
  const several = hasNone ? findFilled(header, findOptionLike(unused), records) : []
  const targetOf = (name: string) => {
    const misspelt = findMisspeltOption(name)
    if (misspelt === 'wrong_answers' && isNumbered) return 'choice'
    if (misspelt === 'option' && choices.length > 0) return 'choice'
    return misspelt ?? (isAlike(name) ? one : several.includes(name) ? 'choice' : undefined)
  }
  const found = unused.filter((name) => !remarks.includes(name) && targetOf(name))
  if (found.length === 0) return
  const map = (target: (name: string) => string | undefined) =>
    found.map((name) => `${name}=${target(name)}`).join(',')
  throw new ImportError(
    `expected columns of options with known names (${found.length > 1 ? 'are' : 'is'} ${quoteAll(found)} misspelt?)`,
    `; correct the name in the sheet, or --map "${map(targetOf)}" says so, and --map "${map(() => 'ignore')}" that it means nothing`,
  )
}

/** The columns of a sample of the table that are all filled in most rows, and whose names say nothing else. */
function findFilled(header: readonly string[], names: readonly string[], records: MappedTable['records']) {
  const found = names.filter((name) => {
    const stem = name.replace(/(?:\d+|[\s_][A-Ta-t])$/, '')
    const isOther = [stem, `${stem.trim()}s`].some((one) => findTarget(one) !== undefined || isNoOption(one))
    return foldName(stem) !== '' && !isOther
  })
  const indexes = found.map((name) => header.indexOf(name))
  let [rows, filled] = [0, 0]
  for (const { values } of records) {
    if (rows++ === SAMPLE || found.length < 2) break
    const texts = indexes.map((index) => String(values[index] ?? '').trim())
    if (texts.every((text) => text !== '') && new Set(texts).size === texts.length) filled += 1
  }
  return found.length > 1 && filled * 2 > rows ? found : []
}

const SAMPLE = 50

/** `Correct` can be the answer, or say of the answer in another column whether it is right. */
const MARK_HINT = ', or, when one says whether the other is right, --map "<column>=is_correct"'

/** Names of the numbers of rows. */
const NUMBER_NAMES = /^(?:no|nr|n|num|number|id|q|qno|question(?:no|number))$/

/** A table beside another one, such as a key with its own numbers, has rows in an order of its own. */
export function assertOneTable(header: readonly string[], names: readonly string[], answer: number): void {
  const again = names.findIndex((name, index) => {
    // The numbers of a key are beside it, and below a blank column beside the questions.
    const isKey = NUMBER_NAMES.test(name) && answer === index + 1 && index > 1
    const first = isKey ? 0 : names.indexOf(name)
    return name !== '' && first < index && names.slice(first, index).includes('')
  })
  if (again < 0) return
  throw refusal(
    'one table',
    `another one beside it, with the column ${JSON.stringify(header[again])} again; put it in a file of its own`,
  )
}

/** Two columns of one meaning contradict each other sooner or later. Only a person knows which one is right. */
export function assertOnce(
  header: readonly string[],
  names: readonly string[],
  targets: ReadonlyMap<number, ColumnTarget>,
): void {
  const SEVERAL: readonly string[] = ['choice', 'option', 'options', 'wrong', 'ignore']
  for (const [index, target] of targets) {
    if (target === 'ignore') continue
    // A tool writes `Option`, `Option.1`, and `Option.2` for three columns `Option`.
    const repeated = foldName((header[index] ?? '').replace(/\.1$/, ''))
    const isSame = (other: number) =>
      [names[index], repeated].includes(names[other]) && targets.get(other) !== 'ignore'
    const isRival = (other: number) => targets.get(other) === target && !SEVERAL.includes(target)
    const others = [...header.keys()].filter((other) => other !== index)
    const rival = others.find(isSame) ?? others.find(isRival)
    if (rival === undefined) continue
    const shown = [index, rival].sort((a, b) => a - b).map((column) => JSON.stringify(header[column]))
    const got = `, got ${shown.join(' and ')}`
    throw isSame(rival)
      ? new ImportError('expected each column once', `${got}; rename one of them`)
      : new ImportError(
          `expected one column for ${target}`,
          `${got}; choose with --map "<column>=${target}"${target === 'correct_answer' ? MARK_HINT : ''}`,
        )
  }
}

export function listNames(header: readonly string[]): string {
  return quoteAll(header.filter((name) => name !== '')) || 'no columns'
}
