// Reads the argument of a peer: what it serves, as JSON.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { formatReadyLine } from '@qb/http/ready-line'

/** What a peer serves. */
export interface PeerOptions {
  /** The JSON file of the questions, an array of objects. */
  readonly questionsPath: string
  /** The body that the ceiling sends. */
  readonly body: string
  /** The route of the ceiling. */
  readonly route: string
}

/** Reads the options from the command line. */
export function readPeerOptions(): PeerOptions {
  return JSON.parse(process.argv[2] ?? '{}') as PeerOptions
}

/** A question, as in the JSON file. */
export interface BenchQuestion {
  readonly id: string
  readonly question: string
  readonly correct_answer: string
  readonly options: readonly string[]
  readonly difficulty: string
  readonly topic: string
}

/** Reads the questions of a peer. */
export function readQuestions({ questionsPath }: PeerOptions): BenchQuestion[] {
  return JSON.parse(readFileSync(pathToFileURL(questionsPath), 'utf8'))
}

/** Prints the ready line of a peer. */
export function printReady(port: number | undefined): void {
  console.log(formatReadyLine('peer', `http://127.0.0.1:${port}`))
}
