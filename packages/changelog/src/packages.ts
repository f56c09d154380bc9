// Reads the packages of a repository from the config. A package is a value: it has a changelog, a tag and paths of its own. Without
// packages, the repository is one.
import { posix } from 'node:path'
import { findTemplateProblem } from '@qb/core/git'
import { configError } from '@qb/http'
import { ChangelogConfig } from './config.ts'

/** A part of the repository with a changelog of its own. */
export interface Package {
  /** Undefined for a repository without packages. */
  readonly name: string | undefined
  /** The path of the changelog, relative to the repository. */
  readonly changelogPath: string
  /** The name of the tag of a release. `{version}` is replaced. */
  readonly tag: string
  /** The name of the branch of a release. `{version}` is replaced. Undefined when it has none of its own. */
  readonly releaseBranch: string | undefined
  readonly commitMessage: string
  readonly updateMessage: string
  /** Whether it has the paths that belong to no other package. */
  readonly isRoot: boolean
  /** Whether a path belongs to the package. It is relative to the repository. */
  readonly includes: (path: string) => boolean
}

const PLACEHOLDER = '{package}'
const VERSIONS = '{versions}'
const DEFAULT_TAG = ChangelogConfig.properties.CHANGELOG_TAG.default as string

/** Reads the packages: at least one. @throws AppError `config/invalid` */
export function readPackages(config: ChangelogConfig): readonly [Package, ...Package[]] {
  const { CHANGELOG_PACKAGES: list, CHANGELOG_TAG, CHANGELOG_PUSH_BRANCH } = config
  const [commitMessage, updateMessage] = [config.CHANGELOG_COMMIT_MESSAGE, config.CHANGELOG_UPDATE_MESSAGE]
  const folders = list === '' ? [] : readFolders(list)
  const [first, ...others] = folders.map(([name, folder]): Package => {
    const render = (text: string) =>
      text.replaceAll(PLACEHOLDER, name).replaceAll(VERSIONS, `${name} {version}`)
    const renderName = (variable: string, template: string) => {
      if (template.includes(PLACEHOLDER)) return render(template)
      throw configError(`${variable}: expected ${PLACEHOLDER} in the name, got ${JSON.stringify(template)}`)
    }
    const tag = CHANGELOG_TAG === DEFAULT_TAG ? `${PLACEHOLDER}@{version}` : CHANGELOG_TAG
    const branch = CHANGELOG_PUSH_BRANCH && renderName('CHANGELOG_PUSH_BRANCH', CHANGELOG_PUSH_BRANCH)
    const nested = folders.flatMap(([, other]) => (other !== folder && isBelow(other, folder) ? other : []))
    return {
      name,
      isRoot: folder === '.',
      changelogPath: folder === '.' ? config.CHANGELOG_PATH : `${folder}/CHANGELOG.md`,
      tag: checkName('CHANGELOG_TAG', renderName('CHANGELOG_TAG', tag), 'tag'),
      releaseBranch: checkBranch(branch),
      commitMessage: render(commitMessage),
      updateMessage: render(updateMessage),
      includes: (path) => isBelow(path, folder) && !nested.some((other) => isBelow(path, other)),
    }
  })
  if (first) return [first, ...others]
  const { CHANGELOG_PATH: changelogPath } = config
  const tag = checkName('CHANGELOG_TAG', CHANGELOG_TAG, 'tag')
  const names = { name: undefined, tag, releaseBranch: checkBranch(CHANGELOG_PUSH_BRANCH) }
  const messages = { commitMessage: commitMessage.replaceAll(VERSIONS, '{version}'), updateMessage }
  return [{ ...names, ...messages, isRoot: true, changelogPath, includes: () => true }]
}

/** Returns the message template of a commit of several packages. `{version}` and `{versions}` name all of them. */
export function joinMessages(
  template: string,
  names: readonly string[],
  versions: readonly string[],
): string {
  const list = names.map((name, index) => `${name} ${versions[index]}`).join(', ')
  return template.replaceAll(PLACEHOLDER, names.join(', ')).replaceAll(/\{versions?\}/g, list)
}

/** Returns the template of the name of a tag or of a branch. @throws AppError `config/invalid` */
function checkName(variable: string, template: string, kind: 'tag' | 'branch'): string {
  const problem = findTemplateProblem(template, kind)
  if (problem === undefined) return template
  throw configError(`${variable}: ${problem}`)
}

const checkBranch = (template: string) =>
  template === '' ? undefined : checkName('CHANGELOG_PUSH_BRANCH', template, 'branch')

/** Reads names and folders. @throws AppError `config/invalid` */
function readFolders(list: string): [name: string, folder: string][] {
  const folders = list.split(',').map((text): [string, string] => {
    const [, name = '', path = ''] = /^\s*([\w@][\w@./-]*)\s*=\s*([^=]*?)\s*$/.exec(text) ?? []
    const folder = posix.normalize(path).replace(/(?<=.)\/$/, '')
    if (name === '' || path === '' || posix.isAbsolute(folder) || folder.split('/').includes('..')) {
      const expected = 'expected <name>=<folder in the repository>, separated by commas'
      throw configError(`CHANGELOG_PACKAGES: ${expected}; got ${JSON.stringify(text)}`)
    }
    return [name, folder]
  })
  for (const index of [0, 1] as const) {
    const values = folders.map((pair) => pair[index])
    const repeated = values.find((value, position) => values.indexOf(value) < position)
    if (repeated !== undefined)
      throw configError(`CHANGELOG_PACKAGES: expected ${JSON.stringify(repeated)} once, got it twice`)
  }
  return folders
}

/** Whether a path is a folder or in it. */
function isBelow(path: string, folder: string): boolean {
  return folder === '.' ? !path.startsWith('../') : path === folder || path.startsWith(`${folder}/`)
}
