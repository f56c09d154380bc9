// Reads what the answer of one question can mean: the text of an option, or its letter, number or id.
import { areOfKind, findLastLetter, type Place, readPlace, selectsOption } from '../read/index.ts'
import type { CleanOption, CleanTexts } from './clean-question.ts'
import { isLike, readNumbers } from './loose-text.ts'
import { nextLabel } from './split-text.ts'
import { isTruth } from './truth.ts'

/** What an option is addressed by, besides its text. */
export type PlaceKind = Place['kind'] | 'id' | 'unclear'

/** What numbers count from. */
export type FirstNumber = 0 | 1

/** What an answer can mean. */
export interface Reading {
  /** The text of the only option that equals the answer. */
  readonly text: string | undefined
  readonly kind: PlaceKind | undefined
  /** The number, when the answer is one. */
  readonly number: number | undefined
  /** Whether the answer is a number that is not the label of an option, so that the file decides what it counts from. */
  readonly isCounted: boolean
  /** Whether the answer is the letter or the id of an option. */
  readonly isNamed: boolean
  /** The texts that the answer selects, by what numbers count from. They are equal when nothing is counted. */
  readonly selected: readonly [string | undefined, string | undefined]
  /** The only option that contains the answer, such as `Vitamin C` for `C` or `$2` for `2`. */
  readonly near: string | undefined
  /**
   * The answer can be only a `text`, only a `place`, `both`, or `neither`. `like`: only a place, but the options are of the kind of
   * the answer, such as numbers, so that it could also be one that is missing among them.
   */
  readonly verdict: 'text' | 'place' | 'like' | 'both' | 'neither'
}

/** The reading of an answer that is neither an option nor a place. Most answers beside wrong options are of this kind. */
const NEITHER: Reading = {
  text: undefined,
  kind: undefined,
  number: undefined,
  isCounted: false,
  isNamed: false,
  selected: [undefined, undefined],
  near: undefined,
  verdict: 'neither',
}

const hasText = ({ text }: CleanOption) => text !== ''

/** @param forced what numbers count from, whatever labels the options have */
export function readAnswer(
  { answer, options }: Pick<CleanTexts, 'answer' | 'options'>,
  forced: FirstNumber | undefined,
): Reading {
  const filled = options.every(hasText) ? options : options.filter(hasText)
  const place = readPlace(answer)
  const select = createSelect(options, forced)
  const { text, isDoubtful } = findText(answer, filled, select)
  const textsOf = () => filled.map((option) => option.text)
  const isUnclear = text === undefined && !place && (isDoubtful || isUnclearPlace(answer, textsOf()))
  const named = labelOfAnswer(answer, place)
  const isNamed = options.some(({ label }) => label === named)
  if (!place && !isUnclear && !isNamed)
    return text === undefined ? NEITHER : { ...NEITHER, text, verdict: 'text' }
  const texts = textsOf()
  const isNumber = place?.kind === 'number'
  const isCounted = isNumber && (forced !== undefined || !isNumbered(options))
  const isAlike = place?.kind === 'letter' && isLikeAnother(place.value, options)
  const at = (from: FirstNumber) => (filled.length > 1 && !isAlike ? select(answer, place, from) : undefined)
  const first = at(0)
  const selected = [first, isNumber ? at(1) : first] as const
  const hasPlace = (selected[0] ?? selected[1]) !== undefined
  // The place of an option can be unknown, and the answer a place all the same.
  const canBePlace = hasPlace || (place !== undefined && selectsOption(place, texts))
  const near = place && findNear(place, filled)
  const isLike = place && areOfKind(place, texts)
  const placeVerdict = isLike || near !== undefined ? 'like' : 'place'
  return {
    text,
    kind: isAlike ? 'unclear' : (place?.kind ?? (isUnclear ? 'unclear' : isNamed ? 'id' : undefined)),
    number: isNumber ? place.value : undefined,
    isCounted,
    isNamed: isNamed && !isNumber,
    selected,
    near,
    verdict: text === undefined ? (hasPlace ? placeVerdict : 'neither') : canBePlace ? 'both' : 'text',
  }
}

/** Letters with the shape of a Latin one, and another place: the Latin B is the second letter, and the Cyrillic В the third. */
const ALIKE: readonly (readonly [RegExp, Readonly<Record<number, number>>])[] = [
  [/\p{Script=Cyrillic}/u, { 1: 2, 4: 5 }],
  [/\p{Script=Greek}/u, { 7: 6 }],
]

