// Tests the directives of the units of deploy/systemd. systemd.proxy-test.ts has systemd check them.
import { describe, expect, it } from 'vitest'
import { readDockerfile } from './image.ts'
import { read } from './manifests.ts'

/** Reads a unit: the values of each directive, in order. */
function readUnit(path: string): Record<string, string[]> {
  const directives: Record<string, string[]> = {}
  for (const line of read(path).split('\n')) {
    if (line === '' || /^[#[]/.test(line)) continue
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? expect.unreachable(line)
    const values = directives[String(name)] ?? []
    directives[String(name)] = [...values, String(value)]
  }
  return directives
}

describe.each([
  ['question-bank', 'questions'],
  ['changelog', 'changelog'],
])('the unit %s.service', (unit, service) => {
  const directives = readUnit(`deploy/systemd/${unit}.service`)

  it('runs the command of the image in a folder that the documentation assembles', () => {
    const command = readDockerfile(`deploy/${service}.Dockerfile`).find(({ name }) => name === 'CMD')?.text
    expect(directives.ExecStart).toEqual([
      ['/usr/bin/node', ...JSON.parse(String(command)).slice(1)].join(' '),
    ])
    const [folder] = directives.WorkingDirectory ?? []
    expect(read('docs/deployment.md')).toContain(`run assemble ${service} ${folder}`)
  })

  it('reads its config from a file, and is in production', () => {
    expect(directives.EnvironmentFile).toEqual([`/etc/question-bank/${service}.env`])
    expect(read('docs/deployment.md')).toContain(`/etc/question-bank/${service}.env`)
    expect(directives.Environment).toContain('NODE_ENV=production')
  })

  it('is restarted after a crash, and has time to stop', () => {
    expect(directives).toMatchObject({ Restart: ['on-failure'], KillSignal: ['SIGTERM'] })
    expect(Number(directives.TimeoutStopSec)).toBeGreaterThan(2)
  })

  it.each([
    ['NoNewPrivileges', 'yes'],
    ['ProtectSystem', 'strict'],
    ['PrivateTmp', 'yes'],
    ['PrivateDevices', 'yes'],
    ['ProtectKernelTunables', 'yes'],
    ['ProtectKernelModules', 'yes'],
    ['ProtectControlGroups', 'yes'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
    ['RestrictNamespaces', 'yes'],
    ['RestrictSUIDSGID', 'yes'],
    ['LockPersonality', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['MemoryDenyWriteExecute', 'no'],
  ])('has %s=%s', (name, value) => expect(directives[name]).toEqual([value]))

  it('has a user that is not root, and writes to the repository at most', () => {
    if (service === 'questions') {
      expect(directives.DynamicUser).toEqual(['yes'])
      expect(directives).not.toHaveProperty('ReadWritePaths')
      return
    }
    expect(directives.User).toEqual(['changelog'])
    expect(directives.ReadWritePaths).toHaveLength(1)
    expect(read('docs/deployment.md')).toContain(`REPOSITORY_PATH=${directives.ReadWritePaths}`)
  })
})
