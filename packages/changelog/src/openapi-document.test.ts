import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeApp } from './testing.ts'

const root = new URL('../../../', import.meta.url)

it('openapi/changelog.json is the document that the service serves (updated by `pnpm run openapi`)', async () => {
  const { app } = await makeApp()
  const document = (await app.inject('/openapi.json')).json()
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const published = { ...document, info: { ...document.info, version } }
  const json = `${JSON.stringify(published, null, 2)}\n`
  await expect(json).toMatchFileSnapshot('../../../openapi/changelog.json')
})
