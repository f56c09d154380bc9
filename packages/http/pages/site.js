// Adds a button to each code that a reader copies. Without scripts there is no button. Where copying is forbidden, it selects.
for (const figure of document.querySelectorAll('figure.code:not(.hero figure)')) {
  if (!navigator.clipboard) break
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    const pre = figure.querySelector('pre')
    const copied = await navigator.clipboard.writeText(pre.textContent).then(
      () => true,
      () => false,
    )
    if (!copied) getSelection().selectAllChildren(pre)
    button.textContent = copied ? 'Copied' : 'Selected'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  figure.append(button)
}
