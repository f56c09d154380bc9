// Tests every combination of the states of a file: in the base, in HEAD, in the index and in the working tree. The list must
// compare only the first and the last one.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useScratch } from '../testing.ts'

const scratch = useScratch()
const { git, put, list } = scratch

/** A file that is missing, has one content, or has another one of the same length. */
const STATES = [undefined, 'one\n', 'two\n'] as const
type State = (typeof STATES)[number]
const STAGES = 4

const files = Array.from({ length: STATES.length ** STAGES }, (_, number) => ({
  path: `f${String(number).padStart(2, '0')}`,
  states: Array.from({ length: STAGES }, (_unused, stage) => STATES[Math.floor(number / 3 ** stage) % 3]),
}))

/** Gives each file its state of a stage. */
function enter(stage: number): void {
  for (const { path, states } of files) {
    const state = states[stage]
    if (state !== undefined) put(path, state)
    else if (existsSync(join(scratch.folder, path))) rmSync(join(scratch.folder, path))
  }
}

function describeChange(base: State, now: State): string | undefined {
  if (base === now) return undefined
  if (base === undefined) return 'Added'
  return now === undefined ? 'Removed' : 'Changed'
}

it('compares the working tree with the base, whatever HEAD and the index contain', async () => {
  put('other')
  for (const [stage, message] of [
    [0, 'base'],
    [1, 'head'],
  ] as const) {
    enter(stage)
    git('add', '--all')
    git('commit', '-q', '--allow-empty', '-m', message)
    if (stage === 0) git('tag', 'v1.0.0')
  }
  enter(2)
  git('add', '--all')
  enter(3)
  const expected = files.flatMap(({ path, states }) => {
    const change = describeChange(states[0], states[3])
    return change ? [`${change} ${path}`] : []
  })
  expect(await list()).toEqual(expected)
  expect(await list({ since: 'v1.0.0' })).toEqual(expected)
  const sinceHead = files.flatMap(({ path, states }) => {
    const change = describeChange(states[1], states[3])
    return change ? [`${change} ${path}`] : []
  })
  expect(await list({ since: 'HEAD' })).toEqual(sinceHead)
})
