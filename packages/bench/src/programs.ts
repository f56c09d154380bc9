// Defines what the command `bench` measures. The workspace and the installed package have it in different places.

/** The programs that are measured. */
export interface Programs {
  /** The name of the command in its help, such as `bench`. */
  readonly name: string
  /** The command line of the questions service. */
  readonly questions: readonly string[]
  /** The command line of the changelog service. Undefined when it is not installed. */
  readonly changelog: readonly string[] | undefined
  /** The folder of the curated datasets. */
  readonly datasets: string
  /** The folder that the results are written to is relative to this one. */
  readonly folder: string
}
