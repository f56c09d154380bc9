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
  new MutationObserver(setAttributes).observe(document.documentElement, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}
