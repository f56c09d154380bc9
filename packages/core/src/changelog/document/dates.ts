// Reads dates in headings, and writes other dates in the same form.

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const WEEKDAY = `(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? )?`
const DAY = String.raw`(\d{1,2})(st|nd|rd|th)?`

/** A date in a text. */
export interface FoundDate {
  /** The date as in the text. */
  readonly text: string
  /**
   * The ISO date. Null for a date without a day, and for one whose day and month are both numbers, because such dates can be
   * read in two ways: `03/04/2026`.
   */
  readonly iso: string | null
  /** Writes an ISO date in the same form. */
  readonly write: (iso: string) => string
}

interface Form {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray) => Omit<FoundDate, 'text'> | undefined
}

const asIso = (iso: string) => iso

/** The forms of dates. The first one that matches counts. */
const FORMS: readonly Form[] = [
  {
    pattern: /(?<!\d)(\d{4})([-/. ])(\d{2})\2(\d{2})(?!\d)/,
    read: ([, year, separator = '-', month, day]) => {
      const iso = toIso(Number(year), Number(month), Number(day))
      return iso === undefined ? undefined : { iso, write: (date) => date.replaceAll('-', separator) }
    },
  },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}\d])${WEEKDAY}${MONTH} ${DAY},? (\d{4})(?!\d)`, 'iu'),
    read: ([text, month = '', day = '', suffix, year]) => readNamed(text, { year, month, day, suffix }),
  },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}\d])${WEEKDAY}${DAY} ${MONTH},? (\d{4})(?!\d)`, 'iu'),
    read: ([text, day = '', suffix, month = '', year]) => readNamed(text, { year, month, day, suffix }),
  },
  { pattern: /(?<![\d.])\d{1,2}([-/.])\d{1,2}\1\d{4}(?!\.?\d)/, read: () => ({ iso: null, write: asIso }) },
  { pattern: /(?<!\d)\d{1,2}\/\d{1,2}\/\d{2}(?!\d)/, read: () => ({ iso: null, write: asIso }) },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}\d])${MONTH},? (\d{4})(?!\d)`, 'iu'),
    read: ([text, month = '', year]) => {
      const named = readNamed(text, { year, month, day: '' })
      return named ? { ...named, iso: null } : undefined
    },
  },
]

/** Finds a date in a text. Undefined when there is none, or when it is not a day of the calendar. */
export function findDate(text: string): FoundDate | undefined {
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(text)
    const date = match ? read(match) : undefined
    if (match && date) return { text: match[0], ...date }
  }
  return undefined
}

const PLACEHOLDER =
  /(?<![\w-])(?:yyyy([-/.])mm\1dd|\d{4}([-/.])(?:xx|\d\d)\2xx|xxxx-xx-xx|\?{4}-\?\?-\?\?)(?![\w-])/i

/** Whether a text contains a date that is not known yet, such as `YYYY-MM-DD`. */
export function hasDatePlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text)
}

/** The parts of a date with the name of a month, as they are in the text. */
interface NamedParts {
  readonly year: string | undefined
  readonly month: string
  readonly day: string
  readonly suffix?: string | undefined
}

function readNamed(text: string, { year = '', month, day, suffix }: NamedParts) {
  const index = MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === month.slice(0, 3).toLowerCase())
  const iso = toIso(Number(year), index + 1, Number(day || '1'))
  if (iso === undefined) return undefined
  const write = (date: string): string => {
    const [newYear = '', newMonth, newDay] = date.split('-')
    return text.replaceAll(/\p{L}+|\d+/gu, (part) => {
      if (part === year) return newYear
      if (part === day) return day.startsWith('0') ? (newDay ?? '') : String(Number(newDay))
      if (part === suffix) return ordinalSuffix(Number(newDay))
      if (part === month) return nameLike(month, MONTHS[Number(newMonth) - 1] ?? '')
      const weekday = WEEKDAYS.find(
        (name) => name.slice(0, 3).toLowerCase() === part.slice(0, 3).toLowerCase(),
      )
      return weekday ? nameLike(part, WEEKDAYS[new Date(date).getUTCDay()] ?? '') : part
    })
  }
  return { iso, write }
}

/** The name of a month or weekday with the length and case of another one. */
function nameLike(model: string, name: string): string {
  const isFull = [...MONTHS, ...WEEKDAYS].some((full) => full.toLowerCase() === model.toLowerCase())
  const text = isFull ? name : name.slice(0, 3)
  if (model === model.toUpperCase()) return text.toUpperCase()
  return model === model.toLowerCase() ? text.toLowerCase() : text
}

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

/** The ISO date of a day. Undefined when the calendar does not have it. @param month from 1 */
function toIso(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? date.toISOString().slice(0, 10) : undefined
}

/** A time of day, with or without a time zone. */
export const TIME = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?: ?(?:[+-]\d{2}:?\d{2}|UTC|GMT|Z)(?![A-Za-z0-9]))?/g
