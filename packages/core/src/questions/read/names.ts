// The names of columns: of a dataset, and those that other tools and people give them. Every reader of a file uses these. The lists of
// names are in names.json.
import { isMisspelt } from '../../similar.ts'
import written from './names.json' with { type: 'json' }

/** What a column contains. `choice` is one wrong answer of a dataset, `option` is one of all options. */
export const TARGETS = [
  'id',
  'question',
  'correct_answer',
  'is_correct',
  'options',
  'wrong_answers',
  'choice',
  'option',
  'difficulty',
  'topic',
  'explanation',
  'source',
  'ignore',
] as const
export type Target = (typeof TARGETS)[number]

/** Notes in names, as in the sheets of Kahoot and Quizizz: `Option 5 (Optional)`, `Answer 1 - max 75 characters`, `Answer (A-D)`. */
const NOTE =
  /(?<!\s)\s*(?:(?<=[a-z]s\s*)\(\d\)|[([](?:(?:comma|semicolon|pipe)[ -]separated|list)[)\]]|\((?:s|optional|required|only\b[^)]*|[a-z\d](?:\s*(?:[-–,/](?:\s*or\s)?|\sor\s)\s*[a-z\d])+)\)|(?<=\s)[-–]\s+(?:max|choose)\b.*$)/gi

/** A note that numbers count from 0: `Correct (0-3)`, `Answer (zero-based)`, `Answer (A=0)`. */
export const FROM_ZERO =
  /[([（]\s*(?:0\s*(?:[-–—~〜…]|\.{2,3}|to|bis|à|a|до)\s*\d+|(?:0|zero)[- ]?(?:based|indexed)|(?:from|starting (?:at|from|with)) (?:0|zero)|A\s*=\s*0)\s*[)\]）]/i

/** A column of one option: one that is `wrong`, a `choice`, which can be wrong or one of all, or one `option` of all. */
export type OptionTarget = 'wrong' | 'choice' | 'option'

/** Folds a name without its notes: lower case, letters and digits only, and no accents. `Question #` is the number of a question, and `% correct` a share. */
export function foldName(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(FROM_ZERO, '')
    .replace(NOTE, '')
    .replaceAll('#', ' number')
    .replaceAll('%', ' percent')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Folds lists of names that are separated by commas. */
export function foldNames(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(',').map(foldName))
}

/** The names of each column, folded. The first one is that of a dataset, if a dataset has the column. */
export const NAMES = Object.entries({
  ...written.columns,
  correct_answer: [...written.columns.correct_answer, ...written.trueFalse],
  wrong_answers: [...written.columns.wrong_answers, ...written.wrongOptions, ...written.wrongOption],
}).map(([target, lists]) => [target as Target, foldNames(lists)] as const)

/** Letters above the options, in their order. */
export const ALPHABETS =
  'abcdefghijklmnopqrst абвгдежз αβγδεζηθ אבגדהוזח ابجده アイウエオカキクケコ 가나다라마바사아 กขคงจฉชซ'.split(
    ' ',
  )

/** Names of columns of one option, before the letter or the number at their end, which is their label. Some are plurals, too. */
const WRONG_OPTION_NAMES = foldNames([...written.wrongOption, ...written.wrongOptions])
const OPTION_NAMES = foldNames(written.option)

/** What can be before the name of a wrong answer in place of a number. */
const ORDINALS =
  'first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|extra|another|other|autre|weitere|otra|altra'

const OPTION_PATTERNS: Readonly<Record<OptionTarget, RegExp>> = {
  wrong: new RegExp(
    `${createPattern(WRONG_OPTION_NAMES, '[a-t]|\\d\\d?').source}|^(\\d\\d?|${ORDINALS})(?:${WRONG_OPTION_NAMES.join('|')})$`,
    'u',
  ),
  choice: createPattern(['choice'], '\\d\\d?'),
  option: new RegExp(
    `${createPattern(OPTION_NAMES, `[a-z${ALPHABETS.join('')}]|\\d\\d?`).source}|${createPattern(['choice', 'response'], '[a-t]').source}|^op([a-f\\d])$`,
    'u',
  ),
}

function createPattern(names: readonly string[], label: string): RegExp {
  return new RegExp(`^(?:${names.join('|')})(${label})$`, 'u')
}

const LETTER = new RegExp(`^[${ALPHABETS.join('')}]$`)

