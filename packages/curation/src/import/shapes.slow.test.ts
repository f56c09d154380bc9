import { it } from 'vitest'
import { CELLS, expectNoneWrong } from '../testing/import-shapes.ts'

it.each(CELLS)('serves no wrong answer of many random files: $shape, $answers', async (cell) => {
  await expectNoneWrong(cell, 60)
})
