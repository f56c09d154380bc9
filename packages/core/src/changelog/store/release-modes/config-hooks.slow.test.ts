// Tests that no hook runs that a git config names. Only git 2.54 and later knows such hooks; older versions ignore them.
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adding, type Mode, releasing, useClones } from './testing.ts'

/** Events of the commands that a release mode runs. */
const EVENTS = [
  'commit-msg',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'pre-commit',
  'pre-push',
  'prepare-commit-msg',
  'reference-transaction',
]

describe.each<Mode>(['commit', 'push'])('in the mode %s', (mode) => {
  const clones = useClones(mode)

  it.each(['own', 'a.b c', 'Über'])('no hook with the name %j runs', async (name) => {
    const { git, folder, open } = clones.clone('a')
    const program = join(clones.home, 'program')
    const ran = join(clones.home, 'ran')
    writeFileSync(program, `#!/bin/sh\ncat >/dev/null\ntouch '${ran}'\n`)
    chmodSync(program, 0o755)
    // In an included file too, which git reads like the config itself.
    const included = join(folder, '.git/included')
    git('config', 'include.path', included)
    for (const file of [included, join(folder, '.git/config')]) {
      git('config', '--file', file, `hook.${name}.command`, program)
      for (const event of EVENTS) git('config', '--file', file, '--add', `hook.${name}.event`, event)
    }
    const store = open()
    await store.transact(adding('new'))
    await store.transact(releasing())
    expect(existsSync(ran)).toBe(false)
  })
})
