// Runs the folder that a Dockerfile of deploy copies into its image, as the container would: with the environment of the
// image only, with its user, and without a right to write. The steps that build the image are not executed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { ROOT, type RunningService, waitForReady } from '../process.ts'
import { read } from './manifests.ts'

/** An instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** Reads the instructions of a Dockerfile. A backslash at the end of a line joins it with the next one. */
export function readDockerfile(path: string): Instruction[] {
  const text = read(path)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
  return Array.from(text.matchAll(/^([A-Z]+)\s+(.*)$/gm), ([, name = '', rest = '']) => ({
    name,
    text: rest,
  }))
}

/** The last stage of a Dockerfile, with the folder that it copies. */
export interface Image {
  readonly folder: string
  /** The texts of the instructions with a name, such as `USER`. */
  textsOf(name: string): string[]
  readonly env: Readonly<Record<string, string>>
}

/** Assembles the folder of an image, which nobody can write to. */
export function assembleImage(name: 'questions' | 'changelog', folder: string): Image {
  execFileSync(process.execPath, ['scripts/pack.js', '--assemble', name, folder], { cwd: ROOT })
  execFileSync('chmod', ['-R', 'a-w,a+rX', folder])
  const all = readDockerfile(`deploy/${name}.Dockerfile`)
  const last = all.slice(all.findLastIndex((instruction) => instruction.name === 'FROM'))
  const textsOf = (wanted: string) => last.filter((found) => found.name === wanted).map(({ text }) => text)
  const pairs = textsOf('ENV').join(' ').split(' ')
  return { folder, textsOf, env: Object.fromEntries(pairs.map((pair) => pair.split('='))) }
}

/** Reads the command of an instruction. The other form would run it in a shell, which does not forward signals. */
export function readCommand({ textsOf }: Image, name: 'CMD' | 'HEALTHCHECK'): string[] {
  return JSON.parse(textsOf(name)[0]?.replace(/^.*\bCMD /, '') ?? '')
}

/** Starts a program of the image. Only root can take the identity of the user of the image. */
export function startProgram(
  image: Image,
  [program, ...parameters]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const [uid = 0, gid = 0] = image.textsOf('USER')[0]?.split(':').map(Number) ?? []
  return spawn(program === 'node' ? process.execPath : String(program), parameters, {
    cwd: image.folder,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      // Neither exists in the image for the user of a read-only container.
      HOME: '/nonexistent',
      TMPDIR: '/nonexistent',
      ...image.env,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
}

/** Starts the command of the image, and waits for its ready line. */
export function startContainer(
  image: Image,
  environment: Readonly<Record<string, string>>,
): Promise<RunningService> {
  return waitForReady(startProgram(image, readCommand(image, 'CMD'), environment))
}
