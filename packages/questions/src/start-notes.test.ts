import { describe, expect, it } from 'vitest'
import { describeStart, findLanAddress } from './start-notes.ts'
import { makeBank, makeCsv } from './testing.ts'

const URL = 'http://127.0.0.1:8000'
const describeFor = async (files: Readonly<Record<string, string>>, more = {}) =>
  describeStart(URL, { bank: { ...(await makeBank(files)), directory: '/quizzes' }, basePath: '', ...more })

describe('the lines at start', () => {
  it('name the quiz, the documentation, the folder and a first request', async () => {
    expect(await describeFor({ 'rivers of Asia.csv': makeCsv('R', 3), 'lakes.csv': makeCsv('L', 2) })).toBe(
      [
        '  quiz       http://127.0.0.1:8000/quiz/',
        '  API docs   http://127.0.0.1:8000/docs',
        '  questions  5 in 2 categories, from CSV files in /quizzes',
        "  try        curl 'http://127.0.0.1:8000/api/v1/questions/lakes?limit=2&seed=42'",
      ].join('\n'),
    )
  })

  it('say that a folder has no questions yet, without a request that would fail', async () => {
    const lines = await describeFor({ 'broken.csv': 'question\n' })
    expect(lines).toContain('questions  none yet, from CSV files in /quizzes')
    expect(lines).not.toContain('curl')
  })

  it('contain the base path', async () => {
    expect(await describeFor({}, { basePath: '/trivia' })).toContain('http://127.0.0.1:8000/trivia/quiz/')
  })

  it('have the address in the network and a QR code for phones', async () => {
    const lines = describeStart('http://0.0.0.0:8000', {
      bank: await makeBank({}),
      basePath: '',
      lanAddress: '192.0.2.7',
    })
    expect(lines).not.toContain('0.0.0.0')
    expect(lines).toContain('Phones in the same network open http://192.0.2.7:8000/quiz/, or scan:')
    // A QR code with a light border on each side: 25 or 29 modules, and twice 2.
    const code = lines.split('\n').filter((line) => /^ {2}[█▀▄ ]{20,}$/.test(line))
    expect(new Set(code.map((line) => line.length)).size).toBe(1)
    expect(code.every((line) => /^ {2}(██.*██|▀+)$/.test(line))).toBe(true)
    expect(code.length).toBeGreaterThan(10)
  })
})

describe('findLanAddress', () => {
  const address = (family: string, internal: boolean, text: string) => ({ family, internal, address: text })
  const find = (interfaces: object) => findLanAddress(interfaces as Parameters<typeof findLanAddress>[0])

  it('is the first IPv4 address that is not internal', () => {
    const found = find({
      lo: [address('IPv4', true, '127.0.0.1')],
      wlan0: [address('IPv6', false, 'fe80::1'), address('IPv4', false, '192.0.2.7')],
      eth0: [address('IPv4', false, '192.0.2.8')],
    })
    expect(found).toBe('192.0.2.7')
  })

  it('is undefined without a network', () => {
    expect(find({ lo: [address('IPv4', true, '127.0.0.1')] })).toBeUndefined()
  })
})
