// Says which columns of a source are read as what, and describes what a person may not expect.
import { type ColumnMap, findOptionLike, foldName } from '@qb/core/questions'
import { showText } from '../cli/text.ts'

/** Maximum number of names in a message. */
const MAX_NAMES = 20

/**
 * Describes columns that are read as something else, and columns that are not used.
 * @param noun what the source calls a column
 * @param namesUnused false for known formats, whose other members are never needed
 */
export function describeColumns(
  header: readonly string[],
  { single, unused, remarks }: ColumnMap,
  noun: string,
  namesUnused = true,
): string[] {
  const topic = header[single.topic ?? -1]
  const notes =
    topic === undefined || foldName(topic) === 'topic'
      ? []
      : [`the ${noun} ${showText(topic)} is read as the topic`]
  if (!namesUnused || unused.length === 0) return notes
  const options = findOptionLike(unused).filter((name) => !remarks.includes(name))
  const others = unused.filter((name) => !options.includes(name))
  if (others.length > 0) notes.push(`${noun}s that are not used: ${showNames(others)}`)
  if (options.length > 0) {
    const example = showText(options[0] ?? '')
    notes.push(
      `warning: ${noun}s that look like options are not used: ${showNames(options)}; name each with --map "${example}=choice" (a wrong answer) or --map "${example}=option" (one of all options)`,
    )
  }
  return notes
}

/** Says which columns are read as what. */
export function describeUse(
  header: readonly string[],
  { single, options, choices, wrong }: ColumnMap,
): string {
  const nameOf = (index: number | undefined) => showText(header[index ?? -1] ?? '')
  const several = [
    ['options', options],
    ['choices', choices],
    ['wrong answers', wrong],
  ] as const
  return [
    ...Object.entries(single)
      .filter(([target]) => !['option', 'choice', 'wrong', 'ignore'].includes(target))
      .map(([target, index]) => `${target} = ${nameOf(index)}`),
    ...several
      .filter(([, columns]) => columns.length > 0)
      .map(([name, columns]) => `${name} = ${columns.map(({ index }) => nameOf(index)).join(', ')}`),
  ].join('; ')
}

function showNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return names.slice(0, MAX_NAMES).map(showText).join(', ') + more
}
