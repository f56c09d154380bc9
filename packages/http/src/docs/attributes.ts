// Adds to the pages of Swagger UI and Redoc the attributes that readers with a screen reader or a keyboard need.

/** A selector, the name of an attribute, and its value. Null removes the attribute. */
export type AttributeRow = readonly [selector: string, name: string, value: string | null]

/** Renders a script that sets the attributes, also those of elements that the page adds later. */
export function renderAttributeScript(rows: readonly AttributeRow[]): string {
  return `const setAttributes = () => {
  for (const [selector, name, value] of ${JSON.stringify(rows)}) {
    for (const element of document.querySelectorAll(selector)) {
      if (value === null) element.removeAttribute(name)
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
  }
}
setAttributes()
new MutationObserver(setAttributes).observe(document.documentElement, { childList: true, subtree: true })
`
}
