// Trims long runs in linear time. A regex such as `/x+$/` restarts at every x of a run that is not at the end of the
// text.

/** Removes the trailing characters that `edge` matches. `edge` must match one code point and have no `g` flag. */
export function trimEndWhile(text: string, edge: RegExp): string {
  let end = text.length
  while (end > 0) {
    const size = (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1
    if (!edge.test(text.slice(end - size, end))) break
    end -= size
  }
  return text.slice(0, end)
}

/** The text from its first to its last letter: `Added` for `### ✨ Added ##`. Empty when there is no letter. */
export function trimToLetters(text: string): string {
  const first = text.search(/\p{L}/u)
  return first === -1 ? '' : trimEndWhile(text.slice(first), /\P{L}/u)
}
