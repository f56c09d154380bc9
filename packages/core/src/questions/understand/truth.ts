// The words and signs that say whether an answer is right, in the languages whose spreadsheets and teachers write them.

const split = (words: string) => words.split(/,\s+/)

/** Signs and words that can mean something else too, such as whether a question is used. */
const YES = split(`true, 1, yes, y, x, +, ja, oui, si, sí, sì, sim, да, evet, tak, ok, okay`)
const NO = ['', ...split(`false, 0, no, n, null, -, nein, nee, non, não, nao, нет, hayır, nie`)]

/** Signs and words that say of an answer whether it is right. */
const RIGHT =
  split(`correct, right, richtig, korrekt, wahr, vrai, juste, correcte, correcto, correcta, verdadero, correto, correta, certo,
  verdadeiro, giusto, giusta, corretto, corretta, vero, juist, goed, waar, bien, верно, правильно, верный, правильный, doğru, prawda,
  rätt, sant, 对, 正确, 正しい`)
const WRONG =
  split(`incorrect, wrong, falsch, inkorrekt, faux, incorrecto, incorrecta, falso, incorreto, incorreta, errado, sbagliato, errato,
  onjuist, fout, niet waar, onwaar, неверно, неправильно, неверный, неправильный, yanlış, fałsz, fel, falskt, 错, 错误, 错了, 不对,
  不正确, 間違い`)

/** The same words for a pattern. */
export const [RIGHT_WORD, WRONG_WORD] = [RIGHT.join('|'), WRONG.join('|')]

/** Signs and words of the results of players. */
const RIGHT_RESULT = split(`✓, ✔, ☑, ✅, correctly, pass, passed, thumbs up, 👍`)
const WRONG_RESULT = split(`✗, ✘, ☒, ☐, ❌, incorrectly, wrongly, fail, failed, thumbs down, 👎`)

const TRUTHS = new Map<string, boolean>([
  ...[...YES, ...RIGHT, ...RIGHT_RESULT].map((word) => [word, true] as const),
  ...[...NO, ...WRONG, ...WRONG_RESULT].map((word) => [word, false] as const),
])
const VERDICTS = new Set([...RIGHT, ...WRONG, ...RIGHT_RESULT, ...WRONG_RESULT])

/** Reads a mark such as `true`, `"1"`, `yes` or `richtig`. Undefined for other values. */
export function isTruth(value: unknown): boolean | undefined {
  return TRUTHS.get(fold(value))
}

/** Words beside right, when an answer is right in part. */
const PARTLY = split(
  `partially, partly, partial, half, teilweise, teils, partiellement, parcial, parcialmente, mal`,
)

/** Words before right, when an answer is wrong. */
const NOT = split(`not, isn, nicht, pas, no, non, não, niet, nie, не`)

/** Reads what several words say of an answer, such as `Partially correct` and `Not correct`. Undefined for other values. */
export function readVerdict(value: unknown): boolean | undefined {
  const truth = isTruth(value)
  const words = fold(value).split(/[^\p{L}✓✔☑✅✗✘☒☐❌]+/u)
  const verdicts = words.filter(isVerdict).map(isTruth)
  if (truth !== undefined || words.length > 4) return truth
  if (verdicts.includes(false) || words.some((word) => PARTLY.includes(word))) return false
  if (verdicts.length > 0 && words.some((word) => NOT.includes(word))) return false
  return verdicts.length > 0 ? true : undefined
}

/** Whether a mark can only be about an answer, such as `wrong`. */
export function isVerdict(value: unknown): boolean {
  return VERDICTS.has(fold(value))
}

function fold(value: unknown): string {
  return String(value).trim().toLowerCase().replace('\ufe0f', '')
}