const ONE_OPTION = {
  wrong: new Set(WRONG_OPTION_NAMES),
  option: new Set(['choice', ...OPTION_NAMES]),
}

/**
 * Columns of options that have the same name, such as three columns `Wrong answer`. Columns `Answer` are options only beside a column
 * of another name with the answer.
 */
export function findRepeatedOptions(names: readonly string[]): ReadonlyMap<number, 'wrong' | 'option'> {
  const isAnswer = (name: string) => KNOWN.get(name) === 'correct_answer'
  const isOption = (name: string) =>
    ONE_OPTION.option.has(name) &&
    (!isAnswer(name) || names.some((other) => other !== name && isAnswer(other)))
  const found = new Map<number, 'wrong' | 'option'>()
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === names.lastIndexOf(name)) continue
    if (ONE_OPTION.wrong.has(name)) found.set(index, 'wrong')
    else if (isOption(name)) found.set(index, 'option')
  }
  return found
}

/** Finds what the folded name of an option says about it. */
export function readOptionName(folded: string): { target: OptionTarget; label: string } | undefined {
  if (LETTER.test(folded)) return { target: 'option', label: folded }
  // The end of `Alternative` is no letter.
  if (isNameOf(folded, 'oneOption')) return undefined
  for (const target of ['wrong', 'choice', 'option'] as const) {
    const label = OPTION_PATTERNS[target]
      .exec(folded)
      ?.slice(1)
      .find((text) => text !== undefined)
    if (label !== undefined) return { target, label }
  }
  return undefined
}

/** Names that say of an option whether it is correct, before or after its name: `Correct A`, `Option 1 is correct`, `A ok`. */
const MARKS = `(?:is)?(?:correct|right|true|richtig|korrekt|correcte|juste|correcta|correto|giusta|corretta|juist|верно|ok)`
const POINTS = '(?:points?|pts|scores?|punkte?|puntos|pontos|punti|punten|баллы)'
const MARK_OF_OPTION = new RegExp(
  `^(?:${MARKS}|${POINTS})(?:answer|option|choice)?([a-t]|\\d\\d?)$|^(?:is)?(?:answer|option|choice)?([a-t]|\\d\\d?)${MARKS}$`,
)

/** The columns that say of each option whether it is correct, by the labels of the options. Empty when an option has none. */
export function findMarkColumns(names: readonly string[]): ReadonlyMap<string, number> {
  const marks = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const [, before, after] = MARK_OF_OPTION.exec(name) ?? []
    const label = before ?? after
    if (label !== undefined) marks.set(label, index)
  }
  const options = names
    .flatMap((name) => readOptionName(name) ?? [])
    .filter(({ target }) => target !== 'wrong')
  const areAll = options.length === marks.size && options.every(({ label }) => marks.has(label))
  return marks.size > 1 && areAll ? marks : new Map()
}

/** The folded names of a header. Of `Correct 1` and `Correct 2`, the first one is that of the answer. */
export function foldHeader(header: readonly string[]): string[] {
  const names = header.map(foldName)
  const known = names.filter((name) => KNOWN.get(name) === 'correct_answer')
  if (findMarkColumns(names).size > 0) return names
  return names.map((name) => {
    const [, stem = '', number] = /^(.*\D)([1-9])$/.exec(name) ?? []
    const isOther = KNOWN.get(stem) !== 'correct_answer' || known.some((answer) => answer !== stem)
    if (isOther || readOptionName(name)) return name
    return number === '1' && known.length === 0 ? stem : 'secondanswer'
  })
}

/**
 * Kinds of names that are no columns of a dataset: how an answer was judged (`result`), or judged to be wrong; another fact about a
 * question (`flag`); texts that are no options; an answer that corrects another one; how many players answered; who answered; an
 * answer that can be right or wrong; and whether a statement is true. Patterns of `parts` find others: the place of an option, such as
 * `answer_idx`; a second answer; letters of groups and options that are not said to be right (`otherAnswer`); notes; and answers of players.
 */
type NameKind = Exclude<keyof typeof written, 'columns' | 'parts'> | keyof typeof written.parts

const KINDS = new Map<string, { has(folded: string): boolean }>([
  ...Object.entries(written.parts).map(([kind, parts]) => {
    const part = new RegExp(parts.join('|'))
    return [kind, { has: (name: string) => part.test(name) }] as const
  }),
  ...Object.entries(written).map(([kind, lists]) => {
    return [kind, new Set(Array.isArray(lists) ? foldNames(lists) : [])] as const
  }),
])

