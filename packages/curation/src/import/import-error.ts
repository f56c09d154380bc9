// The error of a source that cannot be imported at all. Its message is shown to the user of the command.
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
