// Defines the error of an invalid command line.

/** An error of the command line. The program prints its message and exits with code 2. */
export class UsageError extends Error {}
