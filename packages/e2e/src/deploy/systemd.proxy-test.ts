// Has systemd check the units of deploy/systemd. Requires `systemd-analyze`.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from './manifests.ts'

/** What `systemd-analyze security` calls OK. 0 is the most restricted, 10 is a unit without restrictions. */
const MAX_EXPOSURE = 2

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qb-units-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(['question-bank', 'changelog'])('the unit %s.service', (unit) => {
  // systemd checks that the program and its folder exist.
  const prepare = () => {
    const path = join(folder, `${unit}.service`)
    const text = read(`deploy/systemd/${unit}.service`)
    writeFileSync(
      path,
      text.replace('/usr/bin/node', process.execPath).replaceAll(/\/opt\/question-bank\/\w+/g, folder),
    )
    return path
  }

  it('is accepted without a warning', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', prepare()], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('is restricted', () => {
    const output = execFileSync('systemd-analyze', ['security', '--offline=true', prepare()], {
      encoding: 'utf8',
    })
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1])).toBeLessThanOrEqual(
      MAX_EXPOSURE,
    )
  })
})
