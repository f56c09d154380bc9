// Describes how the columns of a source are read, where a person may not expect it.
import { showText } from '../cli/show-text.ts'
import { type ColumnMap, foldName } from './columns.ts'

/** Maximum number of names in a note. */
const MAX_NAMES = 20

/**
 * Describes columns that are read as something else, and columns that are not used.
 * @param noun what the source calls a column
 * @param namesUnused false for known formats, whose other members are never needed
 */
export function describeColumns(
  header: readonly string[],
  { single, unused }: ColumnMap,
  noun: string,
  namesUnused = true,
): string[] {
  const topic = header[single.topic ?? -1]
  const notes =
    topic === undefined || foldName(topic) === 'topic'
      ? []
      : [`the ${noun} ${showText(topic)} is read as the topic`]
  if (!namesUnused || unused.length === 0) return notes
  const options = findOptionLike(unused)
  const others = unused.filter((name) => !options.includes(name))
  if (others.length > 0) notes.push(`${noun}s that are not used: ${listNames(others)}`)
  if (options.length > 0) {
    const example = showText(options[0] ?? '')
    notes.push(
      `warning: ${noun}s that look like options are not used: ${listNames(options)}; name each with --map "${example}=choice" (a wrong answer) or --map "${example}=option" (one of all options)`,
    )
  }
  return notes
}

/** Names that differ only in the number or the letter at their end, such as `Falsch 1` and `Falsch 2`. */
function findOptionLike(names: readonly string[]): string[] {
  const stems = names.map((name) => /^(.*?)[\s_.-]*(?:\d\d?|(?<=[\s_.-])[a-h])$/i.exec(name.trim())?.[1])
  return names.filter(
    (_, index) => stems[index] !== undefined && stems.filter((stem) => stem === stems[index]).length > 1,
  )
}

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return names.slice(0, MAX_NAMES).map(showText).join(', ') + more
}
