import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runImport } from './command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function run(...args: string[]) {
  const output: string[] = []
  const errors: string[] = []
  const code = runImport(args, {
    questionsDir: folder,
    reservedIds: ['random'],
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
  it('writes a dataset named after the file, and prints its category and a report', () => {
    const file = writeSource('American-History Questions.json', JSON_SOURCE)
    const { code, output } = run(file)
    expect(code).toBe(0)
    expect(output).toContain('read 1 question')
    expect(output).toContain('category american_history')
    expect(readFileSync(join(folder, 'American-History Questions.csv'), 'utf8')).toContain('Where?,Here')
  })

  it('replaces an existing dataset only with --force', () => {
    const file = writeSource('a.json', JSON_SOURCE)
    writeSource('a.csv', 'kept')
    expect(run(file)).toMatchObject({ code: 1, errors: expect.stringContaining('--force') })
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('kept')
    expect(run(file, '--force').code).toBe(0)
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).not.toBe('kept')
  })

  it('writes nothing with --dry-run', () => {
    const { code, output } = run(writeSource('a.json', JSON_SOURCE), '--dry-run')
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('accepted 1 question'),
    })
    expect(() => readFileSync(join(folder, 'a.csv'))).toThrow('ENOENT')
  })

  it('writes to the path or the folder of --to', () => {
    const file = writeSource('a.json', JSON_SOURCE)
    expect(run(file, '--to', join(folder, 'b.csv')).output).toContain('category b')
    expect(run(file, '--to', folder).output).toContain('category a')
    expect(run(file, '--to', join(folder, 'b.txt'))).toMatchObject({ code: 1 })
    expect(run(file, '--to', join(folder, 'missing', 'b.csv'))).toMatchObject({ code: 1 })
  })

  it('reads the columns that --map names', () => {
    const file = writeSource('a.csv.txt', 'Frage;Antwort\nWo?;Hier\n')
    const to = ['--to', join(folder, 'b.csv')]
    expect(run(file, ...to)).toMatchObject({ code: 1, errors: expect.stringContaining('--map') })
    expect(run(file, ...to, '--map', 'Frage=question,Antwort=correct_answer').code).toBe(0)
  })

  it.each([
    ['no file', []],
    ['two files', ['a', 'b']],
    ['an unknown option', ['a', '--nope']],
    ['an unknown target', ['a', '--map', 'x=nope']],
  ])('exits with 2 for %s', (_name, args) => {
    expect(run(...args)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('--') })
  })

  it('exits with 1 for a file that does not exist', () => {
    expect(run(join(folder, 'nope.json'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('ENOENT'),
    })
  })

  it('prints its usage', () => {
    expect(run('--help')).toMatchObject({ code: 0, output: expect.stringContaining('--map') })
  })
})
