// Describes an import: which columns were read as what, what was changed and left out, and what a person should check.
import {
  type AnsweredQuestion,
  type ColumnMap,
  count,
  foldCase,
  foldName,
  isSameAnswer,
  quote,
  type Repeat,
  type Table,
} from '@qb/core/questions'
import { showText } from '../cli/text.ts'
import type { ImportResult } from './import-questions.ts'

/** Maximum number of questions that are left out, and of contradictions, that are named. */
const MAX_NAMED = 20

/** How many questions of the start of a file, and how many others, a report shows. */
const SHOWN = 3

/** Describes what was read, changed and left out, and shows some questions for a person to check. */
export function describeImport(result: ImportResult, fileName: string, random = Math.random): string[] {
  const { changes, dropped, encoding, format, notes, questions, read, unit } = result
  return [
    `read ${count(read, 'question')} from ${showText(fileName)} (${encoding ? `${format}, ${encoding}` : format})`,
    ...(result.use === '' ? [] : [`columns: ${result.use}`]),
    ...notes,
    ...[...changes].map(([change, number]) => `changed ${count(number, 'question')}: ${change}`),
    ...dropped
      .slice(0, MAX_NAMED)
      .map((one) => `left out ${unit} ${one.number}: ${one.reason}${nameQuestion(one)}`),
    ...(dropped.length > MAX_NAMED ? [`left out ${dropped.length - MAX_NAMED} more`] : []),
    ...describeReasons(dropped),
    ...chooseQuestions(questions, random).flatMap(showQuestion),
    `accepted ${count(questions.length, 'question')}, left out ${dropped.length}`,
    ...(dropped.length > questions.length
      ? ['warning: more questions were left out than accepted; the reasons are above']
      : []),
  ]
}

/** The first words of a question that is left out, when the reason does not have them. */
function nameQuestion({ reason, question = '' }: ImportResult['dropped'][number]): string {
  const text = question.trim().replace(/\s+/g, ' ')
  const start = text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).replace(/\s\S*$/, '')}…` : text
  const shown = start.replace(/…$/, '')
  return shown === '' || reason.includes(shown) ? '' : ` (question ${quote(start)})`
}

/** Maximum length of the first words of a question. */
const MAX_WORDS = 40

/** Counts the questions that are left out by reason, without the texts of the questions. */
function describeReasons(dropped: ImportResult['dropped']): string[] {
  if (dropped.length <= MAX_NAMED) return []
  const counts = new Map<string, number>()
  for (const { reason } of dropped) {
    const kind = reason.replace(/"(?:[^"\\]|\\.)*"|(?<=, as in \w+ )\d+/g, '…')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([reason, number]) => `left out ${count(number, 'question')}: ${reason}`)
}

/** The first questions, and others at random places. */
function chooseQuestions(questions: ImportResult['questions'], random: () => number) {
  const places = new Set<number>()
  for (let place = 0; place < Math.min(SHOWN, questions.length); place++) places.add(place)
  const size = Math.min(2 * SHOWN, questions.length)
  while (places.size < size) places.add(Math.floor(random() * questions.length))
  return [...places].sort((a, b) => a - b).flatMap((place) => questions[place] ?? [])
}

function showQuestion({
  question,
  correct_answer,
  options = [correct_answer],
}: ImportResult['questions'][number]) {
  const lines = options.map((option) => `  ${option === correct_answer ? '✓' : ' '} ${showText(option)}`)
  return [`sample: ${showText(question)}`, ...lines]
}

/** Names questions that occur again with other options and another answer. Both are kept, because only a person knows which is correct. */
export function noteRepeats(repeats: readonly Repeat[], unit: string): string[] {
  const notes = repeats
    .slice(0, MAX_NAMED)
    .map(
      ({ number, first, question }) =>
        `warning: ${unit} ${number} repeats the question of ${unit} ${first} with another answer: ${quote(question)}`,
    )
  const more = repeats.length - MAX_NAMED
  return more > 0 ? [...notes, `warning: ${more} more repeat a question with another answer`] : notes
}

/** Names questions in which an option occurs twice. One of the two can be a mistake for another option. */
export function noteRepeatedOptions(questions: readonly string[]): string[] {
  if (questions.length === 0) return []
  const more = questions.length - MAX_EXAMPLES
  const named = questions.slice(0, MAX_EXAMPLES).map(quote).join(', ')
  return [
    `warning: an option occurs twice, and is kept once, in ${named}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}

