// Writes workbooks as spreadsheet programs do, for tests.
import { strToU8, zipSync } from 'fflate'

/** A cell: a text, or the attributes and the content of its element. */
type Cell = string | { readonly attributes?: string; readonly content: string } | undefined

/** Stands for the date format of the computer's settings, which has no pattern in the file. */
export const SHORT_DATE = 'short date'

/** The styles of {@link makeWorkbook}, by name. */
const STYLES = [
  'General',
  '000',
  '0%',
  'd mmmm yyyy',
  '"€" 0.00',
  '#,##0.0',
  'd-mmm',
  'mmm-yy',
  'd/m',
  'h:mm',
  'h:mm AM/PM',
  '[$-409]h:mm\\ am/pm;@',
  'h A/P',
  '[h]:mm:ss',
  'dd/mm/yyyy;@',
  '[$-407]d/\\ mmmm\\ yyyy;@',
  '[$-409]m/d/yyyy',
  SHORT_DATE,
] as const

const BUILT_IN: Readonly<Record<string, number>> = { General: 0, [SHORT_DATE]: 14 }

/** A number with a format. */
export function numberCell(value: number | string, style: (typeof STYLES)[number] = 'General', formula = '') {
  return {
    attributes: ` s="${STYLES.indexOf(style)}"`,
    content: `${formula && `<f>${formula}</f>`}<v>${value}</v>`,
  }
}

/** A text in a font that is struck out. */
export const struckCell = (text: string) => ({
  attributes: ` t="inlineStr" s="${STYLES.length}"`,
  content: `<is><t>${escapeXml(text)}</t></is>`,
})

/** A text in bold. */
export const boldCell = (text: string) => ({
  attributes: ` t="inlineStr" s="${STYLES.length + 1}"`,
  content: `<is><t>${escapeXml(text)}</t></is>`,
})

/** A text on a background of a colour, or green text. */
export const colouredCell = (text: string, colour: 'green' | 'yellow' | 'red' | 'grey' | 'green text') => ({
  attributes: ` t="inlineStr" s="${STYLES.length + 2 + COLOURS.findIndex(([name]) => name === colour)}"`,
  content: `<is><t>${escapeXml(text)}</t></is>`,
})

const COLOURS = [
  ['green', 'FFC6EFCE'],
  ['yellow', 'FFFFFF00'],
  ['red', 'FFFFC7CE'],
  ['grey', 'FFD9D9D9'],
  ['green text', ''],
] as const

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const column = (index: number) => String.fromCharCode(65 + index)

/** What the first sheet of a workbook has besides its cells. */
interface Extras {
  /** Comments by the address of their cell. */
  readonly comments?: Readonly<Record<string, string>>
  /** The numbers of the rows that are hidden. */
  readonly hidden?: readonly number[]
  /** Ranges of merged cells, such as `A2:A3`. */
  readonly merged?: readonly string[]
}

const writeComment = ([address, text]: readonly [string, string]) =>
  `<comment ref="${address}" authorId="0"><text><r><rPr><b/></rPr><t>T. Eacher:\n</t></r><r><t>${escapeXml(text)}</t></r></text></comment>`

/** Makes a workbook of sheets. A sheet whose name starts with `hidden` is hidden. */
export function makeWorkbook(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  { comments = {}, hidden = [], merged = [] }: Extras = {},
): Uint8Array {
  const texts: string[] = []
  const writeCell = (cell: Cell, address: string) => {
    if (cell === undefined) return ''
    if (typeof cell !== 'string') return `<c r="${address}"${cell.attributes ?? ''}>${cell.content}</c>`
    return `<c r="${address}" t="s"><v>${texts.push(cell) - 1}</v></c>`
  }
  const names = Object.keys(sheets)
  const parts = names.map((name, index) => {
    const rows = (sheets[name] ?? []).map((cells, row) => {
      const written = cells.map((cell, at) => writeCell(cell, `${column(at)}${row + 1}`))
      const isHidden = index === 0 && hidden.includes(row + 1)
      return `<row r="${row + 1}"${isHidden ? ' hidden="1"' : ''}>${written.join('')}</row>`
    })
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('')
    const xml = `<worksheet><sheetData>${rows.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`
    return [`xl/worksheets/sheet${index + 1}.xml`, xml] as const
  })
  const entries = names.map((name, index) => {
    const state = name.startsWith('hidden') ? ' state="hidden"' : ''
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`
  })
  const relations = names.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const formats = STYLES.slice(1).map(
    (code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = [
    ...STYLES.map((style, index) => `<xf numFmtId="${BUILT_IN[style] ?? 169 + index}"/>`),
    '<xf numFmtId="0" fontId="1"/>',
    '<xf numFmtId="0" fontId="2"/>',
    ...COLOURS.map(
      ([, rgb], index) =>
        `<xf numFmtId="0" fontId="${rgb === '' ? 3 : 0}" fillId="${rgb === '' ? 0 : index + 1}"/>`,
    ),
  ]
  const fills = [
    '<fill/>',
    ...COLOURS.map(
      ([, rgb]) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`,
    ),
  ]
  const fonts =
    '<fonts><font><strike val="0"/></font><font><strike/></font><font><b/></font><font><color rgb="FF00B050"/></font></fonts>'
  const files = {
    'xl/workbook.xml': `<workbook><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts>${fonts}<fills>${fills.join('')}</fills><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    'xl/worksheets/_rels/sheet1.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>',
    'xl/comments1.xml': `<comments><commentList>${Object.entries(comments).map(writeComment).join('')}</commentList></comments>`,
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><r><t>${escapeXml(text)}</t></r><rPh><t>reading</t></rPh></si>`).join('')}</sst>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])))
}
