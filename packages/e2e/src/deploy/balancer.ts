// Starts nginx with deploy/nginx.conf in front of running services. Requires an installed nginx.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, type RunningProxy, runNginx } from '../nginx.ts'
import { read } from './manifests.ts'

/**
 * Starts nginx in front of three questions services and a changelog service.
 * @param questions the URLs of the questions services
 * @param changelog the URL of the changelog service
 */
export async function startBalancer(questions: readonly string[], changelog: string): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'qb-nginx-'))
  const address = `127.0.0.1:${await findFreePort()}`
  const hosts = questions.map((url, index) => [`questions-${index + 1}:8000`, new URL(url).host])
  const text = configure(folder, {
    ...Object.fromEntries(hosts),
    'changelog:8001': new URL(changelog).host,
    'listen 8080': `listen ${address}`,
  })
  writeFileSync(join(folder, 'nginx.conf'), text)
  mkdirSync(join(folder, 'cache'))
  execFileSync('nginx', ['-t', '-q', '-p', folder, '-c', 'nginx.conf', '-e', 'error.log'])
  return runNginx(folder, `http://${address}`)
}

/** Replaces the addresses and the folders of the container. Everything else stays. */
function configure(folder: string, addresses: Readonly<Record<string, string>>): string {
  const replacements = {
    // First, because the folders that replace others can be in it.
    '/tmp/': `${folder}/`,
    ...addresses,
    '/var/cache/nginx/questions': join(folder, 'cache'),
    '/dev/stdout': join(folder, 'access.log'),
    '/dev/stderr': join(folder, 'error.log'),
  }
  const text = Object.entries(replacements).reduce((result, [from, to]) => {
    const parts = result.split(from)
    if (parts.length === 1) throw new Error(`expected ${from} in deploy/nginx.conf`)
    return parts.join(to)
  }, read('deploy/nginx.conf'))
  // The workers of a root process would run as a user who cannot read the folder.
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\n${text}`
}

/** The addresses of the services that got a request, from a line of the access log. `-` when none did. */
export function upstreamsOf(line: string): string {
  return String(/" \d+ \S+ (.*) [\d.]+$/.exec(line)?.[1])
}
