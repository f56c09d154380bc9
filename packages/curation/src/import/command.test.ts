import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorkbook } from '../testing/workbook.ts'
import { runImport } from './command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) => runWith(folder, ...args)

/** Runs the command with a folder of datasets. */
async function runWith(questionsDir: string, ...args: string[]) {
  const output: string[] = []
  const errors: string[] = []
  const code = await runImport(args, {
    program: 'questions',
    questionsDir,
    skipInvalidRows: false,
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
    printTable: () => undefined,
  })
  return { code, output: output.join('\n'), errors: errors.join('\n') }
}

function writeSource(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const JSON_SOURCE = '[{"question":"Where?","answer":"Here"}]'

describe('questions import', () => {
  it('writes a dataset named after the file, and prints its category and a report', async () => {
    const file = writeSource('American-History Questions.json', JSON_SOURCE)
    const { code, output } = await run(file)
    expect(code).toBe(0)
    expect(output).toContain('read 1 question')
    expect(output).toContain('category american_history')
    expect(readFileSync(join(folder, 'American-History Questions.csv'), 'utf8')).toContain('Where?,Here')
  })

  it('says of a file in the folder of the datasets that it is there already, and leaves it alone', async () => {
    const text = 'Question,Answer\nWhere?,Here\n'
    const file = writeSource('rivers.csv', text)
    const { code, errors } = await run(file)
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('the file itself') })
    expect(readFileSync(file, 'utf8')).toBe(text)
    const { code: replaced, output } = await run(file, '--force')
    expect(replaced).toBe(0)
    expect(output).toContain(`kept the file as it was: ${file}.original\n`)
    expect(readFileSync(`${file}.original`, 'utf8')).toBe(text)
    const second = readFileSync(file, 'utf8')
    await run(file, '--force')
    expect(readFileSync(`${file}.original`, 'utf8')).toBe(text)
    expect(readFileSync(`${file}.original-2`, 'utf8')).toBe(second)
  })

  it.each(['Key of A, B', 'Right one (A, B)', 'A, B or C'])('maps the column %j', async (name) => {
    const file = writeSource('a.csv.txt', `Item,Answer A,Answer B,"${name}"\nOf France?,Rome,Paris,B\n`)
    const { output, errors } = await run(file, '--map', `Item=question, ${name}=correct_answer`, '--dry-run')
    expect(errors).toBe('')
    expect(output).toContain('✓ Paris')
  })

  it('warns when more questions are left out than accepted', async () => {
    const rows = ['Q1?,Oslo,Paris,B', 'Q2?,Oslo,Rome,A', ',Oslo,Paris,B', ',Oslo,Bern,A', ',Oslo,Kiel,B']
    const file = writeSource('a.csv.txt', `Question,A,B,Answer\n${rows.join('\n')}\n`)
    const { code, output } = await run(file, '--to', 'b.csv', '--dry-run')
    expect(code).toBe(0)
    expect(output).toMatch(/accepted 2 questions, left out 3\nwarning: more questions were left out/)
  })

  it('names a question that is left out by its first words', async () => {
    const text = [
      'Question|Options|Answer',
      'What?|Rome; Oslo; Bonn|Oslo',
      'Which of the towns of this country has the longest river?|Rome; Oslo; Bonn|Bern',
      'Which town?|Rome; Oslo; Bonn|Lima',
      'What?|Rome; Oslo; Bonn|Oslo',
    ]
    const { output } = await run(writeSource('a.csv', text.join('\n')), '--dry-run')
    expect(output).toMatch(/"Bern".* \(question "Which of the towns of this country has…"\)$/m)
    expect(output).toMatch(/"Lima".* \(question "Which town\?"\)$/m)
    expect(output).toContain('expected a question that is not in line 2, got "What?" again\n')
  })

  it('shows columns, questions with the correct answer marked, and what is left out by reason', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `Q${index}?,x${index},y${index},B`)
    const bad = Array.from({ length: 25 }, (_, index) => `R${index}?,x,y,E`)
    const file = writeSource('a.csv.txt', `Question,A,B,Answer\n${[...rows, ...bad].join('\n')}\n`)
    const { output } = await run(file, '--to', 'b.csv', '--dry-run')
    expect(output).toContain('columns: question = Question; correct_answer = Answer; options = A, B')
    expect(output).toContain('sample: Q0?\n    x0\n  ✓ y0\nsample: Q1?')
    expect(output.match(/^sample: /gm)).toHaveLength(6)
    expect(output).toMatch(/^left out 25 questions: expected the correct answer among the options, got …$/m)
    expect(output).not.toContain('more questions were left out')
  })

  it('decides with its arguments what a file does not show', async () => {
    const file = writeSource('a.txt', 'question,options,answer\nFirst?,"Mars, Mercury, Venus",1\n')
    expect(await run(file, '--dry-run')).toMatchObject({ code: 1 })
    const said = await run(file, '--dry-run', '--separator', ',', '--from', '0')
    expect(said).toMatchObject({ code: 0, output: expect.stringContaining('✓ Mercury') })
    expect(await run(file, '--from', '2')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('0 or 1'),
    })
  })

  it('replaces an existing dataset only with --force', async () => {
    const file = writeSource('a.json', JSON_SOURCE)
    writeSource('a.csv', 'kept')
    expect(await run(file)).toMatchObject({ code: 1, errors: expect.stringContaining('--force') })
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('kept')
    expect((await run(file, '--force')).code).toBe(0)
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).not.toBe('kept')
  })

  it('names another dataset first for another sheet of a workbook that is imported', async () => {
    const rows = (question: string) => [
      ['Question', 'Answer'],
      [question, 'Here'],
    ]
    const file = join(folder, 'quiz.xlsx')
    writeFileSync(file, makeWorkbook({ A: rows('Where?'), B: rows('Whence?') }))
    expect((await run(file, '--sheet', 'A')).code).toBe(0)
    const { code, errors } = await run(file, '--sheet', 'B')
    expect(code).toBe(1)
    expect(errors).toMatch(
      /which exists; --to <name>\.csv writes this sheet to another dataset, and --force replaces it/,
    )
    expect((await run(file)).errors).toMatch(/which exists; --force replaces it/)
    expect((await run(file, '--sheet', 'B', '--to', 'b.csv')).code).toBe(0)
  })

  it('says how many questions of a sheet that is imported again are new, changed and removed', async () => {
    const importRows = (...rows: readonly string[]) =>
      run(
        writeSource('a.tsv', ['Question,Answer,Source', ...rows, ''].join('\n').replaceAll(',', '\t')),
        '--force',
      )
    const first = await importRows('One?,1,', 'Two?,2,', 'Three?,3,', 'Four?,4,')
    expect(first.output).not.toContain('compared')
    const again = await importRows('One?,1,', 'Two?,2b,', 'Three?,3,Book', 'Five?,5,', 'Six?,6,')
    expect(again.output).toContain('compared with the dataset that exists: 2 new, 2 changed, 1 removed\n')
    const same = await importRows('One?,1,', 'Two?,2b,', 'Three?,3,Book', 'Five?,5,', 'Six?,6,')
    expect(same.output).toContain(': 0 new, 0 changed, 0 removed\n')
  })

  it('compares questions, and not how a dataset that exists is written', async () => {
    const source = writeSource('a.tsv', 'Question\tAnswer\n"One\nline?"\t1\nTwo?\t2\nThree?\t3\n')
    await run(source)
    const path = join(folder, 'a.csv')
    const written = readFileSync(path, 'utf8')
    const [header = '', ...rows] = written.split(/\n(?=q-)/)
    const compare = async (text: string) => {
      writeFileSync(path, text)
      const { output } = await run(source, '--dry-run')
      return /compared with the dataset that exists: (.*)/.exec(output)?.[1]
    }
    expect(await compare([header, ...rows.toReversed()].join('\n'))).toBe('0 new, 0 changed, 0 removed')
    expect(await compare(written.replaceAll(/\n(?!line)/g, '\r\n'))).toBe('0 new, 0 changed, 0 removed')
    expect(await compare(written.replaceAll('Two?', '"Two?"'))).toBe('0 new, 0 changed, 0 removed')
    const turned = written.replace('question,correct_answer', 'correct_answer,question')
    expect(await compare(turned)).toBe('0 new, 3 changed, 0 removed')
    expect(await compare(written.replace('line?', 'row?'))).toBe('0 new, 1 changed, 0 removed')
    expect(await compare(written.replace(/\nq-.*Two.*/, ''))).toBe('1 new, 0 changed, 0 removed')
    expect(await compare(`${written}mine,Four?,4\n`)).toBe('0 new, 0 changed, 1 removed')
  })

  it.each([
    [[], 'a'],
    [['--to', 'big-rivers.csv'], 'big_rivers'],
  ])('writes nothing with --dry-run and %j, and says so with the category %s', async (args, category) => {
    const { code, output } = await run(writeSource('a.json', JSON_SOURCE), '--dry-run', ...args)
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('accepted 1 question'),
    })
    expect(output).toMatch(new RegExp(`\\nnothing was written; .*\\.csv, category ${category}$`))
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  it('writes to the path or the folder of --to', async () => {
    const file = writeSource('a.json', JSON_SOURCE)
    expect((await run(file, '--to', join(folder, 'b.csv'))).output).toContain('category b')
    expect((await run(file, '--to', folder)).output).toContain('category a')
    expect(await run(file, '--to', join(folder, 'b.txt'))).toMatchObject({ code: 1 })
    expect(await run(file, '--to', join(folder, 'missing', 'b.csv'))).toMatchObject({ code: 1 })
  })

  it('writes a bare name to the folder of the datasets, and a path with a slash where it is', async () => {
    const file = writeSource('a.json', JSON_SOURCE)
    expect((await run(file, '--to', 'bare-name.csv')).output).toContain('category bare_name')
    expect(existsSync(join(folder, 'bare-name.csv'))).toBe(true)
    const relativePath = join(relative('', folder), 'b.csv')
    expect((await run(file, '--to', relativePath)).output).toContain('category b')
    expect(existsSync(join(folder, 'b.csv'))).toBe(true)
  })

  it('refuses a name whose category another file has, also with --force, and proposes another one', async () => {
    writeSource('Refined_Astronomy_Questions.csv', '')
    writeSource('astronomy-2.csv', '')
    const file = writeSource('astronomy.json', JSON_SOURCE)
    for (const options of [[], ['--force']]) {
      const { code, errors } = await run(file, ...options)
      expect(code).toBe(1)
      expect(errors).toContain('"Refined_Astronomy_Questions.csv"')
      expect(errors).toContain('--to <name>.csv')
      expect(existsSync(join(folder, 'astronomy.csv'))).toBe(false)
    }
    expect((await run(file, '--to', 'astronomy-3.csv')).code).toBe(0)
  })

  it('replaces a dataset whose category another file has with --force, and warns', async () => {
    writeSource('Refined_Astronomy_Questions.csv', '')
    writeSource('astronomy.csv', '')
    const { code, output, errors } = await run(writeSource('astronomy.json', JSON_SOURCE), '--force')
    expect(code).toBe(0)
    expect(output).not.toContain('running service')
    expect(errors).toContain('not served')
  })

  it('names the folder that does not exist, and no temporary file', async () => {
    const file = writeSource('a.json', JSON_SOURCE)
    const missing = join(folder, 'missing')
    for (const { code, errors } of [
      await run(file, '--to', join(missing, 'b.csv')),
      await runWith(missing, file),
    ]) {
      expect(code).toBe(1)
      expect(errors).toContain(`expected a folder at ${missing}`)
      expect(errors).not.toContain('.tmp')
    }
    expect((await runWith(missing, file)).errors).toContain('QUESTIONS_DIR')
  })

  it('says that the name of the file gives no category', async () => {
    const { code, errors } = await run(writeSource('.hidden.csv', 'question,answer\nQ?,A\n'))
    expect(code).toBe(1)
    expect(errors).toContain('".hidden.csv", from the name of the file')
  })

  it('reads the columns that --map names', async () => {
    const file = writeSource('a.csv.txt', 'Galdera;Erantzuna\nWo?;Hier\n')
    const to = ['--to', join(folder, 'b.csv')]
    expect(await run(file, ...to)).toMatchObject({ code: 1, errors: expect.stringContaining('--map') })
    expect((await run(file, ...to, '--map', 'Galdera=question,Erantzuna=correct_answer')).code).toBe(0)
  })

  it.each([
    ['no file', []],
    ['two files', ['a', 'b']],
    ['an unknown option', ['a', '--nope']],
    ['an unknown target', ['a', '--map', 'x=nope']],
  ])('exits with 2 for %s', async (_name, args) => {
    expect(await run(...args)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('--') })
  })

  it('says that a path with spaces needs quotation marks', async () => {
    const [path = '', ...rest] = writeSource('Year 8 Science.json', JSON_SOURCE).split(' ')
    const { code, errors } = await run(path, ...rest)
    expect(code).toBe(2)
    expect(errors).toContain(`got no ${JSON.stringify(path)}; a path with spaces needs quotation marks`)
  })

  it('says that the folder of --to does not exist, also with a slash at its end', async () => {
    const { code, errors } = await run(writeSource('a.json', JSON_SOURCE), '--to', join(folder, 'class/'))
    expect(code).toBe(1)
    expect(errors).toMatch(/expected a folder at .*class, got none; create it/)
  })

  it('exits with 1 for a file that does not exist', async () => {
    expect(await run(join(folder, 'nope.json'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('expected a file or a folder, got none'),
    })
  })

  it('prints its usage', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('--map') })
  })

  it('writes several files, or the files of a folder, to one dataset with each question once', async () => {
    const files = [
      writeSource('a.json', JSON_SOURCE),
      writeSource('b.csv.txt', 'question,answer\nWhen?,Now\nWhere?,Here\n'),
    ]
    expect(await run(...files)).toMatchObject({ code: 2, errors: expect.stringContaining('--to') })
    const { code, output } = await run(...files, '--to', 'both.csv')
    expect(code).toBe(0)
    expect(output).toMatch(/read 1 question from a\.json[\s\S]*read 2 questions from b\.csv\.txt/)
    expect(readFileSync(join(folder, 'both.csv'), 'utf8').match(/\?/g)).toHaveLength(2)
    const target = mkdtempSync(join(tmpdir(), 'import-'))
    expect((await run(folder, '--to', join(target, 'all.csv'))).code).toBe(1)
    rmSync(join(folder, 'both.csv'))
    expect((await run(folder, '--to', join(target, 'all.csv'))).code).toBe(0)
    rmSync(target, { recursive: true })
  })

  it('warns of a question with other options and another answer in two files, and leaves it out when the options are the same', async () => {
    const header = 'question,answer,wrong 1\n'
    const one = writeSource('one.csv', `${header}Where?,Oslo,Rome\nWhen?,Now,Then\nWho?,Ann,Bob\n`)
    const two = writeSource('two.csv', `${header}where?,Bern,Rome\nWhen?,Now,Never\nWho?,Bob,Ann\n`)
    const { output } = await run(one, two, '--to', 'both.csv')
    expect(output.match(/(?:warning: a question|left out ").*/g)).toEqual([
      'warning: a question with another answer in two files: "where?" with "Bern" in two.csv and "Oslo" in one.csv',
      'left out "Who?": expected one answer of a question, got "Bob" in two.csv and "Ann" in one.csv',
    ])
    expect(readFileSync(join(folder, 'both.csv'), 'utf8')).not.toContain('Who?')
  })

  it('says what the lock file of an open workbook is, and skips it beside other files', async () => {
    const lock = writeSource('~$rivers.xlsx', '\u0007Ann')
    const { code, errors } = await run(lock)
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringMatching(/lock file of Excel.*rivers\.xlsx/),
    })
    const one = writeSource('one.csv', 'question,answer\nWhere?,Oslo\n')
    expect((await run(lock, one, '--to', 'both.csv')).code).toBe(0)
  })

  it('names the file of several that cannot be imported', async () => {
    const files = [writeSource('a.json', JSON_SOURCE), writeSource('b.txt', 'nothing\n')]
    const { code, errors } = await run(...files, '--to', 'both.csv')
    expect(code).toBe(1)
    expect(errors).toContain(`${files[1]}: expected`)
    expect((await run(join(folder, 'none.csv'))).errors).toBe(
      `${join(folder, 'none.csv')}: expected a file or a folder, got none`,
    )
  })
})
