// Trims strings in linear time. A regular expression such as `/x+$/` takes quadratic time on a long run of x
// that is not at the end.

/**
 * Removes the trailing characters that `edge` matches.
 * @param edge matches one code point; must not have the `g` flag
 */
export function trimEndWhile(text: string, edge: RegExp): string {
  let end = text.length
  while (end > 0) {
    const size = (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1
    if (!edge.test(text.slice(end - size, end))) break
    end -= size
  }
  return text.slice(0, end)
}

/**
 * The part from the first letter to the last: `Added` for `### ✨ Added ##`. Empty when there is no letter.
 */
export function trimToLetters(text: string): string {
  const first = text.search(/\p{L}/u)
  return first === -1 ? '' : trimEndWhile(text.slice(first), /\P{L}/u)
}
