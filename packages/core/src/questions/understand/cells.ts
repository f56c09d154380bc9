// Reads the value of a cell or of a member of JSON: one text, or a list of options in any of the forms that tools write.
import { quote } from '../../quote.ts'
import { findTarget, readLiteral, readOptionList } from '../read/index.ts'
import { LeftOutError } from './errors.ts'
import { isTruth, isVerdict } from './truth.ts'

/** An option of a source. */
export interface SourceOption {
  readonly text: string
  /** The letter, number or id that an answer can name, in lower case. */
  readonly label?: string | undefined
  /** Whether the source marks it as correct. */
  readonly isMarked?: boolean | undefined
  /** Why it is right or wrong. */
  readonly explanation?: string | undefined
  /** Whether a sign such as `(wrong)` was removed from its text. */
  readonly isWrong?: boolean
  /** Whether it is the only one with a sign that can be a mark. */
  readonly isOdd?: boolean
  /** False when the place of the option is doubtful, because an option before it may be missing. */
  readonly hasPlace?: false | undefined
  /** How a comma separated it from others in one cell: a comma, or the word before the last one, can be a part of an option. */
  readonly split?: 'plain' | 'doubtful' | undefined
  /** Whether a separator at its end was removed. */
  readonly isCut?: boolean
}

/** The content of a cell: one text, or a list, such as the options. */
export interface Cell {
  readonly options: readonly SourceOption[]
  readonly isList: boolean
}

/** The members of an option, such as `{"id": "a", "text": "Paris", "isCorrect": true}`. */
const TEXT_MEMBERS = ['text', 'content', 'body', 'title', 'option', 'answer', 'choice', 'description'].concat(
  ['answer', 'option', 'choice'].flatMap((name) => [`${name}Text`, `${name}_text`]),
)
const LABEL_MEMBERS = ['id', 'key', 'letter', 'label', 'name', 'value', 'code', 'index']
const MARK_MEMBERS = ['correct', 'iscorrect', 'isanswer', 'isright', 'right', 'istrue']

/** Members whose numbers are the places of options. Other numbers, such as votes and points, are no labels. */
const NUMBER_MEMBER = /^(?:(?:option|answer|choice)?[_-]?(?:position|number|order|no|nr|num|pos|place))$/i

/** Members that are a text in one tool and a label in another, such as `label` and `value`. */
const DOUBTFUL_MEMBERS = ['name', 'label', 'value']

/** The keys of options, such as `A`, `b`, `option_c` or `1`. */
const OPTION_KEY = /^(?:option|answer|choice)?[\s_-]*([a-t]|\d\d?)$/i

type Members = Readonly<Record<string, unknown>>

/** Reads a value. A missing one is an empty text. @throws LeftOutError for values that are no texts */
export function readCell(value: unknown, name = ''): Cell {
  const text =
    readScalar(value) ?? (Array.isArray(value) ? undefined : readMember(value as Members, TEXT_MEMBERS))
  if (text !== undefined) return { options: [{ text }], isList: false }
  if (Array.isArray(value)) return { options: readItems(value, name), isList: true }
  const { text: texts, label: labels } = value as Members
  if (Array.isArray(texts) && Array.isArray(labels) && texts.length === labels.length)
    return readCell(
      texts.map((text, index) => ({ text, label: labels[index] })),
      name,
    )
  const entries = Object.entries(value as Members)
  if (entries.length > 1 && entries.every(([, member]) => typeof member === 'boolean'))
    return {
      options: entries.map(([text, isMarked]) => ({ text, isMarked: isMarked === true })),
      isList: true,
    }
  // A number beside the options is about all of them.
  const named = entries.filter(([key, member]) => typeof member !== 'number' || OPTION_KEY.test(key))
  const options = (named.length > 1 ? named : entries).map(([key, member]) => {
    const label = OPTION_KEY.exec(key)?.[1]?.toLowerCase()
    const option = readScalar(member) ?? readMember(member as Members, TEXT_MEMBERS)
    if (label === undefined || option === undefined)
      throw new LeftOutError(`expected a text or a list of texts in ${quote(name)}`, ', got an object')
    return { text: option, label, ...(typeof member === 'object' && readExplanation(member ?? {})) }
  })
  assertDifferent(options, name)
  return { options, isList: true }
}

