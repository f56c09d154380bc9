import { renderSVG } from 'uqr'
import { describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

const ROUND = '?category=stars&number=10&seed=caf%C3%A9'
const HOST = { host: '192.0.2.7:8000' }

describe('the QR code of a round', () => {
  it('leads to the page of the quiz with the same query, at the address of the client', async () => {
    const app = await makeApp()
    const response = await app.inject({ url: `/quiz/qr.svg${ROUND}`, headers: HOST })
    expect(response.body).toBe(renderSVG(`http://192.0.2.7:8000/quiz/${ROUND}`, { border: 4 }))
    expect(response.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' })
  })

  it('is not rendered for a query that is too long', async () => {
    const app = await makeApp()
    const response = await app.inject({ url: `/quiz/qr.svg?seed=${'x'.repeat(1000)}`, headers: HOST })
    expect(response.statusCode).toBe(414)
    expect(response.json().detail).toBe('expected a URL of at most 1000 characters for a QR code, got 1033')
    const longest = await app.inject({ url: `/quiz/qr.svg?seed=${'x'.repeat(967)}`, headers: HOST })
    expect(longest.statusCode).toBe(200)
  })
})
