// Parses the text of an answer: a number such as "−7/9", "20√3 m", "1,729" or "e²", or a function such as
// "3x² − 2". Implicit multiplication has a higher precedence than division: "1/2x" is 1 / (2x).

/** Computes the value of a formula. The argument is the value of its variable. */
type Evaluate = (value: number) => number

/** A number, or a function of one variable. */
export interface Formula {
  /** Computes the value. A number ignores the argument. */
  readonly evaluate: Evaluate
  /** The name of the variable. Undefined for a number. */
  readonly variable: string | undefined
  /** The unit, or an empty string. */
  readonly unit: string
}

const UNIT = /°$| (?:%|°C|euros|minutes|litres|kg|km\/h|km|c?m[²³]?)$/
const THOUSANDS_COMMA = /(?<=\d),(?=\d{3}(?!\d))/g
/** Each character of SUPERSCRIPTS has the meaning of the character of BASELINE at the same index. */
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿˣ'
const BASELINE = '0123456789-nx'
const TOKEN = new RegExp(`\\d+(?:\\.\\d+)?|[a-z]+|[${SUPERSCRIPTS}]+|[-+/()√π]`, 'g')
const NUMBERS = new Map([
  ['π', Math.PI],
  ['e', Math.E],
])
const FUNCTIONS = new Map([
  ['sin', Math.sin],
  ['cos', Math.cos],
  ['tan', Math.tan],
  ['ln', Math.log],
])

/** Parses a whole text. Returns undefined when it is neither a number nor a function of one variable. */
export function readFormula(text: string): Formula | undefined {
  const unit = UNIT.exec(text)?.[0] ?? ''
  const withoutUnit = text.slice(0, text.length - unit.length).replaceAll('−', '-')
  const parser = new Parser(withoutUnit.replace(THOUSANDS_COMMA, ''))
  try {
    return { evaluate: parser.readAll(), variable: parser.variable, unit: unit.trim() }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A recursive descent parser with one method per rule. It throws a SyntaxError for an invalid text. */
class Parser {
  variable: string | undefined
  readonly #tokens: readonly string[]
  #index = 0

  constructor(text: string) {
    const hasOnlyTokens = text.replace(TOKEN, '').trim() === ''
    this.#tokens = hasOnlyTokens ? (text.match(TOKEN) ?? []) : []
  }

  readAll(): Evaluate {
    const sum = this.#readSum()
    if (this.#index < this.#tokens.length) throw new SyntaxError(`unexpected ${this.#next}`)
    return sum
  }

  get #next(): string {
    return this.#tokens[this.#index] ?? ''
  }

  /** Consumes the next token if it is equal to `token`. */
  #skip(token: string): boolean {
    if (this.#next !== token) return false
    this.#index++
    return true
  }

  #readSum(): Evaluate {
    let sum: Evaluate = () => 0
    let sign = this.#skip('-') ? -1 : 1
    for (;;) {
      const [before, term, factor] = [sum, this.#readFraction(), sign]
      sum = (value) => before(value) + factor * term(value)
      if (this.#skip('+')) sign = 1
      else if (this.#skip('-')) sign = -1
      else return sum
    }
  }

  #readFraction(): Evaluate {
    let fraction = this.#readProduct(() => true)
    while (this.#skip('/')) {
      const [above, below] = [fraction, this.#readProduct(() => true)]
      fraction = (value) => above(value) / below(value)
    }
    return fraction
  }

  #readProduct(accepts: (token: string) => boolean): Evaluate {
    let product = this.#readPower()
    while (/^[\da-z(√π]/.test(this.#next) && accepts(this.#next)) {
      const [left, right] = [product, this.#readPower()]
      product = (value) => left(value) * right(value)
    }
    return product
  }

  #readPower(): Evaluate {
    return this.#readExponent(this.#readAtom())
  }

  #readAtom(): Evaluate {
    const token = this.#next
    this.#index++
    const apply = FUNCTIONS.get(token)
    if (apply) return this.#readCall(apply)
    if (token === '√') {
      const radicand = this.#readPower()
      return (value) => Math.sqrt(radicand(value))
    }
    if (token === '(') {
      const sum = this.#readSum()
      if (!this.#skip(')')) throw new SyntaxError('expected )')
      return sum
    }
    return this.#readName(token)
  }

  /**
   * Reads the exponent and the argument of a function. The exponent precedes the argument: "sin²x". The
   * argument ends at the next function: "sin 2x cos x".
   */
  #readCall(apply: (value: number) => number): Evaluate {
    let argument: Evaluate = () => Number.NaN
    const power = this.#readExponent((value) => apply(argument(value)))
    argument = this.#readProduct((token) => !FUNCTIONS.has(token))
    return power
  }

  #readName(token: string): Evaluate {
    const number = NUMBERS.get(token) ?? (/^\d/.test(token) ? Number(token) : undefined)
    if (number !== undefined) return () => number
    if (!/^[a-z]$/.test(token) || token !== (this.variable ?? token))
      throw new SyntaxError(`unknown ${token}`)
    this.variable = token
    return (value) => value
  }

  /** Reads the exponent after `base`, if there is one. */
  #readExponent(base: Evaluate): Evaluate {
    const token = this.#next
    if (!SUPERSCRIPTS.includes(token.charAt(0)) || token === '') return base
    this.#index++
    const text = [...token].map((sign) => BASELINE.charAt(SUPERSCRIPTS.indexOf(sign))).join('')
    const inner = new Parser(text)
    const exponent = inner.readAll()
    if (inner.variable !== undefined) this.#readName(inner.variable)
    return (value) => base(value) ** exponent(value)
  }
}
