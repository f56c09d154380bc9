// git reads some files to their end, whatever they are. A pipe without a writer keeps it waiting until its timeout, and a
// device may have no end. The usual places are looked at before git is; in folders further down only the timeout helps.
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CoreError } from '../errors.ts'
import type { Run } from './repository-run.ts'

const IN_WORKING_TREE = ['.gitignore', '.gitattributes']
const IN_GIT_FOLDER = ['info/exclude', 'info/attributes', 'info/grafts', 'shallow', 'packed-refs']
const SETTINGS = '^core\\.(attributes|excludes)file$'

/**
 * Refuses a repository in which git would read a pipe, a device or a socket.
 * @throws CoreError `repository_unreadable`
 */
export async function refuseSpecialFiles(run: Run, root: string): Promise<void> {
  const inGitFolder = IN_GIT_FOLDER.flatMap((name) => ['--git-path', name])
  const [lines, named] = await Promise.all([
    run('rev-parse', ...inGitFolder),
    run('config', '--type=path', '-z', '--get-regexp', SETTINGS).catch(() => ''),
  ])
  const fromSettings = named.split('\0').map((setting) => setting.slice(setting.indexOf('\n') + 1))
  const paths = [...IN_WORKING_TREE, ...lines.trimEnd().split('\n'), ...fromSettings]
  await Promise.all(paths.filter((path) => path !== '').map((path) => refuseSpecialFile(resolve(root, path))))
}

async function refuseSpecialFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  throw new CoreError('repository_unreadable', `expected a file at ${path}, got a pipe, a device or a socket`)
}
