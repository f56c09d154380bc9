// Formats and parses the line that a process prints when it is ready. A parent process reads the URL from it.

/** Formats a ready line, such as `questions ready at http://127.0.0.1:8000`. */
export function formatReadyLine(name: string, url: string): string {
  return `${name} ready at ${url}`
}

/** Returns the URL of a ready line, or undefined for any other line. */
export function readReadyLine(line: string): string | undefined {
  return /^\w+ ready at (http:\S+)$/.exec(line)?.[1]
}
