// Checks that a response of the questions service fits its request. It does not compare it with the response of another
// replica.
import type { VisitorResponse } from './visitor.ts'

/** Returns why a response does not fit its request, or undefined when it does. */
export function checkResponse(
  expectedStatus: number,
  path: string,
  { status, headers, body }: VisitorResponse,
): string | undefined {
  const text = body.toString()
  if (status !== expectedStatus) return `expected ${expectedStatus}, got ${status} ${text.slice(0, 200)}`
  if (status === 304) return text === '' ? undefined : `expected no body, got ${text}`
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  if (!headers['content-type']?.startsWith(type)) return `expected ${type}, got ${headers['content-type']}`
  const value = JSON.parse(text)
  if (status !== 200) return value.status === status ? undefined : `expected problem details, got ${text}`
  return checkContent(path, value, text)
}

function checkContent(
  path: string,
  value: { questions?: unknown[]; seed?: string; correct?: boolean },
  text: string,
): string | undefined {
  const parameters = new URL(path, 'http://x').searchParams
  const count = parameters.get('limit') ?? parameters.get('count')
  if (count !== null && value.questions?.length !== Number(count))
    return `expected ${count} questions, got ${value.questions?.length}`
  const seed = parameters.get('seed')
  if (seed !== null && value.seed !== seed) return `expected the seed ${seed}, got ${value.seed}`
  if (parameters.get('answers') === 'hidden' && text.includes('correct_answer'))
    return 'expected hidden answers'
  if (parameters.get('answer')?.startsWith('no') && value.correct !== false)
    return `expected a wrong answer, got ${text}`
  return undefined
}
