// Tests the manifests of deploy/kubernetes: the compiler checks their fields against the types of Kubernetes, its schemas
// check their values, and the rest checks that they fit each other and the services.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as apps from 'kubernetes-models/apps/v1'
import * as autoscaling from 'kubernetes-models/autoscaling/v2'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { createRepository, git } from '../changelog-client.ts'
import { ROOT } from '../process.ts'
import { listPublicPaths, type Node, read, readKubernetesObjects, readYaml, VARIABLES } from './manifests.ts'

const MODULES: Record<string, Record<string, Node>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
}

const objects = readKubernetesObjects()
const nameOf = ({ kind, metadata }: Node): string => `${kind} ${metadata.name}`
const named = objects.map((object) => [nameOf(object), object] as const)
const find = (kind: string, name: string): Node =>
  objects.find((object) => object.kind === kind && object.metadata.name === name)
const ofKind = (kind: string) =>
  named
    .filter(([, object]) => object.kind === kind)
    .map(([, object]) => [object.metadata.name, object] as const)

const deployments = ofKind('Deployment')
const services = deployments.filter(([name]) => name === 'questions' || name === 'changelog') as unknown as [
  'questions' | 'changelog',
  Node,
][]
const podOf = (deployment: Node): Node => deployment.spec.template.spec
const containersOf = (deployment: Node): Node[] => [
  ...podOf(deployment).containers,
  ...(podOf(deployment).initContainers ?? []),
]
const includesLabels = (labels: Node, wanted: Node) => {
  expect(Object.keys(wanted).length).toBeGreaterThan(0)
  expect(labels).toMatchObject(wanted)
}

/** Objects that an operator creates, because they contain secrets or data of the operator. */
const CREATED_BY_OPERATOR = [
  'configmap questions-datasets',
  'secret generic changelog-keys',
  'secret generic changelog-git',
]

describe('every object', () => {
  it('has fields and types that Kubernetes knows', () => {
    // A literal, so that the compiler rejects fields that do not exist. The folder is inside the package, from which the
    // types can be imported.
    const folder = mkdtempSync(join(ROOT, 'packages/e2e/node_modules/.manifests-'))
    try {
      const lines = objects.map(
        (object, index) =>
          `import type { I${object.kind} as T${index} } from 'kubernetes-models/${object.apiVersion}'\nexport const o${index}: T${index} = ${JSON.stringify(object)}\n`,
      )
      writeFileSync(join(folder, 'objects.mts'), lines.join(''))
      const options = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--types',
        '',
        '--ignoreConfig',
      ]
      execFileSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, ...options, 'objects.mts'], {
        cwd: folder,
        encoding: 'utf8',
      })
    } catch (error) {
      expect((error as { stdout?: string }).stdout ?? error).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each(named)('%s conforms to the schema of its kind', (_name, object) => {
    const Model = MODULES[object.apiVersion]?.[object.kind]
    expect(() => new Model(object).validate()).not.toThrow()
  })

  it('is in a file of the kustomization, has a name of its own, and is in the namespace', () => {
    const kustomization = readYaml('deploy/kubernetes/kustomization.yaml')
    const files = readdirSync(`${ROOT}deploy/kubernetes`).filter((file) => file !== 'kustomization.yaml')
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted())
    expect(new Set(named.map(([name]) => name)).size).toBe(objects.length)
    for (const [name, { kind, metadata }] of named)
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace, name).toBe(kustomization.namespace)
  })
})

