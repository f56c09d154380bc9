addCopyButtons('figure.code:not(.hero figure)')
/** Adds a button to each code that a reader copies. Without scripts there is no button. Where copying is forbidden, it selects. */
function addCopyButtons(selector) {
  if (!navigator.clipboard) return
  for (const container of document.querySelectorAll(selector)) {
    const code = container.querySelector('code')
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      const copied = await navigator.clipboard.writeText(code.textContent).then(
        () => true,
        () => false,
      )
      if (!copied) getSelection().selectAllChildren(code)
      button.textContent = copied ? 'Copied' : 'Selected'
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
    container.append(button)
  }
}
