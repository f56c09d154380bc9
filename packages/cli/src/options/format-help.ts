// Formats the options of a program for a terminal with 80 columns.
import type { ConfigOptions } from './config-option.ts'

const WIDTH = 80
const INDENT = 2

/** The parts of a help text. */
export interface HelpParts extends ConfigOptions {
  /** The lines of the usage, and what the program does. */
  readonly introduction: string
  /** What follows the options, such as the exit codes. */
  readonly conclusion: string
}

/** Formats a help text. Only lines of the introduction and the conclusion can be longer than 80 characters. */
export function formatHelp({ introduction, options, secrets, conclusion }: HelpParts): string {
  const rows = options.map(({ name, placeholder, description, variable }) => [
    `--${name}${placeholder ? ` ${placeholder}` : ''}`,
    `${description} [${variable}]`,
  ])
  const others = [
    ['-h, --help', 'Print this help'],
    ['-v, --version', 'Print the version'],
  ]
  return [
    introduction,
    '',
    'Options, each with its environment variable:',
    ...formatRows([...rows, ...others]),
    ...(secrets.length === 0
      ? []
      : [
          '',
          'Only in the environment, because other users can read command lines:',
          ...formatRows(secrets.map(({ variable, description }) => [variable, description])),
        ]),
    '',
    conclusion,
  ].join('\n')
}

/** Formats rows of two columns. */
function formatRows(rows: readonly (readonly string[])[]): string[] {
  const column = Math.max(...rows.map(([label = '']) => label.length)) + 2 * INDENT
  return rows.flatMap(([label = '', text = '']) =>
    wrapText(text, WIDTH - column).map((line, index) => {
      return `${' '.repeat(INDENT)}${(index === 0 ? label : '').padEnd(column - INDENT)}${line}`
    }),
  )
}

/** Breaks a text into lines of at most `width` characters. A longer word has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
