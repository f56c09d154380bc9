import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommandContext } from '../cli/context.ts'
import { runCheck } from './command.ts'

const GOOD = 'id,question,correct_answer\n1,Who was it?,A\n'
const TWICE = 'id,question,correct_answer\n1,Who was it?,A\n2,Who  was it?,A\n'
const BAD = 'id,question,correct_answer\n1,,A\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
const put = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const run = (...args: string[]) => runWith({}, ...args)

/** Runs the command with a config. */
async function runWith(config: Partial<Pick<CommandContext, 'skipInvalidRows'>>, ...args: string[]) {
  const [output, errors, tables] = [[] as string[], [] as string[], [] as object[]]
  const code = await runCheck(args, {
    program: 'questions',
    questionsDir: folder,
    skipInvalidRows: false,
    ...config,
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
    printTable: (rows) => tables.push(rows),
  })
  return { code, output: output.join('\n'), errors: errors.join('\n'), tables }
}

describe('questions check', () => {
  it('prints a table and exits with 0 when every dataset is served', async () => {
    put('zoo.csv', GOOD)
    expect(await run()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^checking .*\n0 errors, 0 warnings$/),
      errors: '',
      tables: [{ zoo: { served: 'yes', questions: 1 } }],
    })
  })

  it('exits with 0 for a warning, and with 1 with --strict', async () => {
    put('zoo.csv', TWICE)
    const expected = {
      output: expect.stringMatching(/^checking .*\n0 errors, 1 warning$/),
      errors: expect.stringMatching(/^warning: .*zoo\.csv:3: column "question": /),
    }
    expect(await run()).toMatchObject({ code: 0, ...expected })
    expect(await run('--strict')).toMatchObject({ code: 1, ...expected })
  })

  it('says which questions of two files are repeated', async () => {
    put('zoo.csv', GOOD)
    put('stars.csv', GOOD)
    expect((await run()).errors).toMatch(
      /^warning: .*zoo\.csv:2: column "question": .*similar to the question at .*stars\.csv:2 with the id .1./,
    )
  })

  it('says that a dataset is served without its invalid rows when the service does that', async () => {
    const partly = put('zoo.csv', `${BAD}2,Who is it?,A\n`)
    put('stars.csv', BAD)
    put('old.csv', 'answer\nParis\n')
    const tables = [
      { zoo: { served: 'partly', questions: 1 }, stars: { served: 'no' }, old: { served: 'no' } },
    ]
    expect(await runWith({ skipInvalidRows: true })).toMatchObject({ code: 1, tables })
    expect(await run(partly)).toMatchObject({ code: 1, tables: [{ zoo: { served: 'no' } }] })
  })

  it('exits with 1 for an error, and prints the table as well', async () => {
    put('zoo.csv', BAD)
    put('stars.csv', GOOD)
    expect(await run(folder)).toMatchObject({
      code: 1,
      output: '1 error, 0 warnings',
      errors: expect.stringMatching(/^error: .*zoo\.csv:2: column "question": /),
      tables: [{ stars: { served: 'yes' }, zoo: { served: 'no' } }],
    })
  })

  it('checks one file, whatever its name is', async () => {
    put('zoo.csv', BAD)
    expect(await run(put('stars.csv', GOOD))).toMatchObject({
      code: 0,
      tables: [{ stars: { questions: 1 } }],
    })
    expect(await run(put('export.txt', GOOD))).toMatchObject({
      code: 0,
      tables: [{ questions: { questions: 1 } }],
    })
  })

  it('names ignored files and ignored columns', async () => {
    put('zoo.csv', 'id,question,correct_answer,points\n1,Who was it?,A,5\n')
    put('more.json', '[]')
    const { output } = await run()
    expect(output).toContain('ignored files, expected names such as trivia.csv in the folder: more.json')
    expect(output).toContain('zoo: ignored columns: points')
    expect(output).not.toContain('reads columns with other names')
    put('zoo.csv', 'id,question,correct_answer,Level\n1,Who was it?,A,easy\n')
    expect((await run()).output).toContain(' reads columns with other names')
  })

  it('names hidden datasets, and datasets in folders of the folder', async () => {
    put('zoo.csv', GOOD)
    put('.hidden.csv', GOOD)
    put('quiz.xlsx', 'PK')
    mkdirSync(join(folder, 'more'))
    put('more/stars.csv', GOOD)
    const { output } = await run()
    expect(output).toContain(
      `.hidden.csv, quiz.xlsx, ${join('more', 'stars.csv')}\n\`npx -y pnpm@12 run questions import ${join(folder, 'quiz.xlsx')} --to `,
    )
  })

  it('proposes an import that replaces the dataset of a workbook which is newer', async () => {
    const csv = put('quiz.csv', GOOD)
    utimesSync(csv, 1, 1)
    put('quiz.xlsx', 'PK')
    expect((await run()).output).toMatch(/ import .*quiz\.xlsx --to .* --force` reads it again/)
  })

  it('escapes control characters of names', async () => {
    put('zoo.csv', 'id,question,correct_answer,\u001b[31mred\n1,Who was it?,A,5\n')
    expect((await run()).output).toContain('ignored columns: \\u{1b}[31mred')
  })

  it('exits with 1 for a folder without a dataset, and for a path that does not exist', async () => {
    mkdirSync(join(folder, 'empty'))
    expect(await run(join(folder, 'empty'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('got none'),
    })
    expect(await run(join(folder, 'none'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('got nothing at this path'),
    })
  })

  it.each([[['a', 'b']], [['--nope']]])('exits with 2 for %j', async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2, errors: expect.stringContaining('--help') })
  })

  it('prints its usage', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('--strict') })
  })
})
