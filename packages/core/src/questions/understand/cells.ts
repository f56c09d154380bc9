// Reads the value of a cell or of a member of JSON: one text, or a list of options, whose members each tool names in its own way.
import { quote } from '../../quote.ts'
import { findTarget } from '../read/index.ts'
import { leftOut } from './errors.ts'
import { isTruth, isVerdict, readTruthMark } from './truth.ts'

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
const WRONG_MEMBER = /^(?:is[_-]?)?(?:wrong|incorrect|false)$/i

/** Members whose numbers are the places of options. Other numbers, such as votes and points, are no labels. */
const NUMBER_MEMBER =
  /^(?:(?:option|answer|choice)?[_-]?(?:position|number|order|no|nr|num|pos|place|identifier)|option|choice)$/i

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
    if (label === undefined || option === undefined) throw createTextError(name, 'an object')
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
  const createError = () => createTextError(name, 'a list of other values than texts')
  const objects = items.filter(
    (item): item is Members => typeof item === 'object' && !Array.isArray(item) && !!item,
  )
  if (objects.length < items.length) throw createError()
  const hasAll = (member: string) => objects.every((item) => readScalar(item[member] ?? {}) !== undefined)
  const members = [...TEXT_MEMBERS, ...DOUBTFUL_MEMBERS].filter(hasAll)
  const others = members.filter((member) => !areKeys(objects, member))
  const textName =
    (others.length > 0 ? others : members).find((member) => TEXT_MEMBERS.includes(member)) ??
    findDoubtfulText(objects, DOUBTFUL_MEMBERS.filter(hasAll), name)
  if (textName === undefined) throw createError()
  const labelName = findLabel(objects, textName, name)
  const isVerdictMember = (key: string) => key !== textName && objects.every((item) => isVerdict(item[key]))
  const options = objects.map((item) => {
    const names = Object.keys(item)
    const mark = names.find(isMarkMember) ?? names.find(isVerdictMember)
    const wrong = names.find((key) => WRONG_MEMBER.test(key))
    const isRight = wrong === undefined ? undefined : isTruth(item[wrong]) === false
    const isMarked = mark === undefined ? isRight : readTruthMark(item[mark])
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

/** The keys of options, and ids such as `item1`. */
const KEY = /^(?:option|answer|choice|item|opt|ans|value|val|id)?[\s_-]*(\p{L}\p{M}*|\d\d?)$/iu

/** Whether a member is a letter in each option, or a number that follows the one before. Other numbers are texts. */
function areKeys(objects: readonly Members[], member: string): boolean {
  const keys = objects.map((item) => KEY.exec(String(item[member] ?? '').trim())?.[1])
  return keys.every(
    (key) => key !== undefined && (/\D/.test(key) || Number(key) - Number(keys[0]) === keys.indexOf(key)),
  )
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
  if (rival !== undefined && first !== undefined) throw createRivalError('label', about, [first, rival])
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
  throw createRivalError('text', about, names)
}

const createTextError = (name: string, got: string) =>
  leftOut(`a text or a list of texts in ${quote(name)}`, got)

const createRivalError = (what: string, about: string, members: readonly string[]) =>
  leftOut(`options with one ${what} in ${quote(about)}`, `the members ${members.map(quote).join(' and ')}`)

function assertDifferent(options: readonly SourceOption[], name: string): void {
  const labels = options.flatMap(({ label }) => label ?? [])
  const repeated = labels.find((label, index) => labels.indexOf(label) < index)
  if (repeated !== undefined)
    throw leftOut(`different labels of options in ${quote(name)}`, `${quote(repeated)} again`)
}
