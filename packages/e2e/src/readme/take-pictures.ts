// Implements the command `pictures`: writes docs/pictures. Next to each picture is its text, with which a test finds out
// that the product no longer looks like the picture.
import { mkdirSync, writeFileSync } from 'node:fs'
import { startBrowser } from '../browser.ts'
import { ROOT, startService } from '../process.ts'
import { PICTURES, takePicture } from './pictures.ts'

const folder = `${ROOT}docs/pictures`
mkdirSync(folder, { recursive: true })
const [service, browser] = await Promise.all([startService('questions'), startBrowser()])
try {
  for (const picture of PICTURES) {
    const { png, text, errors } = await takePicture(browser, service.url, picture)
    if (errors.length > 0) throw new Error(`${picture.name}: expected no errors, got ${errors.join('; ')}`)
    writeFileSync(`${folder}/${picture.name}.png`, png)
    writeFileSync(`${folder}/${picture.name}.txt`, text)
    console.log(`docs/pictures/${picture.name}.png: ${Math.ceil(png.length / 1024)} KiB`)
  }
} finally {
  await Promise.all([browser.close(), service.stop()])
}
