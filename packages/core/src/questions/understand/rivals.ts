// Finds a column without a known name that contradicts the answers, such as `Corrected answer`, or one whose cells are options.
import { quote } from '../../quote.ts'
import { findOptionLike, findTarget, foldName, foldNames, isNameOf, type Target } from '../read/index.ts'
import type { CleanTexts } from './clean-question.ts'
import type { ColumnMap } from './columns.ts'
import { refusal } from './errors.ts'
import { loosen } from './loose-text.ts'
import { readAnswer } from './reading.ts'
import type { TableRecord } from './records.ts'
import { isTruth } from './truth.ts'
import words from './words.json' with { type: 'json' }

/** Names of an answer besides those of the answer. Every other answer in such a column is a contradiction. */
const [ADJECTIVE, NOUN, BEFORE, AFTER] = (['adjectives', 'nouns', 'answers', 'behind'] as const).map((kind) =>
  foldNames(words[kind]).join('|'),
)
const NAMED = new RegExp(`^(?:(?:${ADJECTIVE})(?:${NOUN})(?:text)?|(?:${BEFORE})(?:${ADJECTIVE}|${AFTER}))$`)

/** Whether a name is that of a second answer. */
function isNamedRival(name: string): boolean {
  return [name, name.replace(/[()]/g, '')]
    .map(foldName)
    .some((fold) => NAMED.test(fold) || isNameOf(fold, 'rival'))
}

/** Names of answers in other tools, and of classes of questions. Half of such cells, or more, are the answers when they are answers. */
const LIKELY = /^(?:labels?|targets?)$/

/** Dates, numbers, versions and addresses are no answers beside words. */
const NO_WORDS = /^[^\p{L}]*$|\d{4}|^v?\d|:\/\//u

/** What a cell says when the answer stays. */
const UNCHANGED = /^(?:as is|keep|n\/a|nil|none|ok(?:ay)?|same|unchanged)$/i

/** Names of a column whose numbers are those of options, if the question has any. */
const INDEX = /answer|^(?:expected|gold|groundtruth|label|target)$/

/** So many letters can be sorted by chance. */
const MAX_BY_CHANCE = 3

/** A column that can have answers of its own. */
type Rival = ReturnType<typeof createRival>

function createRival(index: number, name: string, isNamed: boolean) {
  const folded = foldName(name)
  return {
    index,
    name,
    isNamed,
    /** Whether its name can be that of another text, too. */
    canBeNamed: isNameOf(folded, 'maybeRival'),
    isLikely: LIKELY.test(folded),
    /** Whether its numbers are those of options. */
    canBeIndex: INDEX.test(folded),
    filled: 0,
    options: 0,
    /** How many cells say the same as the answer. */
    same: 0,
    /** The last cell, while they never go back: `A, A, B, B, C` are groups. */
    last: '' as string | undefined,
    contradiction: undefined as string | undefined,
  }
}

/**
 * Compares the answers of a table with its columns that are not used. Beside answers that are right or not, none is compared. When a
 * person names the answers, another column with a name of theirs must say the same.
 */
export function createRivals(
  header: readonly string[],
  { unused, single }: ColumnMap,
  mapping: ReadonlyMap<string, Target>,
) {
  const optionLike = findOptionLike(unused)
  const isMapped = [...mapping.values()].includes('correct_answer')
  const rivals = [...header.entries()].flatMap(([index, name]) => {
    const target = findTarget(name)
    const folded = foldName(name)
    const isSetAside = isMapped && target === 'correct_answer'
    const isNamed = isSetAside || isNameOf(folded, 'maybeRival') || isNamedRival(name)
    const isKnown = target !== undefined && !isSetAside && folded !== 'key'
    const isUsed = !unused.includes(name) || isKnown || single.is_correct !== undefined
    const isOther = !isNamed && (isNameOf(folded, 'otherAnswer', 'playerAnswer') || optionLike.includes(name))
    return isUsed || isOther ? [] : [createRival(index, name, isNamed)]
  })
  /** Groups and classes of questions are in each row, and hardly ever the answer: they are sorted, or the name of the answers is certain. */
  const areGroups = ({ isNamed, filled, options, same, last }: Rival) => {
    const isCertain = !isNameOf(header[single.correct_answer ?? -1] ?? '', 'anyAnswer')
    const isEach = filled === rows && rows > MAX_BY_CHANCE
    return !isNamed && isEach && same * 2 < options && (isCertain || last !== undefined)
  }
  /** How many questions have their answer among the options. */
  let rows = 0
  return {
    add({ options }: CleanTexts, values: TableRecord['values'], correct: string): void {
      if (rivals.length === 0) return
      const option = options.find(({ text, written }) => text === correct || written === correct)
      if (option) rows += 1
      const own = option?.text ?? correct
      for (const rival of rivals) {
        const value = values[rival.index]
        const cell = typeof value === 'object' ? '' : String(value ?? '').trim()
        if (cell === '' || UNCHANGED.test(cell)) continue
        const isTruthValue = isTruth(cell) !== undefined
        const isIndex = rival.canBeIndex && /^\d+$/.test(cell) && options.length > 0
        if (rival.isNamed && isTruthValue && isTruth(own) === undefined && !isIndex) continue
        if (rival.canBeNamed && NO_WORDS.test(cell) && !NO_WORDS.test(own)) continue
        rival.filled += 1
        if (rival.last !== undefined) rival.last = cell < rival.last ? undefined : cell
        // Points and levels are numbers of options by chance, and truth values can be about the question.
        const canBeOption =
          rival.isNamed || rival.isLikely || isIndex || (!/^\d+$/.test(cell) && !isTruthValue)
        if (!canBeOption || (!rival.isNamed && rival.filled > 20 && rival.options * 2 < rival.filled))
          continue
        const { text, selected } = readAnswer({ answer: cell, options }, undefined)
        const found = [text, ...selected].filter((option) => option !== undefined)
        const isSame = loosen(cell) === loosen(own)
        if (isSame || found.length > 0) rival.options += 1
        if (isSame || found.includes(own)) rival.same += 1
        else rival.contradiction ??= `${quote(cell)} beside ${quote(own)}`
      }
    },
    /** @throws ImportError when a column contradicts the answers */
    assertNone(): void {
      const rival = rivals.find(
        (one) =>
          one.contradiction !== undefined &&
          (one.isNamed || one.options * 10 >= one.filled * (one.isLikely ? 5 : 9)) &&
          !areGroups(one),
      )
      if (!rival) return
      const { name, contradiction } = rival
      const own = header[single.correct_answer ?? -1]
      const other = isMapped || own === undefined ? '' : ` --map "${name}=correct_answer,${own}=ignore" or`
      throw refusal(
        'one column for correct_answer',
        `also ${JSON.stringify(name)}, with ${contradiction}; choose with${other} --map "${name}=ignore", or with "${name}=explanation" when it explains the answer`,
      )
    },
  }
}
