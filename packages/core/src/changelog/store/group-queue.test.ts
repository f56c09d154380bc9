// Tests how the elements of the queue are grouped. group-commit.test.ts tests the queue in the store.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createGroupQueue } from './group-queue.ts'

/** Creates a queue that keeps its groups. */
function createQueue() {
  const groups: (readonly number[])[] = []
  const enqueue = createGroupQueue<number, number>('LOG.md', async (group) => {
    groups.push(group)
    return group.map((value) => ({ isFulfilled: true, value }))
  })
  return { groups, enqueue }
}

/** Has each look at the clock be a number of milliseconds later than the one before. */
function setClock(step: number): void {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += step
    return time
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('groups the elements that come one after the other, without a pause', async () => {
  setClock(0.25)
  const { groups, enqueue } = createQueue()
  const added: Promise<number>[] = []
  for (let value = 0; value < 5; value++) {
    // Asked for before the queue does, so that the next element comes before the queue looks.
    const turn = nextTurn()
    added.push(enqueue(value))
    await turn
  }
  expect(await Promise.all(added)).toEqual([0, 1, 2, 3, 4])
  expect(groups).toEqual([[0, 1, 2, 3, 4]])
})

it('groups an element with those that arrived while it was handled', async () => {
  const { groups, enqueue } = createQueue()
  // What is due is received after the turns of this iteration of the event loop.
  await pause(1)
  const due = new Promise<number>((resolve) => {
    setTimeout(() => resolve(enqueue(2)), 1)
  })
  const start = performance.now()
  while (performance.now() < start + 3);
  await Promise.all([enqueue(1), due])
  expect(groups).toEqual([[1, 2]])
})

it('closes a large group when none has come for a millisecond', async () => {
  setClock(0.25)
  const { groups, enqueue } = createQueue()
  const added = [1, 2, 3, 4, 5, 6, 7, 8].map(enqueue)
  const addAfter = async (turns: number, value: number) => {
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    added.push(enqueue(value))
  }
  await addAfter(6, 9)
  await addAfter(6, 10)
  await addAfter(20, 11)
  await Promise.all(added)
  expect(groups).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11]])
})

it.each([1, 7])('does not wait when no other element comes, for %i', async (length) => {
  setClock(0)
  const { groups, enqueue } = createQueue()
  const elements = Array.from({ length }, (_, value) => value)
  const added = elements.map(enqueue)
  for (let turn = 0; turn < 4; turn++) await nextTurn()
  expect(groups).toEqual([elements])
  await Promise.all(added)
})

it.each([
  ['quickly', 0, 501],
  ['slowly', 2, 21],
])('closes a group although elements come without an end, and %s', async (_name, step, length) => {
  setClock(step)
  const { groups, enqueue } = createQueue()
  const added: Promise<number>[] = []
  while (groups.length < 2) {
    const turn = nextTurn()
    added.push(enqueue(added.length))
    await turn
  }
  await Promise.all(added)
  expect(groups.flat()).toEqual(added.map((_, value) => value))
  expect(groups[0]).toHaveLength(length)
})
