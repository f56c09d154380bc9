/**
 * Sets the attributes that readers with a screen reader or a keyboard need, also those of elements that the page adds later.
 * @param {readonly (readonly [selector: string, name: string, value: string | null | ((element: Element) => string)])[]} rows null removes an attribute
 */
function keepAttributes(rows) {
  const setAttributes = () => {
    for (const [selector, name, value] of rows) {
      for (const element of document.querySelectorAll(selector)) {
        const wanted = typeof value === 'function' ? value(element) : value
        if (wanted === null) element.removeAttribute(name)
        else if (element.getAttribute(name) !== wanted) element.setAttribute(name, wanted)
      }
    }
  }
  setAttributes()
  document.addEventListener('input', setAttributes)
  new MutationObserver(setAttributes).observe(document.documentElement, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

/**
 * Lets the URLs in code break after a slash. The buttons copy the text, and a selection has no other characters.
 * @param {string} selector of elements without children
 */
function breakUrls(selector) {
  const breakAll = () => {
    for (const token of document.querySelectorAll(selector)) {
      const html = token.innerHTML.replaceAll(/(?<=\w)\/(?=\w)/g, '/<wbr>')
      if (html !== token.innerHTML) token.innerHTML = html
    }
  }
  new MutationObserver(breakAll).observe(document.documentElement, { childList: true, subtree: true })
}
