// Reads dates, in headings or on a line of their own, and writes other dates in the same form.
import { isItem, readAtxHeading } from './blocks.ts'
import { type LineMap, textAt } from './line-map.ts'
import { MAX_READ_LENGTH } from './lines.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:r?uary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const ORDINALS = ['th', 'st', 'nd', 'rd']
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const WEEKDAY = `(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]{0,2} {1,2})?`
const DAY = String.raw`(?<day>\d{1,2})(?<suffix>st|nd|rd|th)?`
const YEAR = String.raw`(?<year>\d{4})(?!\d)`
const CLOCK = String.raw`(?<time> \d\d:\d\d(?::\d\d)?(?: [A-Z]{3,4})?)?`

/** A date in a text. */
export interface FoundDate {
  /** The date as in the text. */
  readonly text: string
  /** Null for a date without a day, and for one that can be read in two ways, such as `03/04/2026`. */
  readonly iso: string | null
  /** Writes an ISO date in the same form, with the time of day after it, if any, where the text has one. */
  readonly write: (iso: string) => string
}

/**
 * Reads a date in numbers. A year of two digits can be at its start or its end. Between full stops, the day is the first number.
 * Otherwise one that can be read in two ways has no ISO date, and the next one is written as an ISO date.
 */
function readNumbers([text = '', first = '', separator = '', second = '', third = '']: readonly string[]):
  | FoundDate
  | undefined {
  const parts = [first, second, third]
  const isShort = parts.every(({ length }) => length < 4)
  const possible = isShort ? ['dmy', 'mdy', 'ymd'] : third.length === 4 ? ['dmy', 'mdy'] : ['ymd']
  const orders = possible.flatMap((order) => {
    const of = (part: string) => parts[order.indexOf(part)] ?? ''
    const iso = toIso(of('y'), Number(of('m')), Number(of('d')))
    return iso === undefined ? [] : [{ order, iso }]
  })
  const [found] = orders
  if (!found) return undefined
  // Between slashes, the year is the last one if it can be.
  const others = orders.filter(
    ({ order, iso }) => iso !== found.iso && (order !== 'ymd' || separator === '-'),
  )
  if (others.length > 0 && separator !== '.') return { text, iso: null, write: (iso) => iso.slice(0, 10) }
  const isPadded = parts.every((part) => part.length > 1)
  const write = (date: string) => {
    const [year = '', ...days] = date.slice(0, 10).split('-')
    const [m = '', d = ''] = days.map((part) => (isPadded ? part : `${Number(part)}`))
    const written: Readonly<Record<string, string>> = { y: isShort ? year.slice(2) : year, m, d }
    return [...found.order].map((part) => written[part]).join(separator)
  }
  return { text, iso: found.iso, write }
}

/** A form of dates whose parts are named groups, such as the name of a month. */
const named = (source: string) => new RegExp(String.raw`(?<![\p{L}\d])${source}`, 'iu')

/** The forms of dates. The first one that matches counts. */
const FORMS = [
  /(?<!\d)(\d{4})([-/]|[. ](?=\d\d[. ]\d\d))(\d{1,2})\2(\d{1,2})(?!\d)/,
  named(`${WEEKDAY}${MONTH},? {1,2}${DAY},?${CLOCK} {1,2}${YEAR}`),
  named(String.raw`${YEAR}[-. ]${MONTH}[-. ]${DAY}(?!\d)`),
  named(`${WEEKDAY}${DAY}(?:[-/]| {0,2})${MONTH},?${CLOCK}(?:[-/]| {0,2})${YEAR}`),
  named(String.raw`${DAY}(?<between>[-/ ]?)${MONTH}\k<between>(?<year>\d\d)(?![a-z\d]|[:.]\d)`),
  /(?<![\d.])((?:19|20)\d\d)()(\d\d)(\d\d)(?![\d.])/,
  /(?<![\d.])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\.?\d)/,
  // A number after a word and a hyphen is a version, as in `libpng-1.6.32`.
  /(?<![\d.]|[A-Za-z]-)(\d{1,2})([-/.])(\d{1,2})\2(\d\d)(?!\.?\d)/,
  named(`${MONTH}(?:-|,? )${YEAR}`),
  named(String.raw`(?<![-/.])(?<year>(?:19|20)\d\d)[-/](?<month>0[1-9]|1[0-2])(?![-/\d]|\.\d)`),
  named(String.raw`(?<=\()(?<year>(?:19|20)\d\d)(?=\))`),
  named(String.raw`(?<![-/.])(?<month>0[1-9]|1[0-2])[-/](?<year>(?:19|20)\d\d)(?![-/\d]|\.\d)`),
]

