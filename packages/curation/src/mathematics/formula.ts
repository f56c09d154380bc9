// Parses the text of an answer: a number such as "−7/9", "20√3 m", "1,729" or "e²", or a function such as "3x² − 2".
// Implicit multiplication binds tighter than division: "1/2x" is 1 / (2x).

type Evaluate = (value: number) => number

/** A number or a function. A number has no `variable` and ignores the argument of `evaluate`. `unit` may be ''. */
export interface Formula {
  readonly evaluate: Evaluate
  readonly variable: string | undefined
  readonly unit: string
}

const UNIT = /°$| (?:%|°C|euros|minutes|litres|kg|km\/h|km|c?m[²³]?)$/
const THOUSANDS_COMMA = /(?<=\d),(?=\d{3}(?!\d))/g
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿˣ'
const LEVEL = '0123456789-nx'
const TOKEN = new RegExp(`\\d+(?:\\.\\d+)?|[a-z]+|[${RAISED}]+|[-+/()√π]`, 'g')
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

/** Parses a whole text; undefined when it is neither a number nor a formula with one variable. */
export function readFormula(text: string): Formula | undefined {
  const unit = UNIT.exec(text)?.[0] ?? ''
  const bare = text.slice(0, text.length - unit.length).replaceAll('−', '-')
  const parser = new Parser(bare.replace(THOUSANDS_COMMA, ''))
  try {
    return { evaluate: parser.readAll(), variable: parser.variable, unit: unit.trim() }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A recursive descent parser with one method per rule. Throws a SyntaxError for any other text. */
class Parser {
  variable: string | undefined
  readonly #tokens: readonly string[]
  #place = 0

  constructor(text: string) {
    const isWhole = text.replace(TOKEN, '').trim() === ''
    this.#tokens = isWhole ? (text.match(TOKEN) ?? []) : []
  }

  readAll(): Evaluate {
    const sum = this.#readSum()
    if (this.#place < this.#tokens.length) throw new SyntaxError(`unexpected ${this.#next}`)
    return sum
  }

  get #next(): string {
    return this.#tokens[this.#place] ?? ''
  }

  /** Consumes the next token if it is this one. */
  #skip(token: string): boolean {
    if (this.#next !== token) return false
    this.#place++
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
    return this.#raise(this.#readAtom())
  }

  #readAtom(): Evaluate {
    const token = this.#next
    this.#place++
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

  /** An exponent stands before the argument: "sin²x". The argument ends at the next function: "sin 2x cos x". */
  #readCall(apply: (value: number) => number): Evaluate {
    let argument: Evaluate = () => Number.NaN
    const power = this.#raise((value) => apply(argument(value)))
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

  #raise(base: Evaluate): Evaluate {
    const raised = this.#next
    if (!RAISED.includes(raised.charAt(0)) || raised === '') return base
    this.#place++
    const inner = new Parser([...raised].map((sign) => LEVEL.charAt(RAISED.indexOf(sign))).join(''))
    const exponent = inner.readAll()
    if (inner.variable !== undefined) this.#readName(inner.variable)
    return (value) => base(value) ** exponent(value)
  }
}
