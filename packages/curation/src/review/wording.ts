// Finds stiff wording: forms that nobody would say, and forms that a setter falls back on.

/** A pattern for each form, and what to write instead. */
const RULES: readonly (readonly [form: RegExp, instead: string])[] = [
  [/\bcalled (?:that|which|when|in which)\b/, 'the name at the end, as in “What do we call …?”'],
  [/^What(?: is|’s) the (?:name|term) (?:of|for)\b/, 'a question about the thing itself'],
  [/\bname is given to\b/, '“What do we call …?”'],
  [/^By what\b/, '“How …?”'],
  [/^In what\b/, '“Where …?”, “When …?” or “In which …?”'],
  [/^What (?:kind|sort|type) of [^,]+ (?:is|was|are|were) /, 'the clue first'],
  [/\bwhich of (?:the following|these)\b/i, 'a question that can be answered without its options'],
  [/\bthe only\b/, 'a clue that is not a claim about everything else'],
]

/** Returns one message for each form that a question has. */
export function checkWording(question: string): string[] {
  return RULES.flatMap(([form, instead]) => {
    const found = form.exec(question)
    return found ? [`expected ${instead}, got ${JSON.stringify(found[0])}`] : []
  })
}
