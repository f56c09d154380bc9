// Reads the parts of an Excel workbook: XML in a ZIP archive.
import { ImportError, refusal } from '@qb/core/questions'
import { strFromU8, unzipSync } from 'fflate'
import { DomUtils, Parser, parseDocument } from 'htmlparser2'

/** The parts of a workbook by path. */
export type Parts = Readonly<Record<string, Uint8Array>>

/** Maximum size of the parts of a workbook, in bytes. */
const MAX_PART_BYTES = 512 * 1024 * 1024

/** Decompresses the parts that are read. @throws ImportError when the archive is damaged, or a part is too large */
export function unzip(bytes: Uint8Array): Parts {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isNeeded = /^xl\/(?:(?:worksheets\/)?(?:_rels\/)?|comments\/)[^/]+\.(?:xml|rels)$/.test(name)
        if (isNeeded && originalSize > MAX_PART_BYTES)
          throw refusal(
            `sheets of at most ${MAX_PART_BYTES} bytes`,
            `${originalSize} in ${JSON.stringify(name)}; save the sheet as “CSV UTF-8”`,
          )
        return isNeeded
      },
    })
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw refusal(
      'a workbook',
      `a damaged ZIP file (${(error as Error).message}); save the sheet as “CSV UTF-8”`,
    )
  }
}

/** Finds the elements of a part by their name without a prefix. */
type FindElements = (name: string) => ReturnType<typeof DomUtils.getElementsByTagName>

/** Parses a part. Undefined when the workbook has none. */
export function parsePart(parts: Parts, path: string): FindElements | undefined {
  const part = parts[path]
  if (!part) return undefined
  const document = parseDocument(strFromU8(part), { xmlMode: true })
  return (name: string) => DomUtils.getElementsByTagName((tag) => tag.replace(/^.*:/, '') === name, document)
}

/** Takes what {@link walk} finds. */
interface Visitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** @param name the element that contains the text */
  text(text: string, name: string): void
  close(name: string): void
}

/** Visits the elements of a part, by their names without a prefix. */
export function walk(part: Uint8Array | string | undefined, visitor: Visitor): void {
  const names: string[] = []
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        names.push(tag.replace(/^.*:/, ''))
        visitor.open(names.at(-1) ?? '', attributes)
      },
      ontext: (text) => visitor.text(text, names.at(-1) ?? ''),
      onclosetag: () => visitor.close(names.pop() ?? ''),
    },
    { xmlMode: true },
  )
  parser.end(part instanceof Uint8Array ? strFromU8(part) : part)
}