/** Maximum number of questions that one warning names. */
const MAX_EXAMPLES = 3

/** Finds questions with another answer in a file above. With the same options, one answer is wrong, and both are left out. */
export function findConflicts(files: readonly { name: string; questions: readonly AnsweredQuestion[] }[]) {
  const above = new Map<string, [name: string, question: AnsweredQuestion][]>()
  const rivals = new Set<AnsweredQuestion>()
  const lines: string[] = []
  const optionsOf = ({ options = [] }: AnsweredQuestion) => JSON.stringify(options.map(foldCase).sort())
  for (const { name, questions } of files)
    for (const own of questions) {
      const key = foldCase(own.question)
      const same = above.get(key) ?? []
      if (same.length === 0) above.set(key, same)
      for (const [file, other] of same) {
        const [one, two] = [other, own].map(({ correct_answer: answer }) => quote(answer))
        if (file === name || isSameAnswer(other.correct_answer, own.correct_answer)) continue
        const answers = `${two} in ${showText(name)} and ${one} in ${showText(file)}`
        const areRivals = optionsOf(own) === optionsOf(other)
        if (areRivals) rivals.add(own).add(other)
        lines.push(
          areRivals
            ? `left out ${quote(own.question)}: expected one answer of a question, got ${answers}`
            : `warning: a question with another answer in two files: ${quote(own.question)} with ${answers}`,
        )
      }
      if (same.length < MAX_NAMED) same.push([name, own])
    }
  return { rivals, lines: [...lines.slice(0, MAX_NAMED), ...(lines.length > MAX_NAMED ? ['and more'] : [])] }
}

const ENTITY = /&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|[a-z]+(?:acute|grave|uml|circ|tilde|quo));/i

/** Whether a question contains texts that may have to be decoded. */
export function hasEntities({
  question,
  correct_answer,
  options = [correct_answer],
}: AnsweredQuestion): boolean {
  const isEncoded = (text: string) => text.includes('&') && ENTITY.test(text)
  return isEncoded(question) || options.some(isEncoded)
}

/** Says how many questions contain such texts. */
export function noteEntities(questions: number, isDecoded: boolean): string[] {
  if (questions === 0) return []
  const verb = questions === 1 ? 'contains' : 'contain'
  return [
    `${count(questions, 'question')} ${verb} HTML entities such as &quot;: ${isDecoded ? 'they may be texts about HTML, or have been encoded again' : '--decode-html decodes them'}`,
  ]
}

/** Maximum number of names in a message. */
const MAX_NAMES = 20

/**
 * Describes columns that are read as something else, and columns that are not used.
 * @param namesUnused false for known formats, whose other members are never needed
 */
export function describeColumns(
  { header, hasMembers }: Table,
  { single, unused }: ColumnMap,
  namesUnused: boolean,
): string[] {
  const noun = hasMembers ? 'member' : 'column'
  const topic = header[single.topic ?? -1]
  const isOther = topic !== undefined && foldName(topic) !== 'topic'
  return [
    ...(isOther ? [`the ${noun} ${showText(topic)} is read as the topic`] : []),
    ...(namesUnused && unused.length > 0 ? [`${noun}s that are not used: ${showNames(unused)}`] : []),
  ]
}

/** Says which columns are read as what, unless each one has its name. */
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
  const uses = [
    ...Object.entries(single)
      .filter(([target]) => !['option', 'choice', 'wrong', 'ignore'].includes(target))
      .map(([target, index]) => [target, nameOf(index)]),
    ...several
      .filter(([, columns]) => columns.length > 0)
      .map(([name, columns]) => [name, columns.map(({ index }) => nameOf(index)).join(', ')]),
  ].filter(([, names]) => names !== '')
  const areAll = uses.every(([target = '', names = '']) => foldName(target) === foldName(names))
  return areAll ? '' : uses.map((pair) => pair.join(' = ')).join('; ')
}

function showNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return names.slice(0, MAX_NAMES).map(showText).join(', ') + more
}
