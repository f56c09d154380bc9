// Shows the progress of a long check on a terminal.

const DELAY_MS = 1000
const WIDTH = 30

/** A writable terminal. */
export interface Terminal {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/**
 * Creates a function that draws a progress bar, from one second on. Returns undefined when the output is not a terminal.
 * @param now returns the time in milliseconds
 */
export function createProgressBar(
  terminal: Terminal,
  now: () => number,
): ((share: number) => void) | undefined {
  if (!terminal.isTTY) return undefined
  const start = now()
  return (share) => {
    if (now() - start < DELAY_MS) return
    const filled = Math.round(share * WIDTH)
    const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`
    terminal.write(share < 1 ? `\rcomparing questions [${bar}] ${Math.floor(share * 100)} %` : '\r\u001b[K')
  }
}
