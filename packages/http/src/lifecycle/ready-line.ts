// Prints and parses the line that a process prints when it is ready. A parent process reads the URL from it.

/**
 * Formats a ready line, such as `questions ready at http://127.0.0.1:8000`. A service that listens on all addresses is reached at the
 * loopback address, too: browsers of Windows cannot open `0.0.0.0`.
 * @param workers the number of workers, if there are several
 */
export function formatReadyLine(name: string, url: string, workers = 1): string {
  const reached = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
  const more = reached === url ? '' : ', on all addresses'
  return `${name} ready at ${reached}${more}${workers > 1 ? ` (${workers} workers)` : ''}`
}

/** Returns the URL of a ready line, or undefined for any other line. */
export function readReadyLine(line: string): string | undefined {
  return /^\w+ ready at (http:[^\s,]+)(?:, on all addresses)?(?: \(\d+ workers\))?$/.exec(line)?.[1]
}

/**
 * Prints the ready line and the lines below it. The command `start`, whose child this process then is, gets them as a message.
 * The service stays when the reader of its output ends, such as `head`.
 */
export function printReady(...lines: readonly string[]): void {
  const isTerminal = process.send === undefined && process.stdout.isTTY
  const text = `${[...lines, ...(isTerminal ? ['Ctrl+C stops the service'] : [])].join('\n')}\n`
  process.stdout.on('error', () => undefined)
  process.stdout.write(text)
  process.send?.(text)
}
