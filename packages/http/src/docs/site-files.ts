// The files that all pages of a service load. The quiz has the stylesheet and the font in its own folder, so that it can be
// copied and served anywhere.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

const readShared = (name: string) => () => readFileSync(join(ROOT, 'examples/quiz', name))

/** Adds a button to each code that a reader copies. Without scripts there is no button. Where copying is forbidden, it selects. */
const SCRIPT = `for (const figure of document.querySelectorAll('figure.code')) {
  if (!navigator.clipboard) break
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    const pre = figure.querySelector('pre')
    const copied = await navigator.clipboard.writeText(pre.textContent).then(() => true, () => false)
    if (!copied) getSelection().selectAllChildren(pre)
    button.textContent = copied ? 'Copied' : 'Selected'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  figure.append(button)
}
`

/** The functions that return the contents of the files, by the path below the root of the service. */
export const SITE_FILES: Readonly<Record<string, () => string | Buffer>> = {
  'site.css': readShared('site.css'),
  'figtree.woff2': readShared('figtree.woff2'),
  'site.js': () => SCRIPT,
}
