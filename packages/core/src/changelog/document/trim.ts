// Trims long runs in linear time. A regex such as `/x+$/` starts again at every x of a run that does not end the text.

/** The text without the characters at its end that `edge` matches; `edge` matches one code point and has no `g`. */
export function trimEndWhile(text: string, edge: RegExp): string {
  let end = text.length
  while (end > 0) {
    const size = (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1
    if (!edge.test(text.slice(end - size, end))) break
    end -= size
  }
  return text.slice(0, end)
}

/** The text from its first letter to its last, such as `Added` of `### ✨ Added ##`; empty without a letter. */
export function trimToLetters(text: string): string {
  const first = text.search(/\p{L}/u)
  return first === -1 ? '' : trimEndWhile(text.slice(first), /\P{L}/u)
}
