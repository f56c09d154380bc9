import { renderSVG } from 'uqr'
import { describe, expect, it } from 'vitest'
import { findLanAddress } from './start-notes.ts'
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

  it('has the address in the network, also on the machine of the service', async () => {
    const environment = { QUESTIONS_HOST: 'lan', QUESTIONS_PORT: '8123', QUESTIONS_BASE_PATH: '/class' }
    const app = await makeApp({ environment })
    const lan = findLanAddress()
    for (const host of ['localhost:8123', '127.0.0.1:8123', '192.0.2.7:8123']) {
      const address = host.startsWith('192') ? host : `${lan ?? host.replace(/:.*/, '')}:8123`
      const { body } = await app.inject({ url: `/class/quiz/qr.svg${ROUND}`, headers: { host } })
      expect(body).toBe(renderSVG(`http://${address}/class/quiz/${ROUND}`, { border: 4 }))
    }
    expect((await app.inject('/class/quiz/')).body).toContain(
      `name="quiz-lan-address" content="${lan ? `http://${lan}:8123/class/quiz/` : ''}"`,
    )
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
