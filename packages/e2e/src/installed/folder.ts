// Packs the services and the client, and installs them with npm in an empty folder outside the workspace. Nothing is downloaded: the
// packages have no dependencies.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { readReadyLine } from '@qb/http/ready-line'
import { ROOT } from '../process.ts'

/** The result of a command. */
export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A folder with the installed packages. */
export interface InstalledFolder {
  readonly path: string
  /** The packed packages, by the last part of their names. */
  readonly tarballs: ReadonlyMap<string, Buffer>
  /** Writes a file, and the folders of its path. */
  write(path: string, text: string): void
  /** Runs a program of `node_modules/.bin`, npx, or Node. */
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<CommandResult>
  /** Starts a program, and waits for its ready line. */
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<StartedProgram>
  /** Makes a package of this workspace importable, as if the user had installed it. */
  link(name: string): void
  /** Ends the programs, and removes the folder. */
  remove(): void
}

/** A program that has printed its ready line. */
export interface StartedProgram {
  readonly url: string
  /** What it has printed before the ready line. */
  readonly output: string
  readonly process: ChildProcess
}

/** The environment of a user: without what pnpm has set for the tests. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^p?npm_|^INIT_CWD$/i.test(name)),
)

/** Packs and installs all packages. */
export async function installPackages(): Promise<InstalledFolder> {
  const packed = mkdtempSync(join(tmpdir(), 'packed-'))
  const path = mkdtempSync(join(tmpdir(), 'installed-'))
  const started: ChildProcess[] = []
  await execute(process.execPath, [join(ROOT, 'scripts/pack.js'), packed], { cwd: ROOT, env: ENVIRONMENT })
  const names = readdirSync(packed)
  const files = names.map((name) => join(packed, name))
  const tarballs = new Map(
    names.map((name) => [/^qb-(\w+)-/.exec(name)?.[1] ?? '', readFileSync(join(packed, name))] as const),
  )
  await execute('npm', ['install', '--offline', '--cache', join(packed, 'cache'), ...files], {
    cwd: path,
    env: ENVIRONMENT,
  })
  rmSync(packed, { recursive: true })

  const optionsOf = (environment: Readonly<Record<string, string>> = {}) => ({
    cwd: path,
    env: { ...ENVIRONMENT, QUESTIONS_PORT: '0', CHANGELOG_PORT: '0', ...environment },
  })
  const locate = (program: string) =>
    ['npx', process.execPath].includes(program) ? program : join(path, 'node_modules/.bin', program)
  return {
    path,
    tarballs,
    write(name, text) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    },
    run: ([program = '', ...args], environment) => execute(locate(program), args, optionsOf(environment)),
    async start([program = '', ...args], environment) {
      const child = spawn(locate(program), args, {
        ...optionsOf(environment),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      started.push(child)
      let output = ''
      for await (const line of createInterface({ input: child.stdout })) {
        const url = readReadyLine(line)
        if (url) return { url, output, process: child }
        output += `${line}\n`
      }
      throw new Error(`expected the ready line of ${program}, got the end of its output`)
    },
    link(name) {
      mkdirSync(dirname(join(path, 'node_modules', name)), { recursive: true })
      symlinkSync(join(ROOT, 'packages/e2e/node_modules', name), join(path, 'node_modules', name))
    },
    remove() {
      for (const child of started) child.kill('SIGKILL')
      rmSync(path, { recursive: true })
    },
  }
}

/** Runs a program to its end. Its exit code is not an error. */
async function execute(program: string, args: readonly string[], options: object): Promise<CommandResult> {
  return promisify(execFile)(program, [...args], { ...options, encoding: 'utf8' }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** Stops a program with a signal, and returns its exit code. */
export async function stop({ process }: StartedProgram): Promise<number | null> {
  const exit = once(process, 'exit')
  process.kill('SIGTERM')
  const [code] = await exit
  return code
}
