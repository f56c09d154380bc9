// Compares two records, and groups the differences by kind.
import type { RecordedRequest } from './instances.ts'
import type { RecordedResponse } from './normalise.ts'

/** A line of a record: a response, or the state of an instance after all requests. */
export type RecordLine =
  | (RecordedRequest & { readonly instance: string; readonly responses: readonly RecordedResponse[] })
  | { readonly instance: string; readonly label: 'state'; readonly state: string }

interface Difference {
  readonly kind: string
  readonly before: string
  readonly after: string
}

/**
 * Compares records of the same requests. Returns one text per kind of difference, with its number and an example.
 * @param asSets whether the questions of a seed may have another order
 */
export function compareRecords(
  before: readonly RecordLine[],
  after: readonly RecordLine[],
  asSets: boolean,
): string[] {
  const groups = new Map<string, { count: number; example: string }>()
  for (const [index, line] of before.entries()) {
    const other = after[index]
    const where = 'request' in line ? formatRequest(line) : 'state after all requests'
    for (const { kind, before: old, after: now } of other ? compareLines(line, other, asSets) : []) {
      const name = `${line.instance}: ${line.label}: ${kind}`
      const group = groups.get(name)
      if (group) group.count++
      else groups.set(name, { count: 1, example: `  ${where}\n  - ${old}\n  + ${now}` })
    }
  }
  const texts = [...groups].map(([name, { count, example }]) => `${name} (${count})\n${example}`)
  if (before.length !== after.length) texts.push(`expected ${before.length} lines, got ${after.length}`)
  return asSets ? [...texts, ...compareWalks(before, after)] : texts
}

function formatRequest({ request }: RecordedRequest): string {
  const text =
    request.kind === 'raw'
      ? JSON.stringify(request.bytes)
      : `${request.method} ${request.target} ${JSON.stringify(request.headers)} ${request.body ?? ''}`
  return text.slice(0, 400)
}

function compareLines(before: RecordLine, after: RecordLine, asSets: boolean): Difference[] {
  if ('state' in before && 'state' in after) return compareTexts('state', before.state, after.state)
  if (!('responses' in before && 'responses' in after)) return [{ kind: 'line', before: '', after: '' }]
  return before.responses.flatMap((response, index) => {
    const other = after.responses[index]
    return other
      ? compareResponses(response, other, asSets)
      : [{ kind: 'no response', before: '', after: '' }]
  })
}

function compareResponses(before: RecordedResponse, after: RecordedResponse, asSets: boolean): Difference[] {
  if (before.status !== after.status) {
    const [old, now] = [before, after].map(({ status, body }) => `${status} ${body.slice(0, 300)}`)
    return [{ kind: `status ${before.status} to ${after.status}`, before: old ?? '', after: now ?? '' }]
  }
  const names = new Set([...Object.keys(before.headers), ...Object.keys(after.headers)])
  const isSet = asSets && before.body.includes('"seed":')
  const fields = [...names]
    .filter((name) => !(isSet && name === 'content-length'))
    .flatMap((name) =>
      compareTexts(
        `${before.status}, field ${name}`,
        before.headers[name] ?? '(none)',
        after.headers[name] ?? '(none)',
      ),
    )
  return [...fields, ...compareBodies(before, after, asSets)]
}

function compareBodies(before: RecordedResponse, after: RecordedResponse, asSets: boolean): Difference[] {
  if (before.body === after.body) return []
  const [old, now] = [parseMembers(before.body), parseMembers(after.body)]
  if (!old || !now) return compareTexts(`${before.status}, body`, before.body, after.body)
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const differences = names.flatMap((name) => {
    const [left, right] = asSets
      ? [shapeOf(name, old[name]), shapeOf(name, now[name])]
      : [old[name], now[name]]
    return compareTexts(
      `${before.status}, member ${name}`,
      JSON.stringify(left) ?? '',
      JSON.stringify(right) ?? '',
    )
  })
  if (differences.length > 0 || asSets) return differences
  return [
    {
      kind: `${before.status}, format of the body`,
      before: before.body.slice(0, 300),
      after: after.body.slice(0, 300),
    },
  ]
}

/** Returns what does not depend on the order of a seed: the number of questions and their members. */
function shapeOf(name: string, value: unknown): unknown {
  if (name === 'options' && Array.isArray(value)) return value.toSorted()
  if (name !== 'questions' || !Array.isArray(value)) return value
  return { count: value.length, members: new Set(value.flatMap((question) => Object.keys(question))).size }
}

function parseMembers(body: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(body)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Compares the questions of all pages of each walk, and the content of each question, without their order. */
function compareWalks(before: readonly RecordLine[], after: readonly RecordLine[]): string[] {
  const [old, now] = [collectWalks(before), collectWalks(after)]
  return [...old].flatMap(([walk, questions]) => {
    const [left, right] = [[...questions].toSorted(), [...(now.get(walk) ?? [])].toSorted()]
    return left.join('\n') === right.join('\n')
      ? []
      : [`walk ${walk}: expected the same ${left.length} questions`]
  })
}

function collectWalks(record: readonly RecordLine[]): Map<string, string[]> {
  const walks = new Map<string, string[]>()
  for (const line of record) {
    if (!('responses' in line) || line.walk === undefined) continue
    const questions = parseMembers(line.responses[0]?.body ?? '')?.questions
    if (!Array.isArray(questions)) continue
    const texts = questions.map(({ options, ...rest }) =>
      JSON.stringify({ ...rest, options: options?.toSorted() }),
    )
    walks.set(line.walk, [...(walks.get(line.walk) ?? []), ...texts])
  }
  return walks
}

function compareTexts(kind: string, before: string, after: string): Difference[] {
  if (before === after) return []
  let at = 0
  while (before[at] === after[at]) at++
  const cut = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 160))
  return [{ kind, before: cut(before), after: cut(after) }]
}