/** Whether a Latin letter can be one of the alphabet of the options, at the place of another option. */
function isLikeAnother(place: number, options: readonly CleanOption[]): boolean {
  const isLatin = ({ label = '', written = label }: CleanOption) =>
    (written >= 'a' && written < 'u') || /^[^\p{L}\p{N}]*[a-t]/iu.test(written)
  if (options.every(isLatin)) return false
  return ALIKE.some(
    ([script, places]) =>
      options[places[place] ?? -1] !== undefined && options.some(({ text }) => script.test(text)),
  )
}

/** Whether the labels of options are numbers. */
export function isNumbered(options: readonly CleanOption[]): boolean {
  return options.length > 0 && options.every(({ label }) => label !== undefined && /^\d\d?$/.test(label))
}

/** The label that an answer names: `b` for `(B)` and `Option B`. */
function labelOfAnswer(answer: string, place: Place | undefined): string {
  if (!place) return answer.toLowerCase()
  return place.kind === 'letter' ? nextLabel('a', place.value) : String(place.value)
}

/** Returns a function that finds the text of the option that an answer names or counts. */
function createSelect(options: readonly CleanOption[], forced: FirstNumber | undefined) {
  const isLabelled = options.length > 0 && options.every(({ label }) => label !== undefined)
  return (answer: string, place: Place | undefined, from: FirstNumber): string | undefined => {
    const isForced = forced !== undefined && place?.kind === 'number'
    if (isLabelled && !isForced) {
      // The first letters have one shape.
      const firsts = place?.kind === 'letter' && place.value === 0 ? ['а', 'α'] : []
      const names = [answer.toLowerCase(), labelOfAnswer(answer, place), ...firsts]
      const named = options.find(({ label = '' }) => names.includes(label))
      if (named) return named.text || undefined
      if (!place || (place.kind === 'number') === isNumbered(options)) return undefined
    }
    if (!place || options.some(({ hasPlace }) => hasPlace === false)) return undefined
    if (isLabelled && !isSequence(options)) return undefined
    return options[place.value - (place.kind === 'number' ? from : 0)]?.text || undefined
  }
}

/** Whether the labels of options follow each other from the first one on. */
function isSequence(options: readonly CleanOption[]): boolean {
  const first = options[0]?.label ?? ''
  const isNext = ({ label }: CleanOption, index: number) => label === nextLabel(first, index)
  return ['a', '0', '1'].includes(first) && options.every(isNext)
}

/** Several letters or numbers, such as `A, B` or `1/2`, numbers such as `2nd` and `2.0`, and letters and numbers of other alphabets. */
const UNCLEAR =
  /^[^\p{L}\p{N}]*(?:(?:[a-t]|\d)(?:(?:\s*[,;/&+]\s*|\s+|\s+(?:and|or|und|oder|et|ou|y|o|e|i|oraz|lub|ve|и|или)\s+)[^\p{L}\p{N}]*(?:[a-t]|\d))+|\p{L}\p{M}*|\p{N}|[ivx]{2,4}|\d\d?(?:[.,]0+|st|nd|rd|th))[^\p{L}\p{N}]*$/iu

/** Whether an answer can be a place in a way that is not read. Options of the same kind make it a text. */
export function isUnclearPlace(answer: string, options: readonly string[]): boolean {
  if (!UNCLEAR.test(answer)) return false
  const kind = /\p{N}/u.test(answer) ? 'number' : 'letter'
  const isLatin = (text: string) => /^[ -~]*$/.test(text)
  const areAlike = options.every((option) => isLatin(option) === isLatin(answer))
  return options.length === 0 || !areAlike || !areOfKind({ kind, value: 0 }, options)
}

const LABELLED_ANSWER = /^[([]?([a-t]|\d\d?)\s*(?:[).:\]]\s*|[-–]\s+)(\S.*)$/is

/**
 * Finds the only option with the text of the answer: exactly, with harmless differences, or after its own letter. It is doubtful when
 * several options have the text, or one has it after the letter of another one.
 */