function readExplanation(item: object): { explanation?: string } {
  const [said] = Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'string' && findTarget(name) === 'explanation' ? [value] : [],
  )
  return said === undefined ? {} : { explanation: said }
}

function readScalar(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? undefined : String(value)
}

/** The first of the members that is a text or a number. */
function readMember(item: Members, names: readonly string[]): string | undefined {
  for (const name of [...names, ...DOUBTFUL_MEMBERS]) {
    const member = item[name] ?? item[name.charAt(0).toUpperCase() + name.slice(1)]
    if (typeof member === 'string' || typeof member === 'number') return String(member)
  }
  return undefined
}

/** Reads a list: of scalars, or of objects with a text. */
function readItems(items: readonly unknown[], name: string): SourceOption[] {
  const texts = items.map(readScalar)
  if (texts.every((text) => text !== undefined)) return texts.map((text) => ({ text }))
  const got = 'a list of other values than texts'
  const objects = items.filter(
    (item): item is Members => typeof item === 'object' && !Array.isArray(item) && !!item,
  )
  if (objects.length < items.length)
    throw new LeftOutError(`expected a text or a list of texts in ${quote(name)}`, `, got ${got}`)
  const hasAll = (member: string) => objects.every((item) => readScalar(item[member] ?? {}) !== undefined)
  const members = [...TEXT_MEMBERS, ...DOUBTFUL_MEMBERS].filter(hasAll)
  const others = members.filter((member) => !areKeys(objects, member))
  const textName =
    (others.length > 0 ? others : members).find((member) => TEXT_MEMBERS.includes(member)) ??
    findDoubtfulText(objects, DOUBTFUL_MEMBERS.filter(hasAll), name)
  if (textName === undefined)
    throw new LeftOutError(`expected a text or a list of texts in ${quote(name)}`, `, got ${got}`)
  const labelName = findLabel(objects, textName, name)
  const options = objects.map((item) => {
    const mark =
      Object.entries(item).find(([key]) => isMarkMember(key)) ??
      Object.entries(item).find(
        ([key]) => key !== textName && objects.every((other) => isVerdict(other[key])),
      )
    const wrong = Object.entries(item).find(([key]) => /^(?:is[_-]?)?(?:wrong|incorrect|false)$/i.test(key))
    const isMarked = mark ? isTruth(mark[1]) : wrong && isTruth(wrong[1]) === false
    if (mark && isMarked === undefined)
      throw new LeftOutError('expected marks that are true or false', `, got ${quote(String(mark[1]))}`)
    return {
      text: String(item[textName]),
      ...readExplanation(item),
      ...(labelName !== undefined && { label: keyOf(item[labelName]) }),
      ...(isMarked !== undefined && { isMarked }),
    }
  })
  assertDifferent(options, name)
  return options
}

/** Whether a member is a letter or a number in each option. */
function areKeys(objects: readonly Members[], member: string): boolean {
  return objects.every((item) => OPTION_KEY.test(String(item[member] ?? '').trim()))
}

/** The key of an option: `a` for `Option A`. */
function keyOf(label: unknown): string {
  const text = String(label).trim().toLowerCase()
  return OPTION_KEY.exec(text)?.[1] ?? text
}

function isMarkMember(name: string): boolean {
  return MARK_MEMBERS.includes(name.toLowerCase().replace(/[_-]/g, ''))
}

/**
 * The member that an answer can name: one of the known names, an id, or letters or numbers in each option.
 * @throws LeftOutError when two members order the options differently, because an answer can name either
 */