/** Finds a date in a text. Undefined when there is none, or when it is not a day of the calendar. */
export function findDate(text: string): FoundDate | undefined {
  for (const form of FORMS) {
    const match = form.exec(text)
    const date = match && (match.groups ? readNamed(match) : readNumbers(match))
    if (date) return date
  }
  return undefined
}

/** Whether a line of text starts with a date, besides marks such as `**`. */
export function startsWithDate(text: string): boolean {
  const start = text.replace(/^\W+/, '').slice(0, MAX_READ_LENGTH)
  return start.startsWith(findDate(start)?.text ?? ' ')
}

const UNKNOWN = String.raw`(?:mm|dd|xx|\?\?|(?<=[-/])00|00(?=[-/]))`
const ANY_YEAR = String.raw`(?:yyyy|xxxx|\?{4}|\d\d[\dxy?]{2})`
const PLACEHOLDER = new RegExp(
  String.raw`(?<![\w-])(?:${ANY_YEAR}([-/.])(?:${UNKNOWN}\1(?:${UNKNOWN}|\d\d)|\d\d\1${UNKNOWN})|(?:00|${UNKNOWN})([-/.])(?:00|${UNKNOWN})\2${ANY_YEAR}|(?<=[(\[])\?{1,4}(?=[)\]])|(?<= )\?{2,4}$)(?![\w-])`,
  'i',
)

/** A text without its date that is not known yet, such as `YYYY-MM-DD`, or with the date in its place. */
export function withoutDatePlaceholder(text: string, date = ''): string {
  return text.replace(PLACEHOLDER, date)
}

/** Reads a date with the name of a month. It can have no day and no month. */
function readNamed({ 0: whole, groups = {} }: RegExpExecArray): FoundDate | undefined {
  const { year = '', month = '1', day = '', suffix, time = '' } = groups
  // A time in it has its place, where no letter or number is.
  const text = time === '' ? whole : whole.replace(time, ' ::')
  const isMonth = (name: string) => name.toLowerCase().startsWith(month.slice(0, 3).toLowerCase())
  const iso = toIso(year, Number(month) || MONTHS.findIndex(isMonth) + 1, Number(day || '1'))
  if (iso === undefined) return undefined
  // Beside a short name of a weekday, `May` is a short name, too.
  const isShort = month.length === 3 && /(?<!\p{L})(?:sun|mon|tue|wed|thu|fri|sat)(?!\p{L})/iu.test(text)
  const write = (date: string): string => {
    const [newYear = '', newMonth = '', newDay = ''] = date.slice(0, 10).split('-')
    // A second space is that of a day of one digit.
    const model = newDay.startsWith('0') ? text : text.replace(/ (?= \d\D)/, '')
    const written = model.replaceAll(/\p{L}+|\d+/gu, (part, at) => {
      if (part === year && (at > 0 || year.length > 2)) return newYear.slice(-year.length)
      if (part === day) return day.startsWith('0') || text.includes('-') ? newDay : String(Number(newDay))
      if (part === suffix) return ORDINALS[/^1/.test(newDay) ? 0 : Number(newDay) % 10] ?? 'th'
      if (part === month && /\d/.test(month)) return newMonth
      if (part === month) return nameLike(month, MONTHS[Number(newMonth) - 1] ?? '', isShort)
      return nameLike(part, WEEKDAYS[new Date(date).getUTCDay()] ?? '')
    })
    return written.replace(' ::', () => writeTime(time, date).trimEnd())
  }
  return { text: whole, iso: day === '' ? null : iso, write }
}

