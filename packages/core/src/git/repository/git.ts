// How the files of this folder run git in one repository.

/** Runs git in one repository and returns its standard output. */
export interface Git {
  bytes(args: readonly string[], input?: string): Promise<Buffer>
  text(...args: string[]): Promise<string>
}