function findLabel(objects: readonly Members[], textName: string, about: string): string | undefined {
  const isLabel = (member: string) => {
    const values = objects.map((item) => String(item[member] ?? '').trim())
    const isNamed = LABEL_MEMBERS.includes(member) || /(?:^|_)id$|I[dD]$/.test(member)
    const areScalars = objects.every((item) => ['string', 'number'].includes(typeof item[member]))
    const areUnique = new Set(values).size === values.length
    const areKeys =
      areUnique &&
      values.every((value) => OPTION_KEY.test(value) && (/\D/.test(value) || NUMBER_MEMBER.test(member)))
    return member !== textName && areScalars && (isNamed || areKeys)
  }
  const found = Object.keys(objects[0] ?? {}).filter((member) => !isMarkMember(member) && isLabel(member))
  const [first, ...others] = [...LABEL_MEMBERS.filter((member) => found.includes(member)), ...found]
  const orderOf = (member: string) =>
    objects
      .toSorted((a, b) => String(a[member]).localeCompare(String(b[member]), 'en', { numeric: true }))
      .map((item) => objects.indexOf(item))
      .join()
  const rival = others.find((member) => orderOf(member) !== orderOf(first ?? ''))
  if (rival !== undefined && first !== undefined)
    throw new LeftOutError(
      `expected options with one label in ${quote(about)}`,
      `, got the members ${[first, rival].map(quote).join(' and ')}`,
    )
  return first
}

/** Of two doubtful members, the label is the one whose values are letters or numbers in each option. */
function findDoubtfulText(
  objects: readonly Members[],
  names: readonly string[],
  about: string,
): string | undefined {
  const texts = names.filter((name) => !areKeys(objects, name))
  if (names.length < 2) return names[0]
  if (texts.length === 1) return texts[0]
  throw new LeftOutError(
    `expected options with one text in ${quote(about)}`,
    `, got the members ${names.map(quote).join(' and ')}`,
  )
}

function assertDifferent(options: readonly SourceOption[], name: string): void {
  const labels = options.flatMap(({ label }) => label ?? [])
  const repeated = labels.find((label, index) => labels.indexOf(label) < index)
  if (repeated !== undefined)
    throw new LeftOutError(
      `expected different labels of options in ${quote(name)}`,
      `, got ${quote(repeated)} again`,
    )
}

/**
 * Returns the options of a cell: a list, a text with a list or an object, a text with labels such as `A) Rome B) Paris`, or options
 * between separators. Commas and slashes are separators only when one of the parts is the answer, because an option can contain one.
 * Without a separator, the text is one option.
 */
