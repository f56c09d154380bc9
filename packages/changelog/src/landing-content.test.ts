import { describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

describe('GET /', () => {
  it('shows what an update adds to an example, the three functions and how to get a key, without a key', async () => {
    const { app } = await makeApp()
    const { body, headers } = await app.inject('/')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    for (const line of ['### Added', '* Dark mode.', '### Changed', '* Needs Node.js 20.'])
      expect(body).toContain(`<ins>+${line}\n</ins>`)
    // Lines of the diff that are not added have no mark.
    expect(body).toContain(' ### Fixed\n')
    expect(body).not.toContain('<del>')
    for (const name of ['get_repository_changes', 'update_changelog', 'create_release'])
      expect(body).toContain(`<code>${name}</code>`)
    expect(body).toContain('run changelog make-key ci')
    expect(body).toContain('X-API-Key: $CHANGELOG_API_KEY')
  })
})

describe('GET /errors', () => {
  it('says what every error means', async () => {
    const { app } = await makeApp()
    const { body } = await app.inject('/errors')
    expect(body).toContain('<li id="push-rejected">')
    expect(body).not.toContain('<p></p>')
  })
})
