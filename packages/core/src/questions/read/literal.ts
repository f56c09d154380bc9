// Reads literals of JavaScript and Python as JSON: `{ question: 'Why?', a: 1, }`, `{'text': array(['A' 'B'], dtype=object)}`. Nothing is
// evaluated as code.
import { readOptionList } from './option-list.ts'

/** Strings, comments, and what Python and NumPy write around values. */
const TOKEN =
  /'(?:[^'\\\n\r]|\\.)*'|"(?:[^"\\\n\r]|\\.)*"|`([^`\\$]*)`|\/\/[^\n\r]*|\/\*[^*]*\*\/|\barray\((?=\[)|(?<=\])(?:,\s*dtype=\w+)?\)|\b(?:True|False|None|NaN)\b/g
const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  NaN: 'null',
}

/** Strings with what follows them, names of members, and commas before an end. */
const PART = /("(?:[^"\\]|\\.)*")(?:\s+(?="))?|([\w$]+)(?=\s*:)|,(?=\s*[\]}])/g

/** @throws SyntaxError or AppError when the text is no such literal */
export function readLiteral(text: string): unknown {
  const json = text.replace(TOKEN, (token: string, template?: string) => {
    if (template !== undefined) return JSON.stringify(template)
    return /^['"]/.test(token) ? JSON.stringify(readOptionList(`[${token}]`)[0]) : (WORDS[token] ?? '')
  })
  return JSON.parse(
    json.replace(PART, (part: string, string?: string, name?: string) => {
      if (string !== undefined) return part === string ? string : `${string}, `
      return name === undefined ? '' : JSON.stringify(name)
    }),
  )
}
