// Starts nginx with the configuration of examples/nginx, on a free port and with all its files in a temporary
// folder. Requires an installed nginx.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, stopProcess } from './process.ts'

/** A caching proxy that responds to requests. */
export interface RunningProxy {
  readonly url: string
  /**
   * Returns the access log: one line per response, `<cache status> <upstream status> <path>`. The upstream
   * status is `-` when nginx did not send a request to the service.
   */
  log(): string[]
  stop(): Promise<void>
}

/**
 * Starts nginx in front of services, with a configuration of examples/nginx.
 * @param replacements replaces addresses of services in the configuration, such as `127.0.0.1:8000`
 */
export async function startProxy(
  configuration: string,
  replacements: Readonly<Record<string, string>>,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const address = `127.0.0.1:${await findFreePort()}`
  const example = readFileSync(`${ROOT}examples/nginx/${configuration}`, 'utf8')
  const site = Object.entries({
    ...replacements,
    '127.0.0.1:8010': address,
    '/var/lib/nginx': folder,
  }).reduce((text, [from, to]) => text.replaceAll(from, to), example)
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(join(folder, 'nginx.conf'), formatMainConfig(folder))
  return runNginx(folder, `http://${address}`)
}

/**
 * Runs nginx with the `nginx.conf` of a folder, and waits until it responds. The configuration has `daemon off` and the
 * log `access.log`. The folder is removed when nginx has stopped.
 */
export async function runNginx(folder: string, url: string): Promise<RunningProxy> {
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
  const failed = once(child, 'error').then(([error]) =>
    Promise.reject(new Error(`nginx cannot be started: ${error}`)),
  )
  await Promise.race([failed, waitUntilUp(child, `${url}/`)])
  return {
    url,
    log: () => readFileSync(join(folder, 'access.log'), 'utf8').trimEnd().split('\n'),
    async stop() {
      await stopProcess(child, 'SIGTERM')
      rmSync(folder, { recursive: true })
    },
  }
}

function formatMainConfig(folder: string): string {
  // Without this, the workers of a root process run as a different user, who cannot read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `${user}
daemon off;
pid ${join(folder, 'nginx.pid')};
events {}
http {
  ${folders.join('\n  ')}
  log_format cache '$upstream_cache_status $upstream_status $request_uri';
  access_log ${join(folder, 'access.log')} cache;
  include site.conf;
}
`
}

/** Finds a port that nothing listens on, by default of 127.0.0.1. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function waitUntilUp(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`expected nginx to respond, got exit code ${child.exitCode}`)
}