function findText(
  answer: string,
  options: readonly CleanOption[],
  select: (answer: string, place: Place | undefined, from: FirstNumber) => string | undefined,
): { readonly text?: string | undefined; readonly isDoubtful: boolean } {
  const exact = findSame(options, (text) => text === answer)
  if (exact.length > 0) return choose(exact, true)
  // `2,4` can be the option 2.4, and the options 2 and 4.
  if (/^\d,\d$/.test(answer) && [...answer].every((part) => part === ',' || Number(part) <= options.length))
    return { isDoubtful: true }
  // `1,500` can be the options 1500 and 1.5.
  const values = /\d[.,]\d/.test(answer) ? readNumbers(answer) : []
  const isValue = (text: string) => readNumbers(text).some((value) => values.includes(value))
  if (values.length > 0 && findSame(options, isValue).length > 1) return { isDoubtful: true }
  const loose = findSame(options, isLike(answer))
  if (loose.length > 0) return choose(loose, true)
  if (answer.length < 2) return { text: findInitial(answer, options), isDoubtful: false }
  const isWhole = (text: string) => joinGroups(text) === joinGroups(answer)
  const whole = /^[\d,]{4,}$/.test(answer) ? findSame(options, isWhole) : []
  if (whole.length > 0) return choose(whole, true)
  const [, label = '', rest = ''] = LABELLED_ANSWER.exec(withLabelFirst(answer)) ?? []
  if (rest === '') return { isDoubtful: false }
  const same = findSame(options, isLike(rest))
  const place = readPlace(label)
  const isOwn = [select(label, place, 0), select(label, place, 1)].includes(same[0])
  return choose(same, isOwn)
}

/** `300000` for `300,000`. */
const joinGroups = (text: string) => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text)

/** `B) Paris` for `B (Paris)` and `Paris (B)`. */
function withLabelFirst(answer: string): string {
  return answer
    .replace(/^(\w)\s+\((.*)\)$/s, '$1) $2')
    .replace(/^(.{2,}?)(?<!\s)\s*[([]([a-t]|\d\d?)[)\]]$/is, '$2) $1')
}

/** The option that starts with the answer, when the options are true and false, such as `T`. Letters up to `E` are places. */
function findInitial(answer: string, options: readonly CleanOption[]): string | undefined {
  if (options.length !== 2 || !/^(?![a-e])\p{L}$/iu.test(answer)) return undefined
  const truths = options.map(({ text }) => isTruth(text))
  if (!truths.includes(true) || !truths.includes(false)) return undefined
  const found = options.filter(({ text }) => text.toLowerCase().startsWith(answer.toLowerCase()))
  return found.length === 1 ? found[0]?.text : undefined
}

/** The only text of several. It is doubtful when there are others, or when it has the letter of another option. */
function choose([text, ...others]: readonly string[], isOwn: boolean) {
  if (text === undefined) return { isDoubtful: false }
  return isOwn && others.length === 0 ? { text, isDoubtful: false } : { isDoubtful: true }
}

/** The different texts of the options that are the given one, with or without their letters. */
function findSame(options: readonly CleanOption[], isSame: (text: string) => boolean): string[] {
  const texts: string[] = []
  for (const { text, written } of options)
    if ((isSame(text) || (written !== undefined && isSame(written))) && !texts.includes(text))
      texts.push(text)
  return texts
}

const NUMBERS = /\p{N}+(?:[.,]\p{N}+)*/gu

function findNear(place: Place, options: readonly CleanOption[]): string | undefined {
  const letter = nextLabel('a', place.value)
  const isNear = ({ text }: CleanOption) => {
    if (place.kind === 'letter') return findLastLetter(text) === letter && !/^n\/a$/i.test(text)
    const numbers = text.normalize('NFKC').match(NUMBERS) ?? []
    return numbers.some((number) => /^\d+$/.test(number) && Number(number) === place.value)
  }
  const found = options.filter(isNear)
  return found.length === 1 ? found[0]?.text : undefined
}

/** The option that a truth value of 0 or 1 means, when the options are true and false. */
export function findTruth({ options }: CleanTexts, number: number | undefined): string | undefined {
  if (options.length !== 2 || number === undefined || number > 1) return undefined
  const truths = options.map(({ text }) => (/\d/.test(text) ? undefined : isTruth(text)))
  return truths.includes(true) && truths.includes(false)
    ? options[truths.indexOf(number === 1)]?.text
    : undefined
}