/** The name of a month or weekday with the length and case of another one. */
function nameLike(model: string, name: string, isShort = false): string {
  const isFull =
    !isShort && [...MONTHS, ...WEEKDAYS].some((full) => full.toLowerCase() === model.toLowerCase())
  const text = isFull ? name : name.slice(0, 3)
  if (model === model.toUpperCase()) return text.toUpperCase()
  return model === model.toLowerCase() ? text.toLowerCase() : text
}

/** The ISO date of a day. Undefined when the calendar does not have it. @param year of four digits, or the last two @param month from 1 */
function toIso(year: string, month: number, day: number): string | undefined {
  const century = year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900
  const date = new Date(Date.UTC(Number(year) + century, month - 1, day))
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : undefined
}

/** A time of day, with or without a time zone, such as `09:45-04:00 America/New_York` or `T09:45Z`. */
export const TIME =
  /(?:(?<![A-Za-z])T|(?<![\d:]))\d{1,2}:\d{2}(?::\d{2})?(?: ?(?:[+-]\d{2}:?\d{2}|UTC|GMT|[A-Z]{1,2}[DS]?T|Z)(?![A-Za-z0-9]))?(?: (?:UTC|[A-Z][a-z]+\/\w+))?/g

/** A text with the time of day after an ISO date, in UTC, in place of each of its times. Without a time, there is none in the text. */
export function writeTime(text: string, date: string): string {
  const [hour, minute, second] = date.slice(11).match(/\d\d/g) ?? []
  return text.replaceAll(TIME, (time) => {
    if (hour === undefined) return ''
    const clock = `${hour}:${minute}${/:\d\d:/.test(time) ? `:${second}` : ''}`
    return time
      .replace(/\d+:\d+(?::\d+)?/, clock)
      .replace(/[+-]\d\d(:?)\d\d/, '+00$100')
      .replace(/ (?!GMT)(?:[A-Z]{3,4}|[A-Z][a-z]+\/\w+)$/, ' UTC')
  })
}

/** Whether a text says nothing besides a date: only words such as “released”, a time, tags and punctuation. */
export function saysOnlyDate(text: string): boolean {
  const others = text
    .replaceAll(/<\/?[a-z]+>/gi, '')
    .replaceAll(/(?<![\p{L}\p{N}])(?:released?|notes|date|published|on|at)(?![\p{L}\p{N}])/giu, '')
    .replaceAll(TIME, '')
  return /^[^\p{L}\p{N}]*$/u.test(others)
}

/** A field of reStructuredText, which other fields can follow. */
const FIELD = /^:[\w-]+: /

/**
 * Finds the date of a section: its first line that is neither blank nor a comment, when it has only a date, such as
 * `_Released 2026-01-02_`, `### 2026-01-02` or `* 2026-01-02`. `date` is undefined when it
 * is not known yet, as in `Released YYYY-MM-DD`. Other sentences can follow that with the date, such as a link to the issues.
 */
export function findDateLine(map: LineMap, from: number, to: number) {
  const { kinds } = map
  let line = from
  while (line < to && (kinds[line] === 'blank' || kinds[line] === 'comment')) line++
  const kind = kinds[line]
  if (line >= to || !['paragraph', 'quote', 'heading', 'list'].includes(kind ?? '')) return undefined
  const text = textAt(map, line)
  const isFollowed = kind === 'list' ? isItem(textAt(map, line + 1), false) : FIELD.test(text)
  const isAlone =
    kind === 'heading' ? readAtxHeading(text) !== undefined : kinds[line + 1] !== kind || isFollowed
  if (!isAlone || text.length > MAX_READ_LENGTH) return undefined
  const date = findDate(text)
  if (!date && withoutDatePlaceholder(text) === text) return undefined
  const end = date ? text.indexOf(date.text) + date.text.length : text.length
  const period = /^[\s*_)]*\.[*_)]*(?=\s)/.exec(text.slice(end))?.[0]
  const sentence = period === undefined ? text : text.slice(0, end + period.length)
  const others = date ? sentence.replace(date.text, '') : withoutDatePlaceholder(text)
  return saysOnlyDate(others) ? { line, date, sentence } : undefined
}
