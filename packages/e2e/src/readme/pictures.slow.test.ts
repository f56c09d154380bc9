// Takes the pictures of the README again, and compares their texts with those of the committed pictures. Pixels are not
// compared, because fonts differ between machines.
import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../browser.ts'
import { ROOT, type RunningService, startService } from '../process.ts'
import { PICTURES, takePicture } from './pictures.ts'

const FOLDER = `${ROOT}docs/pictures`

let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService('questions'), startBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** Returns the width and the height of a PNG file, in pixels. */
const readSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('docs/pictures', () => {
  it.each(PICTURES)(
    '$name shows the product (otherwise run `npx -y pnpm@12 run pictures`)',
    async (picture) => {
      const { png, text, errors } = await takePicture(browser, service.url, picture)
      expect(errors).toEqual([])
      expect(text).toBe(readFileSync(`${FOLDER}/${picture.name}.txt`, 'utf8'))
      const committed = readFileSync(`${FOLDER}/${picture.name}.png`)
      expect(readSize(committed)).toEqual(readSize(png))
      expect(committed.length).toBeLessThan(200_000)
    },
  )

  it('contains no other pictures, and the README shows each', () => {
    const names = PICTURES.map(({ name }) => name)
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      names.flatMap((name) => [`${name}.png`, `${name}.txt`]).toSorted(),
    )
    const readme = readFileSync(`${ROOT}README.md`, 'utf8')
    for (const name of names) expect(readme).toContain(`"docs/pictures/${name}.png"`)
  })
})