/** Whether a name, folded or not, is one of a kind. */
export function isNameOf(name: string, ...kinds: readonly NameKind[]): boolean {
  const folded = foldName(name)
  return kinds.some((kind) => KINDS.get(kind)?.has(folded))
}

/** The words in the names of options and wrong answers. Short ones, such as `non`, have other meanings. */
const OPTION_WORDS = new Set(
  [written.wrongOption, written.wrongOptions, written.option, written.wrongWords]
    .concat(written.columns.wrong_answers, written.columns.options)
    .flatMap((lists) => foldNames([lists].flat().map((list) => list.replaceAll(' ', ','))))
    .filter((word) => word.length > 3 || /[^a-z]/.test(word)),
)

/** Whether a name has a word of options or wrong answers. */
export const saysOption = (name: string) =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => OPTION_WORDS.has(foldName(word)))

const KNOWN = new Map(NAMES.flatMap(([target, names]) => names.map((name) => [name, target] as const)))

/** Finds what a column with a known name contains. */
export function findTarget(name: string): Target | 'wrong' | undefined {
  const folded = foldName(name)
  return KNOWN.get(folded) ?? readOptionName(folded)?.target
}

/** How many columns of a header have a known name. */
export function countKnownColumns(header: readonly string[]): number {
  return header.filter((name) => findTarget(name) !== undefined).length
}

/** The label at the end of any name of an option, such as `Antwort B`, `reponseB` or `Falsch 2`. */
const LABEL = /(?:\d\d?|(?:^|[^\p{L}\p{N}])(?:[a-tA-T]|(?!\p{Script=Latin})\p{L})|(?<=\p{Ll})[A-T])$/u

/** The letter or the number at the end of the name of an option, in lower case. */
export function labelOf(name: string): string | undefined {
  const folded = foldName(name)
  // The end of `Incorrecta` is no letter.
  if (ONE_OPTION.wrong.has(folded)) return undefined
  const label = readOptionName(folded)?.label ?? LABEL.exec(name.trim())?.[0]
  return label
    ?.replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/^0(?=\d)/, '')
}

/** The targets of options, by the names of one or of several. */
const OPTION_NAMES_OF = [
  ['wrong_answers', 'choice', WRONG_OPTION_NAMES],
  ['options', 'option', [...OPTION_NAMES, 'choice']],
] as const

/** The target of a column that is misspelt, such as `Worng answer 1`, or that has the name of another column of options. */
export function findMisspeltOption(name: string): Target | undefined {
  const folded = foldName(name)
  if (KNOWN.get(folded) === 'correct_answer' || ONE_OPTION.option.has(folded)) return undefined
  const label = LABEL.exec(name.trim())
  const stem = foldName(label ? name.trim().slice(0, label.index) : name)
  const [found] = OPTION_NAMES_OF.flatMap(([several, one, names]) => {
    const isOf = label ? names.some((other) => isMisspelt(stem, other)) : isNearly(stem, several)
    return isOf ? [label ? one : several] : []
  })
  return found?.startsWith('option') && isNameOf(stem, ...NO_OPTIONS) ? undefined : found
}

/** Names of other things than options that can be near to those of options. */
const NO_OPTIONS = ['otherAnswer', 'playerAnswer', 'note', 'count', 'flag', 'otherList', 'player'] as const

/** Whether a name is that of something else than options. */
export const isNoOption = (name: string) =>
  isNameOf(name, ...NO_OPTIONS, 'picture', 'result', 'otherQuestions', 'state')

/** Whether a folded name is nearly a known one of a column, such as `questoin`. */
export const isNearly = (folded: string, target: Target) =>
  NAMES.some(([other, known]) => other === target && known.some((name) => isMisspelt(folded, name)))

/** Names that differ only in the number or the letter at their end, such as `Falsch 1` and `Falsch 2`, or `reponseA`. */
export function findOptionLike(names: readonly string[]): string[] {
  const stems = names.map((name) => {
    const label = LABEL.exec(name.trim())
    return label ? name.trim().slice(0, label.index) : undefined
  })
  return names.filter(
    (_, index) => stems[index] !== undefined && stems.filter((stem) => stem === stems[index]).length > 1,
  )
}