export function splitCell(
  cell: Cell,
  answer: string,
  separator: string | undefined,
): readonly SourceOption[] {
  if (cell.isList) return cell.options
  const text = (cell.options[0]?.text ?? '').trim()
  if (text === '') return []
  // `[1,2], [3]` is no list, but several options.
  if (/^[[{]/.test(text) && (/['"]/.test(text) || /^\0+$/.test(hideGroups(text)))) return parseList(text)
  if (separator !== undefined) return splitAt(text, separator, answer)
  const labelled = splitAtLabels(
    text.replace(/\s*[①-⑳]\s*/g, (sign) => ` ${sign.normalize('NFKC').trim()}) `).trim(),
    answer,
  )
  if (labelled) return labelled
  return splitAtSigns(text, answer)
}

/**
 * Splits a text at the sign between its options. In `a & b, a | b, a ^ b`, the sign that usually separates them is a part of one.
 * @throws LeftOutError when two signs split it in different ways, and not exactly one of them finds the answer
 */
function splitAtSigns(text: string, answer: string): readonly SourceOption[] {
  const given = answer.trim().toLowerCase()
  const hasAnswer = (parts: readonly SourceOption[]) =>
    parts.some((part) => part.text.toLowerCase() === given)
  const commas = splitAtCommas(text, answer.trim())
  // In `a || b | a && b`, the sign with spaces separates operators.
  const bar = !text.includes('||') || / \| /.test(text) ? (text.includes('||') ? ' | ' : '|') : '||'
  const [first, second] = ['\n', bar, ';']
    .map((sign) => splitAt(text, sign, answer))
    .filter((parts) => parts.length > 1)
    .map(removeBullets)
  const lines = text.split(/<br\s{0,9}\/?>/i).map((line) => ({ text: line.trim() }))
  if (!first && lines.length > 1 && lines.every((line) => /^[^<>]+$/.test(line.text))) return lines
  if (!first) {
    const found = [commas, splitAt(text, ' / '), splitAt(text, '/')].find(hasAnswer)
    if (found === commas && found.some(({ split }) => split)) assertNoneTorn(text, found, answer)
    return found ?? [{ text }]
  }
  const textOf = (parts: readonly SourceOption[]) => parts.map((part) => part.text).join('\n')
  const isOther = second !== undefined && textOf(second) !== textOf(first) && !text.includes('\n')
  const rival = isOther ? second : first.length === 2 && commas.length > 2 ? commas : undefined
  if (!rival) return first
  const [right, ...others] = [first, rival].filter(hasAnswer)
  if (right && others.length === 0) return right
  throw new LeftOutError(
    'expected options with one separator',
    `, got ${quote(text)}; --separator says which one it is`,
  )
}

/** Removes the signs of a list when all parts have one. */
function removeBullets(parts: readonly SourceOption[]): SourceOption[] {
  const areListed = parts.every(({ text }) => /^[-–•*]\s/.test(text))
  return parts.map((part) => (areListed ? { ...part, text: part.text.slice(2).trim() } : part))
}

/** Commas between digits, which can be those of numbers, and others. */
const IN_NUMBER = /(?<=\d),(?=\d)/
const BETWEEN = /(?<!\d),|,(?!\d)/

/** The end of a name or a number behind a comma, as in `Washington, D.C.` and `1,000`. */
const ENDING = /^(?!U\.(?:S|K)\.)(?:(?:\p{Lu}\.\s?)+|(?:Jr|Sr|Inc|Ltd|Corp|Esq|PhD|MD)\.?|0\d\d)$/u
/** In every second part only, it belongs to the part before it: `Austin, TX, Boston, MA` and `1,500,2,700`. */
const SECOND = /^(?:(?![IVX]+$)\p{Lu}{2}|\d{3})$/u

/**
 * @param answer undefined when commas between digits were not separators
 * @throws LeftOutError when commas can be parts of options: between digits beside others, or in the answer too, or in names
 */
export function assertNoneTorn(text: string, parts: readonly SourceOption[], answer?: string): void {
  const shown = answer === undefined ? '' : hideGroups(text)
  const areDecimal = IN_NUMBER.test(shown) && (BETWEEN.test(shown) || IN_NUMBER.test(answer ?? ''))
  const texts = parts.map((part) => part.text)
  const ends = texts.filter((part) => ENDING.test(part)).length
  const arePairs =
    texts.length > 2 && texts.length % 2 === 0 && texts.every((part, at) => SECOND.test(part) === at % 2 > 0)
  if (!areDecimal && !arePairs && (ends === 0 || ends === texts.length)) return
  throw new LeftOutError(
    'expected options with one separator',
    `, got ${quote(text)}, whose commas can be parts of ${areDecimal ? 'numbers' : 'options'}; --separator ", " or --separator "," says which ones separate options`,
  )
}

/** The words before the last one of several. */
const AND = 'and|or|und|oder|et|ou|y|o'
const STARTS_WITH_AND = new RegExp(String.raw`^(?:${AND})\s+(?=\S)`)
const ENDS_WITH_AND = new RegExp(String.raw`(?<=,)\s+(?:${AND})$`)
const CONTAINS_AND = new RegExp(String.raw`\s+(?:${AND})\s+`)

/** Splits at commas, except for those of the answer. `Rome, Paris, or Oslo` and, with the answer Oslo, `Rome, Paris or Oslo` have the option Oslo. */
function splitAtCommas(text: string, answer: string): SourceOption[] {
  const spaced = /\d,\d/.test(answer) ? splitAt(text, ', ') : []
  if (spaced.some((part) => part.text === answer)) return spaced
  const [before = '', after, ...more] = answer.includes(',') ? text.split(answer) : [text]
  const isWhole =
    after !== undefined && more.length === 0 && /(?:^|,\s*)$/.test(before) && /^\s*(?:,|$)/.test(after)
  const parts = isWhole
    ? [...splitAt(before, ','), { text: answer }, ...splitAt(after.replace(/^\s*,/, ''), ',')]
    : splitAt(text, ',')
  if (parts.length < 2) return parts
  const last = (parts.at(-1)?.text ?? '').replace(STARTS_WITH_AND, '')
  const ends = last === answer ? [last] : last.split(CONTAINS_AND)
  const areEnds = ends.includes(answer)
  const split = isWhole || (ends.length > 1 && !areEnds) ? 'doubtful' : 'plain'
  const lasts = (areEnds ? ends : [last]).map((end) => ({ ...parts.at(-1), text: end }))
  return [...parts.slice(0, -1), ...lasts].map((option) => ({ ...option, split }))
}

/** The semicolon of an HTML entity is no separator. */
const SEPARATORS: Readonly<Record<string, RegExp>> = { ';': /(?<!&#?\w{1,10});/ }

/** Brackets without others inside, formulas of LaTeX, and texts in quotes. `$5, $10` are two prices. */
const GROUP =
  /[([][^()[\]{}]*[)\]]|\{[^()[\]{}]*\}|(?<![\p{L}\p{N}\\$])\$(?=[^\s$])[^$]*(?<=[^\s$])\$(?![\p{N}$])|(?<=^|[\s,;|])"[^"]+"(?=$|[\s,;|])/gu

/** Hides what is in brackets, formulas and quotes behind other characters, because separators there are parts of an option. */
function hideGroups(text: string): string {
  if (!/[([{$"]/.test(text)) return text
  const hidden = text.replace(GROUP, (group) => '\0'.repeat(group.length))
  return hidden === text ? text.replaceAll('\0', ' ') : hideGroups(hidden)
}

/** Splits a text. Empty parts keep their places, except at the end. */
function splitAt(text: string, separator: string, answer = ''): SourceOption[] {
  const shown = /[([{$"]/.test(separator) ? text : hideGroups(text)
  let end = 0
  const parts = shown.split(SEPARATORS[separator] ?? separator).map(({ length }) => {
    const start = end
    end += length + separator.length
    return text.slice(start, start + length).trim()
  })
  while (parts.at(-1) === '') parts.pop()
  const isDoubtful = parts.includes('')
  return cutSeparators(
    parts.map((part) => ({ text: part, ...(isDoubtful && { hasPlace: false }) })),
    answer,
  )
}

/** A sign at the end of an option that is no HTML entity. */
const END_SIGN = /\s*(?:,|\||(?<!&#?\w{1,10});)$/

/**
 * Removes the separators at the ends of options, as in `A) Rome; B) Paris; C) Oslo`. A sign that other options lack is a part of its
 * option, as in `int x;` beside `int x`. So is one that the last option has too, unless the answer lacks it.
 */
function cutSeparators(options: readonly SourceOption[], answer: string): SourceOption[] {
  const [sign] = END_SIGN.exec(options[0]?.text ?? '') ?? []
  const last = options.at(-1)?.text ?? ''
  const endsWith = (text: string) => sign !== undefined && END_SIGN.exec(text)?.[0].trim() === sign.trim()
  const areCut =
    options.length > 1 &&
    options.slice(0, -1).every(({ text }) => endsWith(text)) &&
    (!endsWith(last) || (answer !== '' && !endsWith(answer)))
  const cut = options.map((option) =>
    areCut && endsWith(option.text)
      ? { ...option, text: option.text.replace(END_SIGN, ''), isCut: true }
      : option,
  )
  const areDifferent = areCut && new Set(cut.map(({ text }) => text)).size === cut.length
  return areDifferent ? cutSeparators(cut, answer) : [...options]
}

/**
 * Splits a question such as `Capital of France? A) Rome B) Paris` from its options.
 * @throws LeftOutError when the answer is a letter, and the question has letters that do not follow it
 */
export function splitQuestion(
  text: string,
  answer: string,
): { question: string; options: readonly SourceOption[] } | undefined {
  const start = /(?<=[?:.…_])\s+(?=[([]?[a1][).\]]\s*\S)|\s*\n\s*(?=[([]?[a1][).\]]\s*\S)/i.exec(text)
  const options = start && splitAtLabels(text.slice(start.index + start[0].length), answer)
  // Below lines with numbers, the text of the question can go on: they are a list to count, or to search.
  const goesOn = /^\d/.test(options?.[0]?.label ?? '') && options?.at(-1)?.text.includes('\n')
  if (goesOn) return undefined
  if (options && !/[?？]$/.test(text)) return { question: text.slice(0, start.index), options }
  if (/^\(?[a-t][).]*$/i.test(answer) && /(?:^|\s)\(?a[).]\s.*\s\(?b[).]\s/is.test(text))
    throw new LeftOutError(
      'expected options below the question, or in cells of their own',
      `, got ${quote(text)}`,
    )
  return undefined
}

/** Labels in a cell, as in `A) Rome B) Paris` and `A.80 B.443`. Those of `B.B. King` are initials, and `1.5` is a number. */
const CELL_LABELS =
  /(?<=^|[\s,;|])[([]?([a-t]|\d\d?)\s*([).:\]])(?=\s|(?<=[)\]])\S|(?<=\.)(?!\p{L}\.)\p{L}|(?<=[a-t]\.)\d)/giu

/** An option with its label, behind which no number goes on. */
const LABELLED_PART = /^[([]?(?:[a-t]|\d\d?)\s*[).:\]]\s*(?!\d)\S/i

/** Splits `A) Rome B) Paris` and `1. Rome, 2. Paris`. The labels follow each other from the first character on. */
function splitAtLabels(text: string, answer: string): SourceOption[] | undefined {
  const marks = [...text.matchAll(CELL_LABELS)]
  const [first] = marks
  if (first?.index !== 0) return undefined
  const same = marks.filter((mark) => mark[2] === first[2])
  const start = (first[1] ?? '').toLowerCase()
  if (!['a', '0', '1'].includes(start)) return undefined
  const labels = same.map(([, label = '']) => label.toLowerCase())
  const isSequence = labels.every((label, index) => label === nextLabel(start, index))
  if (labels.length < 2) return undefined
  if (!isSequence) {
    const [list = [], sign] =
      ['\n', '|', ';', ',']
        .map((one) => [splitAt(text, one), one] as const)
        .find(([parts]) => parts.length > 1) ?? []
    // A date such as `28. 10. 1918` and a scale such as `1 : 1 000` have no label. `A. Lincoln` beside another name is one.
    const areLabels = list.map((part) => LABELLED_PART.test(part.text))
    const areNames = start === 'a' && first[2] === '.' && areLabels.includes(false)
    if (areLabels[0] === false || areNames) return undefined
    const advice = sign && `; --separator ${JSON.stringify(sign)} says that they have none`
    throw new LeftOutError(
      'expected options with labels that follow each other',
      `, got ${quote(text)}${advice ?? ''}`,
    )
  }
  const options = same.map((mark, index) => ({
    text: text
      .slice(mark.index + mark[0].length, same[index + 1]?.index)
      .trim()
      .replace(index === same.length - 2 ? ENDS_WITH_AND : '', ''),
    label: labels[index] ?? '',
  }))
  return cutSeparators(options, answer)
}

/** The label that is `index` places after `start`. */
export function nextLabel(start: string, index: number): string {
  return /\d/.test(start) ? String(Number(start) + index) : String.fromCharCode(start.charCodeAt(0) + index)
}

/** Reads a list of strings, a JSON list of other values, or an object of JSON or Python such as `{'A': 'Paris'}`. */
function parseList(text: string): readonly SourceOption[] {
  for (const read of [readOptionList, JSON.parse, readLiteral]) {
    let value: unknown
    try {
      value = read(text)
    } catch {
      // The next function reads other lists.
      continue
    }
    const cell = readCell(value)
    if (cell.isList) return cell.options
  }
  throw new LeftOutError("expected a list of options such as ['A', 'B']", ', got another text')
}
