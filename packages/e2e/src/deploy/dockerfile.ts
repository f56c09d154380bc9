// Interprets the Dockerfiles of deploy without a container engine. Each stage is a folder. A RUN runs in it with the tools
// of this machine, and finds packages only in the store of pnpm, so that no test needs the network.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ROOT } from '../process.ts'

/** One stage after its instructions were executed. */
export interface Stage {
  readonly name: string
  readonly image: string
  /** The folder that is the root of its file system. */
  readonly folder: string
  workdir: string
  readonly env: Record<string, string>
  user: string | undefined
  command: readonly string[] | undefined
  healthcheck: { readonly flags: readonly string[]; readonly command: readonly string[] } | undefined
  readonly ports: string[]
  /** The packages that the distribution of the image installs. */
  readonly packages: string[]
}

interface Instruction {
  readonly name: string
  readonly text: string
}

/** Reads the instructions of a Dockerfile. A backslash at the end of a line joins it with the next one. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  return Array.from(
    lines
      .join('\n')
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(/^(\w+)\s+(.*)$/gm),
    (match) => ({
      name: String(match[1]).toUpperCase(),
      text: String(match[2]).trim(),
    }),
  )
}

/**
 * Returns a function that decides whether a path is part of the build context. The last pattern that matches the path
 * or one of its folders decides, as in Docker.
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      includes: line.startsWith('!'),
      pattern: toRegExp(line.replace(/^!/, '').replaceAll(/^\/|\/$/g, '')),
    }))
  return (path) => {
    const folders = path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))
    return rules.findLast(({ pattern }) => folders.some((folder) => pattern.test(folder)))?.includes ?? true
  }
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wildcard) => {
      if (wildcard === '**/') return '(?:.*/)?'
      if (wildcard === '**') return '.*'
      return wildcard === '*' ? '[^/]*' : '[^/]'
    })
  return new RegExp(`^${source}$`)
}

/**
 * Executes a Dockerfile with the root of the project as its context.
 * @param folder gets one folder per stage
 * @returns the last stage
 * @throws Error for an instruction or a form of it that the interpreter does not know
 */
export function buildImage(file: string, folder: string): Stage {
  const isInContext = readIgnoreFile(readFileSync(`${ROOT}.dockerignore`, 'utf8'))
  const stages: Stage[] = []
  for (const { name, text } of parseDockerfile(readFileSync(`${ROOT}${file}`, 'utf8'))) {
    if (name === 'FROM') {
      stages.push(createStage(text, join(folder, String(stages.length))))
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`expected FROM first, got ${name}`)
    execute(stage, { name, text }, stages, isInContext)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('expected a stage, got none')
  return last
}

function createStage(text: string, folder: string): Stage {
  const [image, , name] = text.split(/\s+/)
  mkdirSync(folder, { recursive: true })
  return {
    name: name ?? '',
    image: String(image),
    folder,
    workdir: '/',
    env: {},
    user: undefined,
    command: undefined,
    healthcheck: undefined,
    ports: [],
    packages: [],
  }
}

function execute(
  stage: Stage,
  { name, text }: Instruction,
  stages: readonly Stage[],
  isInContext: (path: string) => boolean,
): void {
  switch (name) {
    case 'WORKDIR':
      stage.workdir = resolve(stage.workdir, text)
      mkdirSync(inStage(stage, '.'), { recursive: true })
      return
    case 'COPY':
      copy(stage, text, stages, isInContext)
      return
    case 'RUN':
      run(stage, text)
      return
    case 'ENV':
      for (const [, key, value] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[String(key)] = String(value)
      return
    case 'USER':
      stage.user = text
      return
    case 'EXPOSE':
      stage.ports.push(...text.split(/\s+/))
      return
    case 'CMD':
      stage.command = readExecForm(text)
      return
    case 'HEALTHCHECK': {
      const [flags = '', command = ''] = text.split(/\s*\bCMD\s+/)
      stage.healthcheck = { flags: flags.split(/\s+/), command: readExecForm(command) }
      return
    }
    default:
      throw new Error(`expected a known instruction, got ${name}`)
  }
}

/** Reads a JSON array. The other form would run the program in a shell, which does not forward signals. */
function readExecForm(text: string): string[] {
  const command: unknown = JSON.parse(text)
  if (!Array.isArray(command)) throw new Error(`expected a JSON array, got ${text}`)
  return command.map(String)
}

function copy(
  stage: Stage,
  text: string,
  stages: readonly Stage[],
  isInContext: (path: string) => boolean,
): void {
  const names = text.split(/\s+/)
  const from = names[0]?.startsWith('--') ? names.shift() : undefined
  const target = names.pop() ?? '.'
  if (from === undefined) {
    for (const name of names) copyFromContext(name, target)
    return
  }
  const source = stages.find((candidate) => `--from=${candidate.name}` === from)
  if (!source) throw new Error(`expected the name of a stage, got ${from}`)
  for (const name of names)
    cpSync(join(source.folder, name), inStage(stage, target), { recursive: true, preserveTimestamps: true })

  function copyFromContext(name: string, to: string): void {
    const isFolder = statSync(ROOT + name).isDirectory()
    const destination = inStage(stage, isFolder || !to.endsWith('/') ? to : join(to, basename(name)))
    if (!isFolder) {
      if (!isInContext(name)) throw new Error(`expected a file of the context, got ${name}`)
      cpSync(ROOT + name, destination, { preserveTimestamps: true })
      return
    }
    for (const path of listContext(name === '.' ? '' : name)) {
      mkdirSync(dirname(join(destination, path)), { recursive: true })
      cpSync(ROOT + path, join(destination, path), { preserveTimestamps: true })
    }
  }

  /** Lists the files of the context below a folder. Skips folders that no tool that builds an image would read. */
  function listContext(folder: string): string[] {
    return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (['.git', 'node_modules', 'dist'].includes(entry.name)) {
        if (isInContext(path)) throw new Error(`expected .dockerignore to exclude ${path}`)
        return []
      }
      if (entry.isDirectory()) return listContext(path)
      return entry.isFile() && isInContext(path) ? [path] : []
    })
  }
}

/** A RUN that only installs packages of Debian. */
const APT =
  /^apt-get update && apt-get install --yes --no-install-recommends ([a-z0-9 -]+) && rm -rf \/var\/lib\/apt\/lists\/\*$/

function run(stage: Stage, text: string): void {
  const packages = APT.exec(text)?.[1]
  if (packages !== undefined) {
    stage.packages.push(...packages.split(' '))
    return
  }
  if (/\b(apt|apt-get|apk)\b/.test(text)) throw new Error(`expected an install command of apt, got ${text}`)
  const { storeDir } = JSON.parse(readFileSync(`${ROOT}node_modules/.modules.yaml`, 'utf8'))
  // The store is in a folder with the number of its format.
  const store = dirname(storeDir)
  execFileSync('sh', ['-ec', text], {
    cwd: inStage(stage, '.'),
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      ...(process.env.XDG_CACHE_HOME && { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME }),
      CI: 'true',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      pnpm_config_store_dir: store,
      ...stage.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The path on this machine of a path in a stage. */
export function inStage({ folder, workdir }: Stage, path: string): string {
  return join(folder, resolve(workdir, path))
}
