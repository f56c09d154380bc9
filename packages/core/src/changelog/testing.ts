// Measures processor time for tests. A busy machine does not change it much, in contrast to elapsed time.

/** Runs a function. Returns the processor time of this process meanwhile, in milliseconds. */
export function measureCpuMs(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
