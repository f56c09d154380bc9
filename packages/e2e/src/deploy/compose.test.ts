// Tests that deploy/compose.yaml fits the images, the configuration of nginx, the config of the services and itself.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../process.ts'
import { readDockerfile } from './image.ts'
import { listPublicPaths, type Node, read, readYaml, VARIABLES } from './manifests.ts'

const compose = readYaml('deploy/compose.yaml')
const services: [string, Node][] = Object.entries(compose.services)
const own = services.filter(([, { build }]) => build) as [string, Node][]
const typeOf = (name: string) => (name.startsWith('questions') ? 'questions' : 'changelog')
const dockerfileOf = (service: Node) => readDockerfile(service.build.dockerfile)

describe.each(services)('the service %s of compose.yaml', (name, service) => {
  it('is read-only, without capabilities, limited, and restarted', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      pids_limit: expect.any(Number),
      mem_limit: expect.any(String),
    })
    expect(service).not.toHaveProperty('privileged')
  })

  it('runs as a user that is not root', () => {
    const user =
      service.user ?? dockerfileOf(service).find((instruction) => instruction.name === 'USER')?.text
    expect(user).toMatch(/^(\$\{\w+:-)?[1-9]\d*:[1-9]\d*\}?$/)
  })

  it('has an exact image, or an image that is built from a Dockerfile that exists', () => {
    if (!service.build) {
      expect(service.image).toMatch(/^[a-z]+:\d+\.\d+\.\d+-alpine$/)
      return
    }
    const context = resolve(ROOT, 'deploy', service.build.context)
    expect(`${context}/`).toBe(ROOT)
    expect(existsSync(resolve(context, service.build.dockerfile))).toBe(true)
  })

  it('has a health check, waits for healthy services, and uses networks and volumes that exist', () => {
    if (service.build)
      expect(dockerfileOf(service).map((instruction) => instruction.name)).toContain('HEALTHCHECK')
    else expect(service.healthcheck.test[0]).toBe('CMD')
    for (const [dependency, { condition }] of Object.entries<Node>(service.depends_on ?? {})) {
      expect(compose.services).toHaveProperty([dependency])
      expect(condition).toBe('service_healthy')
    }
    for (const network of service.networks) expect(compose.networks).toHaveProperty([network])
    for (const volume of service.volumes ?? []) {
      const source =
        String(volume)
          .replace(/^\$\{\w+:-([^}]*)\}/, '$1')
          .split(':')[0] ?? ''
      if (source.startsWith('.')) expect(existsSync(resolve(ROOT, 'deploy', source)), source).toBe(true)
      else expect(compose.volumes).toHaveProperty([source])
    }
  })

  it('publishes a port only if it is nginx, and by default only on this machine', () => {
    if (name === 'nginx') expect(service.ports).toEqual([expect.stringContaining(':-127.0.0.1:')])
    else expect(service).not.toHaveProperty('ports')
  })
})

describe.each(own)('the service %s of the project', (name, service) => {
  it('sets only variables of the config that .env.example describes', () => {
    const names = Object.keys(service.environment)
    expect([...VARIABLES[typeOf(name)]]).toEqual(expect.arrayContaining(names))
    const described = read('.env.example').match(/^[A-Z_]+(?==)/gm)
    expect(described).toEqual(expect.arrayContaining(names))
  })

  it('trusts the proxy, and counts in the Redis that it waits for', () => {
    const { hostname, port } = new URL(service.environment.RATE_LIMIT_REDIS_URL)
    expect(service.depends_on).toHaveProperty([hostname])
    expect(port).toBe('6379')
    expect(service.environment.TRUST_PROXY).toBe('true')
    expect(
      compose.services[hostname].networks.some((network: string) => service.networks.includes(network)),
    ).toBe(true)
  })

  it('is an upstream of nginx at the port of its image, and shares a network with nginx', () => {
    const port = dockerfileOf(service).find((instruction) => instruction.name === 'EXPOSE')?.text
    expect(read('deploy/nginx.conf')).toMatch(new RegExp(`server ${name}:${port} `))
    expect(compose.services.nginx.networks).toEqual(expect.arrayContaining(['services']))
    expect(service.networks).toContain('services')
    expect(compose.services.nginx.depends_on).toHaveProperty([name])
  })

  it('has a health check at a public path, and time to stop', () => {
    const check = dockerfileOf(service).find((instruction) => instruction.name === 'HEALTHCHECK')?.text ?? ''
    const path = /\}(\/\w+)`/.exec(check)?.[1]
    expect(listPublicPaths(typeOf(name))).toContain(path)
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(2)
  })
})

describe('compose.yaml', () => {
  it('mounts datasets read-only where the image has its own', () => {
    for (const [, { volumes }] of own.filter(([name]) => typeOf(name) === 'questions'))
      expect(volumes).toEqual([
        expect.stringMatching(
          /:-\.\.\/external-resources\/questions\}:\/app\/external-resources\/questions:ro$/,
        ),
      ])
  })

  it('mounts the folder of the repository where the image reads it', () => {
    const env = readDockerfile('deploy/changelog.Dockerfile').find(({ name }) => name === 'ENV')?.text
    const path = /REPOSITORY_PATH=(\S+)/.exec(env ?? '')?.[1]
    expect(compose.services.changelog.volumes).toEqual([expect.stringMatching(new RegExp(`:${path}$`))])
  })

  it('has three upstreams in nginx, no more than there are replicas, and each of them also as a backup', () => {
    const names = own.map(([name]) => name).filter((name) => name !== 'changelog')
    expect(names).toHaveLength(3)
    for (const parameter of ['max_fails=[1-9]', 'backup max_fails=0;']) {
      const upstreams = read('deploy/nginx.conf').matchAll(
        new RegExp(`server (questions-\\d):\\d+ ${parameter}`, 'g'),
      )
      expect(Array.from(upstreams, ([, name]) => name)).toEqual(names)
    }
  })

  it('requires the keys of the changelog service, and explains every variable in the documentation', () => {
    const text = read('deploy/compose.yaml')
    expect(text).toMatch(/\$\{CHANGELOG_API_KEYS:\?/)
    const guide = read('docs/deployment.md')
    for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(guide, name).toContain(`\`${name}\``)
  })

  it('isolates Redis from the internet and from nginx', () => {
    expect(compose.services.redis.networks).toEqual(['limits'])
    expect(compose.networks.limits.internal).toBe(true)
    expect(compose.services.nginx.networks).not.toContain('limits')
  })
})
