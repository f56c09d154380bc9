import { CONFIG_ERRORS, readConfig } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { ChangelogConfig } from '../config.ts'
import { readAuthConfig } from './auth-config.ts'

const COMPLETE = {
  CHANGELOG_OIDC_ISSUER: 'https://token.actions.githubusercontent.com',
  CHANGELOG_OIDC_AUDIENCE: 'https://changelog.example',
  CHANGELOG_OIDC_RULES: 'repository=owner/name,ref=refs/heads/main => changelog:write release:create',
}

const read = (environment: Readonly<Record<string, string>>) =>
  readAuthConfig(readConfig(ChangelogConfig, environment), false).oidc

describe('the config of ID tokens', () => {
  it('is undefined when nothing is configured', () => {
    expect(read({})).toBeUndefined()
    expect(read({ CHANGELOG_OIDC_ISSUER: ' ', CHANGELOG_OIDC_RULES: '' })).toBeUndefined()
  })

  it('returns the issuer exactly as it is configured', () => {
    const issuer = 'https://gitlab.example/'
    expect(read(COMPLETE)).toMatchObject({ issuer: COMPLETE.CHANGELOG_OIDC_ISSUER, rules: [{}] })
    expect(read({ ...COMPLETE, CHANGELOG_OIDC_ISSUER: ` ${issuer} ` })?.issuer).toBe(issuer)
  })

  const names = Object.keys(COMPLETE)
  it.each([
    ...names.map((name) => [[name]]),
    ...names.map((name) => [names.filter((other) => other !== name)]),
  ])('is invalid with only %j, and the error names what is missing', (set) => {
    const environment = Object.fromEntries(Object.entries(COMPLETE).filter(([name]) => set.includes(name)))
    const missing = names.filter((name) => !set.includes(name)).join(', ')
    expect(() => read(environment)).toThrow(
      expect.objectContaining({
        code: CONFIG_ERRORS.invalid.code,
        message: expect.stringMatching(new RegExp(`^${missing}: `)),
      }),
    )
  })

  it.each([
    'http://gitlab.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'gitlab.example',
    'ftp://gitlab.example',
    'https://user:password@gitlab.example',
    'https://gitlab.example?x',
    'https://gitlab.example#x',
  ])('rejects the issuer %s', (issuer) => {
    expect(() => read({ ...COMPLETE, CHANGELOG_OIDC_ISSUER: issuer })).toThrow(/^CHANGELOG_OIDC_ISSUER: /)
  })

  it.each(['https://gitlab.example/path', 'http://127.0.0.1:8080', 'http://[::1]:1', 'http://localhost'])(
    'accepts the issuer %s',
    (issuer) => {
      expect(read({ ...COMPLETE, CHANGELOG_OIDC_ISSUER: issuer })?.issuer).toBe(issuer)
    },
  )
})

describe('the config of authentication', () => {
  const tokens = { CHANGELOG_JWT_ISSUER: 'me', CHANGELOG_JWT_AUDIENCE: 'you' }
  const secret = { CHANGELOG_JWT_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz' }
  const readAll = (environment: Readonly<Record<string, string>>) =>
    readAuthConfig(readConfig(ChangelogConfig, { ...COMPLETE, ...secret, ...tokens, ...environment }), true)

  it('ignores white space around an issuer and an audience', () => {
    expect(readAll({ CHANGELOG_JWT_ISSUER: ' me\n', CHANGELOG_JWT_AUDIENCE: '\u00a0you' }).jwt).toMatchObject(
      {
        issuer: 'me',
        audience: 'you',
      },
    )
  })

  it('needs no key and no secret when ID tokens are accepted, also in production', () => {
    const config = readConfig(ChangelogConfig, COMPLETE)
    expect(readAuthConfig(config, true)).toMatchObject({ keys: [], jwt: undefined, oidc: { rules: [{}] } })
    expect(readAuthConfig(config, false).generatedKey).toBeUndefined()
  })
})
