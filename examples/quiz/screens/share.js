// Offers a link of the quiz to copy or to share.
import { sharedAddress } from '../api.js'
import { announce } from './screen.js'

/**
 * Fills the field with a link of the quiz, and lets the player copy or share it.
 * @param {import('./screen.js').Parts} part
 * @param {string} link
 * @param {string} text what the share sheet says beside the link
 */
export function offerSharing(part, link, text) {
  const field = /** @type {HTMLInputElement} */ (part('link'))
  const shared = sharedAddress ? link.replace(new URL('.', link).href, sharedAddress) : link
  field.value = shared
  // Desktop browsers and pages without HTTPS have no share sheet.
  part('share').hidden = !('share' in navigator)
  part('share').addEventListener('click', () => navigator.share({ text, url: shared }).catch(() => {}))
  Object.assign(part('copy-status'), {
    textContent: 'Only this computer can open this link, unless the quiz is started with --lan.',
    hidden: sharedAddress !== '',
  })
  part('copy').addEventListener('click', async () => {
    const isCopied = await copy(field)
    const where = sharedAddress ? 'Send it to a friend.' : 'Only this computer can open it.'
    const status = isCopied ? `Link copied. ${where}` : 'The link is selected. Copy it from the field.'
    part('copy').textContent = isCopied ? 'Copied ✓' : 'Copy link'
    field.classList.toggle('needed', !isCopied)
    if (!isCopied) field.select()
    Object.assign(part('copy-status'), { textContent: status, hidden: false })
    announce(status)
  })
}

/**
 * Copies the value of the field. Returns whether the browser allows it.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  )
  if (copied) return true
  // navigator.clipboard exists only on HTTPS and on localhost.
  field.select()
  return document.execCommand('copy')
}
