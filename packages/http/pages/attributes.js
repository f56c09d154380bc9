/**
 * Sets the attributes that readers with a screen reader or a keyboard need, also those of elements that the page adds later.
 * @param {readonly (readonly [selector: string, name: string, value: string | null])[]} rows null removes an attribute
 */
function keepAttributes(rows) {
  const setAttributes = () => {
    for (const [selector, name, value] of rows) {
      for (const element of document.querySelectorAll(selector)) {
        if (value === null) element.removeAttribute(name)
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
      }
    }
  }
  setAttributes()
  new MutationObserver(setAttributes).observe(document.documentElement, { childList: true, subtree: true })
}