describe.each(deployments)('the deployment %s', (name, deployment) => {
  it('selects its own pods, and so do its service and its policies', () => {
    const { labels } = deployment.spec.template.metadata
    includesLabels(labels, deployment.spec.selector.matchLabels)
    includesLabels(labels, find('Service', name).spec.selector)
    includesLabels(labels, find('NetworkPolicy', name).spec.podSelector.matchLabels)
    for (const constraint of podOf(deployment).topologySpreadConstraints ?? [])
      includesLabels(labels, constraint.labelSelector.matchLabels)
    for (const [other, { spec }] of deployments)
      if (other !== name)
        expect(spec.template.metadata.labels).not.toMatchObject(find('Service', name).spec.selector)
  })

  it('has ports that its service, its probes and its network policy refer to', () => {
    const names = podOf(deployment).containers.flatMap(({ ports }: Node) =>
      ports.map((port: Node) => port.name),
    )
    for (const { targetPort } of find('Service', name).spec.ports) expect(names).toContain(targetPort)
    for (const { ports } of find('NetworkPolicy', name).spec.ingress)
      for (const { port } of ports) expect(names).toContain(port)
    for (const { livenessProbe, readinessProbe, startupProbe } of podOf(deployment).containers) {
      for (const probe of [livenessProbe, readinessProbe, startupProbe]) {
        expect(probe).toBeDefined()
        const port = probe.httpGet?.port ?? probe.tcpSocket?.port
        if (port !== undefined) expect(names).toContain(port)
      }
    }
  })

  it('complies with the restricted profile and has limits', () => {
    const pod = podOf(deployment)
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0)
    for (const container of containersOf(deployment)) {
      expect(container.securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      })
    }
  })

  it('mounts volumes that exist, and uses every volume', () => {
    const mounted = containersOf(deployment).flatMap(({ volumeMounts = [] }: Node) =>
      volumeMounts.map((mount: Node) => mount.name),
    )
    const volumes: Node[] = podOf(deployment).volumes ?? []
    expect(new Set(mounted)).toEqual(new Set(volumes.map((volume) => volume.name)))
    for (const { configMap, secret, persistentVolumeClaim } of volumes) {
      if (persistentVolumeClaim)
        expect(find('PersistentVolumeClaim', persistentVolumeClaim.claimName)).toBeDefined()
      if (configMap) expect(CREATED_BY_OPERATOR).toContain(`configmap ${configMap.name}`)
      if (secret) expect(CREATED_BY_OPERATOR).toContain(`secret generic ${secret.secretName}`)
    }
  })

  it('leaves time for its preStop hook and for the responses in flight', () => {
    const [container] = podOf(deployment).containers
    const seconds = Number(container.lifecycle?.preStop?.exec?.command?.[1] ?? 0)
    expect(podOf(deployment).terminationGracePeriodSeconds).toBeGreaterThan(seconds + 2)
  })
})

describe.each(services)('the deployment of the %s service', (name, deployment) => {
  const [container] = podOf(deployment).containers
  const env: Record<string, Node> = Object.fromEntries(
    container.env.map((entry: Node) => [entry.name, entry]),
  )

  it('sets only variables of the config, each once', () => {
    expect([...VARIABLES[name]]).toEqual(expect.arrayContaining(Object.keys(env)))
    expect(Object.keys(env)).toHaveLength(container.env.length)
  })

  it('reads ConfigMaps and Secrets that exist or that the documentation creates', () => {
    for (const { valueFrom } of containersOf(deployment).flatMap(({ env = [] }: Node) => env)) {
      const { configMapKeyRef, secretKeyRef } = valueFrom ?? {}
      if (configMapKeyRef)
        expect(find('ConfigMap', configMapKeyRef.name).data).toHaveProperty(configMapKeyRef.key)
      if (secretKeyRef) {
        expect(CREATED_BY_OPERATOR).toContain(`secret generic ${secretKeyRef.name}`)
        expect(read('docs/deployment.md')).toContain(`--from-literal=${secretKeyRef.key}=`)
      }
    }
  })

  it('listens on its port, whatever variables Kubernetes adds for services', () => {
    expect(podOf(deployment).enableServiceLinks).toBe(false)
    const prefix = name.toUpperCase()
    expect(env[`${prefix}_HOST`].value).toBe('0.0.0.0')
    expect(Number(env[`${prefix}_PORT`].value)).toBe(container.ports[0].containerPort)
  })

  it('is probed at public paths: liveness and start at /livez, readiness at /readyz', () => {
    const paths = ['livenessProbe', 'startupProbe', 'readinessProbe'].map(
      (probe) => container[probe].httpGet.path,
    )
    expect(paths).toEqual(['/livez', '/livez', '/readyz'])
    expect(listPublicPaths(name)).toEqual(expect.arrayContaining(paths))
  })

  it('reaches Redis, which accepts it', () => {
    const { hostname, port } = new URL(env.RATE_LIMIT_REDIS_URL.value)
    const redis = find('Service', hostname)
    expect(redis.spec.ports[0].port).toBe(Number(port))
    const [egress] = find('NetworkPolicy', name).spec.egress
    includesLabels(
      find('Deployment', 'redis').spec.template.metadata.labels,
      egress.to[0].podSelector.matchLabels,
    )
    expect(egress.ports[0].port).toBe(
      find('Deployment', 'redis').spec.template.spec.containers[0].ports[0].containerPort,
    )
    const [{ matchExpressions }] = find('NetworkPolicy', 'redis').spec.ingress[0].from.map(
      ({ podSelector }: Node) => podSelector,
    )
    expect(matchExpressions[0].values).toContain(
      deployment.spec.template.metadata.labels['app.kubernetes.io/name'],
    )
  })
})

