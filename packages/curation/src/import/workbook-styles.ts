// Reads how the cells of a workbook look: the formats of numbers, and what marks a text.
import { DomUtils } from 'htmlparser2'
import { getFormatDateInfo, getFormatFromId } from 'numfmt'
import { writeSeparators } from './workbook-locale.ts'
import { type Parts, parsePart } from './workbook-parts.ts'

/** How the cells of a style look. */
export interface Style {
  /** The number format. */
  readonly format: string
  /** Whether it is that of a text such as 1/2 or 1:2 that became a date or a time, or a date that people may see in another form. */
  readonly isDoubtful: boolean
  readonly isStruck: boolean
  readonly isBold: boolean
  /** Whether its text or its background has a colour that can mark what is right. */
  readonly isColoured: boolean
}

/** The styles of cells. */
export function readStyles(parts: Parts, locale: string | undefined): Style[] {
  const styles = parsePart(parts, 'xl/styles.xml')
  if (!styles) return []
  const own = new Map(
    styles('numFmt').map(({ attribs }) => [Number(attribs.numFmtId), attribs.formatCode ?? 'General']),
  )
  const partsOf = (name: string, within: Parameters<typeof DomUtils.getElementsByTagName>[1]) =>
    DomUtils.getElementsByTagName((tag) => tag === name || tag.endsWith(`:${name}`), within)
  const fonts = partsOf('font', styles('fonts'))
  const coloursOf = (kind: string, name: string) =>
    partsOf(kind, styles(`${kind}s`)).map((one) => partsOf(name, one).map(({ attribs }) => attribs.rgb ?? ''))
  const [texts, fills] = [coloursOf('font', 'color'), coloursOf('fill', 'fgColor')]
  const has = (name: RegExp) =>
    fonts.map(({ children }) =>
      DomUtils.getElementsByTagName((tag) => name.test(tag), children).some(
        ({ attribs }) => attribs.val !== '0',
      ),
    )
  const [struck, bold] = [has(/^(?:.*:)?strike$/), has(/^(?:.*:)?b$/)]
  const formats = styles('cellXfs')[0]?.children ?? []
  return DomUtils.getElementsByTagName((tag) => /^(?:.*:)?xf$/.test(tag), formats).map(({ attribs }) => {
    const id = Number(attribs.numFmtId ?? 0)
    // The short date depends on the settings of the reader's computer, and English has two.
    const isOpen = id === SHORT_DATE && locale === undefined
    const pattern = own.get(id) ?? getFormatFromId(id, locale) ?? 'General'
    const format = isOpen ? 'yyyy-mm-dd' : writeSeparators(pattern, locale)
    const { year, month, day, hours, clockType } = getFormatDateInfo(format)
    const isRatio = hours && !month && clockType === 24
    const isDoubtful = isOpen || isRatio || (month && !(year && day))
    const font = Number(attribs.fontId ?? 0)
    const isColoured =
      (texts[font] ?? []).some(isGreen) || (fills[Number(attribs.fillId ?? 0)] ?? []).some(isHighlight)
    return { format, isDoubtful, isStruck: struck[font] ?? false, isBold: bold[font] ?? false, isColoured }
  })
}

/** The red, green and blue of a colour such as `FFC6EFCE`, from 0 to 255. */
const readColour = (rgb: string) =>
  (rgb.match(/[\da-f]{2}(?=(?:[\da-f]{2}){0,2}$)/gi) ?? []).map((part) => Number.parseInt(part, 16))

function isGreen(rgb: string): boolean {
  const [red = 0, green = 0, blue = 0] = readColour(rgb)
  return green > red + 40 && green > blue + 20
}

/** Whether a background is neither grey nor red. A red one can mark what is wrong. */
function isHighlight(rgb: string): boolean {
  const [red = 0, green = 0, blue = 0] = readColour(rgb)
  return Math.max(red, green, blue) - Math.min(red, green, blue) > 20 && red < green + 40
}

const SHORT_DATE = 14

export const PLAIN: Style = {
  format: 'General',
  isDoubtful: false,
  isStruck: false,
  isBold: false,
  isColoured: false,
}
