import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDiagnostic, listFolder, type ScannedFile, scanFile } from '@qb/core/questions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkFiles } from './check-files.ts'

const HEAD = 'id,question,correct_answer,difficulty,topic\n'
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'check-folder-'))
})
afterEach(() => rm(directory, { recursive: true }))

const put = (name: string, text: string) => writeFile(join(directory, `Refined_${name}_Questions.csv`), text)
async function check() {
  const { files } = await listFolder({ directory, displayPath: 'data' })
  const scanned: ScannedFile[] = []
  for (const file of files) scanned.push(await scanFile(file, { now: () => new Date() }))
  return checkFiles(scanned)
}

describe('checkFiles', () => {
  it('summarises valid datasets, sorted by category', async () => {
    const stars = `${HEAD}1,Which gas?,Helium,easy,gas\n2,Which rock?,Basalt,hard,rock\n3,Which ice?,Ammonia,easy,\n`
    await put('Stars', stars)
    await put('Big Animals', `id,question,correct_answer,note\n1,Which mammal?,The whale,hm\n`)
    const report = await check()
    expect(report).toMatchObject({ errors: [], warnings: [] })
    expect(report.ignoredColumns).toEqual({ big_animals: ['note'] })
    expect(Object.entries(report.summaries)).toMatchObject([
      ['big_animals', { served: 'yes', questions: 1, topics: 0 }],
      ['stars', { questions: 3, topics: 2, easy: 2, hard: 1 }],
    ])
  })

  it('reports invalid and unreadable files as errors, and repeated questions as warnings', async () => {
    await put('Zoo', `${HEAD}1,Q?,,,\nrandom,Q?,A,,\n2,R?,B,,\n`)
    await put('Stars', `${HEAD}1,Who was it?,A,,\n2,Who  was it?,A,,\n`)
    await mkdir(join(directory, 'Refined_Folder_Questions.csv'))
    const { errors, warnings, summaries } = await check()
    const positions = (diagnostics: typeof errors) =>
      diagnostics.map(({ file, line, column }) => [file, line, column].filter(Boolean).join(':'))
    expect(positions(errors)).toEqual([
      'data/Refined_Folder_Questions.csv:1',
      'data/Refined_Zoo_Questions.csv:2:correct_answer',
      'data/Refined_Zoo_Questions.csv:3:id',
    ])
    expect(positions(warnings)).toEqual(['data/Refined_Stars_Questions.csv:3:question'])
    expect(summaries).toMatchObject({
      folder: { served: 'no', questions: 0 },
      stars: { served: 'yes', questions: 2 },
      zoo: { served: 'no', questions: 0 },
    })
  })

  it('reports a duplicate of a curated question in the other file, whatever their names are', async () => {
    await put('Stars', `${HEAD}1,Who was it?,A,easy,x\n`)
    await writeFile(join(directory, 'aaa.csv'), `${HEAD}2,Who was it?,A,easy,x\n`)
    await writeFile(join(directory, 'zzz.csv'), `${HEAD}3,Who was it?,A,easy,x\n`)
    const { warnings } = await check()
    expect(warnings.map(formatDiagnostic)).toEqual([
      expect.stringMatching(/^data\/aaa\.csv:2: .*Refined_Stars_Questions\.csv:2 with the id "1"/),
      expect.stringMatching(/^data\/zzz\.csv:2: /),
    ])
  })

  it('warns of what looks wrong in a file as a whole', async () => {
    const rows = Array.from(
      { length: 10 },
      (_, row) => `${row},What is this ${row}?,A${row},"['A${row}', 'Bxx']"\n`,
    )
    await writeFile(join(directory, 'first.csv'), `id,question,correct_answer,options\n${rows.join('')}`)
    const { warnings } = await check()
    expect(warnings.map(formatDiagnostic)).toContain(
      'data/first.csv:1: the correct answer is always the first option',
    )
  })
})