describe('the questions deployment', () => {
  const deployment = find('Deployment', 'questions')

  it('is scaled by its autoscaler, which its disruption budget allows', () => {
    const { scaleTargetRef, minReplicas, maxReplicas } = find('HorizontalPodAutoscaler', 'questions').spec
    expect(find(scaleTargetRef.kind, scaleTargetRef.name)).toMatchObject({
      apiVersion: scaleTargetRef.apiVersion,
    })
    expect(deployment.spec).not.toHaveProperty('replicas')
    const budget = find('PodDisruptionBudget', 'questions').spec
    includesLabels(deployment.spec.template.metadata.labels, budget.selector.matchLabels)
    expect(budget.maxUnavailable).toBeLessThan(minReplicas)
    expect(minReplicas).toBeLessThan(maxReplicas)
  })

  it('reads the datasets from a read-only mount', () => {
    const [container] = podOf(deployment).containers
    const folder = container.env.find((entry: Node) => entry.name === 'QUESTIONS_DIR').value
    expect(container.volumeMounts).toContainEqual({ name: 'datasets', mountPath: folder, readOnly: true })
  })
})

describe('the changelog deployment', () => {
  const deployment = find('Deployment', 'changelog')
  const [clone] = podOf(deployment).initContainers
  const [container] = podOf(deployment).containers

  it('never has two pods with the same clone', () => {
    expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
  })

  it('clones the repository once, where the service finds it, also after an interruption', () => {
    const path = (from: Node) => from.env.find((entry: Node) => entry.name === 'REPOSITORY_PATH').value
    expect(path(clone)).toBe(path(container))
    const home = mkdtempSync(join(tmpdir(), 'qb-clone-'))
    try {
      createRepository(join(home, 'origin'))
      git(home, 'clone', '--quiet', '--bare', 'origin', 'remote.git')
      const target = join(home, 'repository')
      const run = () =>
        execFileSync(clone.command[0], clone.command.slice(1), {
          env: { PATH: process.env.PATH, REPOSITORY_PATH: target, REPOSITORY_URL: join(home, 'remote.git') },
          stdio: 'pipe',
        })
      execFileSync('git', ['init', '--quiet', `${target}.partial`])
      run()
      expect(git(target, 'rev-parse', 'HEAD')).toBe(git(join(home, 'origin'), 'rev-parse', 'HEAD'))
      writeFileSync(join(target, 'mark'), '')
      run()
      expect(existsSync(join(target, 'mark'))).toBe(true)
      expect(existsSync(`${target}.partial`)).toBe(false)
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it('mounts what its ssh command names, so that its group can read it', () => {
    const { value } = container.env.find((entry: Node) => entry.name === 'GIT_SSH_COMMAND')
    const mount = container.volumeMounts.find((entry: Node) => entry.name === 'git').mountPath
    expect(value).toContain(`-i ${mount}/key`)
    expect(value).toContain(`UserKnownHostsFile=${mount}/known_hosts`)
    expect(value).toContain('StrictHostKeyChecking=yes')
    expect(podOf(deployment).volumes.find((volume: Node) => volume.name === 'git').secret.defaultMode).toBe(
      0o440,
    )
  })
})

describe('the namespace', () => {
  it('denies every connection but DNS to pods without a policy', () => {
    expect(find('NetworkPolicy', 'default').spec).toMatchObject({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
    expect(find('NetworkPolicy', 'default').spec).not.toHaveProperty('ingress')
  })

  it('needs only objects that the documentation shows how to create', () => {
    for (const object of CREATED_BY_OPERATOR)
      expect(read('docs/deployment.md')).toContain(`kubectl --namespace question-bank create ${object}`)
  })
})
