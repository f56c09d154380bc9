// Sends requests to one instance of a service, checks the responses, and counts their statuses.
import { scaleBudget } from '../process.ts'
import { checkBytes, checkResponse } from './check.ts'
import { createClient } from './client.ts'
import type { ApiDocument } from './document.ts'
import type { FuzzRequest, FuzzResponse, HttpRequest } from './request.ts'

/** The time in which an idle machine sends any response, in milliseconds. */
const IDLE_RESPONSE_MS = 5000

export interface Prober {
  /**
   * Sends a request and its follow-up. Returns what is wrong with the responses.
   * @param expectedStatus a status from 500 that this request may have
   */
  probe(request: FuzzRequest, expectedStatus?: number): Promise<string[]>
  /** Like `probe`, with the status of the last response. */
  probeStatus(
    request: HttpRequest,
    expectedStatus?: number,
  ): Promise<{ status: number; violations: string[] }>
  close(): void
}

/** The number of responses by operation and status. Requests for no operation have the name `other`. */
export type Counts = Map<string, Map<number, number>>

/**
 * Creates a prober.
 * @param counts is updated by each response
 */
export function createProber(url: string, document: ApiDocument, counts: Counts): Prober {
  const client = createClient(url)

  function count(name: string, status: number): void {
    const ofOperation = counts.get(name) ?? new Map<number, number>()
    counts.set(name, ofOperation.set(status, (ofOperation.get(status) ?? 0) + 1))
  }

  async function checkOne(
    request: HttpRequest,
    response: FuzzResponse,
    expectedStatus?: number,
  ): Promise<string[]> {
    const { operation, violations } = checkResponse(document, request, response)
    count(operation?.id ?? 'other', response.status)
    const { status, elapsedMs, body } = response
    const isServerError = status >= 500 && status !== 503 && status !== expectedStatus
    const isSlow = elapsedMs > IDLE_RESPONSE_MS && elapsedMs > (await scaleBudget(IDLE_RESPONSE_MS))
    return [
      ...violations,
      ...(isServerError ? [`expected no ${status}: ${body}`] : []),
      ...(isSlow ? [`expected a response within ${IDLE_RESPONSE_MS} ms, got ${elapsedMs} ms`] : []),
    ]
  }

  async function probeHttp(request: HttpRequest, expectedStatus?: number) {
    const isTwin = request.followUp === 'twin'
    const [response, twin] = await Promise.all([
      client.send(request),
      isTwin ? client.send(request) : undefined,
    ])
    const violations = await checkOne(request, response, expectedStatus)
    if (twin) violations.push(...(await checkOne(request, twin, expectedStatus)))
    const { etag } = response.headers
    if (request.followUp !== 'revalidation' || etag === undefined) {
      return { status: twin && twin.status > response.status ? twin.status : response.status, violations }
    }
    const headers = [
      ...request.headers.filter(([name]) => name !== 'if-none-match'),
      ['if-none-match', etag] as const,
    ]
    const second = await client.send({ ...request, headers })
    violations.push(...(await checkOne({ ...request, headers }, second, expectedStatus)))
    return { status: second.status, violations }
  }

  async function probeStatus(request: HttpRequest, expectedStatus?: number) {
    try {
      return await probeHttp(request, expectedStatus)
    } catch (error) {
      return { status: 0, violations: [`expected a response, got ${error}`] }
    }
  }

  async function probe(request: FuzzRequest, expectedStatus?: number): Promise<string[]> {
    if (request.kind === 'http') return (await probeStatus(request, expectedStatus)).violations
    try {
      const received = await client.sendBytes(request)
      for (const [, status] of received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) count('bytes', Number(status))
      return checkBytes(document, received)
    } catch (error) {
      return [String(error)]
    }
  }

  return { probe, probeStatus, close: client.close }
}
