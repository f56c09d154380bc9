// Reads the manifests of deploy and what the tests compare them with: the config variables, the paths of the services and
// the metrics.
import { readdirSync, readFileSync } from 'node:fs'
import { ChangelogConfig } from '@qb/changelog/config'
import { QuestionsConfig } from '@qb/questions/config'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from '../process.ts'

/** A value of a YAML file. The tests read it without checking its type first, and fail when it is not there. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes are checked by the compiler in kubernetes.test.ts
export type Node = any

/** The config variables of each service, and the variables that Node and git read. */
export const VARIABLES = {
  questions: new Set([...Object.keys(QuestionsConfig.properties), 'NODE_ENV']),
  changelog: new Set([...Object.keys(ChangelogConfig.properties), 'NODE_ENV', 'GIT_SSH_COMMAND']),
}

export const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')

/** Reads a file with one YAML document, with merge keys as Docker Compose reads them. */
export const readYaml = (path: string): Node => parse(read(path), { merge: true })

/** Reads the objects of all files of deploy/kubernetes but the kustomization. */
export function readKubernetesObjects(): Node[] {
  return readdirSync(`${ROOT}deploy/kubernetes`)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`)))
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      return document.toJS()
    })
}

/** The paths of GET operations that need no key, from the committed OpenAPI document. */
export function listPublicPaths(service: 'questions' | 'changelog'): string[] {
  const { paths } = JSON.parse(read(`openapi/${service}.json`))
  return Object.keys(paths).filter((path) => paths[path].get && !paths[path].get.security?.length)
}
