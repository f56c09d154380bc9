// Reads dates in headings, in the forms that cannot be mistaken for another date.

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`

/** A date in a text, and where it is. */
export interface FoundDate {
  /** The date as in the text. */
  readonly text: string
  /** The ISO date. */
  readonly iso: string
}

/** Each form: a pattern, and the groups of year, month and day. */
const FORMS: readonly { pattern: RegExp; groups: readonly [year: number, month: number, day: number] }[] = [
  { pattern: /(?<!\d)(\d{4})([-/. ])(\d{2})\2(\d{2})(?!\d)/, groups: [1, 3, 4] },
  { pattern: new RegExp(String.raw`(?<![\p{L}\d])${MONTH} ${DAY},? (\d{4})(?!\d)`, 'iu'), groups: [3, 1, 2] },
  { pattern: new RegExp(String.raw`(?<!\d)${DAY} ${MONTH},? (\d{4})(?!\d)`, 'iu'), groups: [3, 2, 1] },
]

/** Finds the first date of a text. Undefined when there is none, or when it is not a day of the calendar. */
export function findDate(text: string): FoundDate | undefined {
  for (const { pattern, groups } of FORMS) {
    const match = pattern.exec(text)
    if (!match) continue
    const [year, month, day] = groups.map((group) => match[group] as string) as [string, string, string]
    const monthIndex = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase())
    const date = new Date(Date.UTC(Number(year), monthIndex, Number(day)))
    const isDay = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day)
    if (isDay) return { text: match[0], iso: date.toISOString().slice(0, 10) }
  }
  return undefined
}
