// Serves an app below a path prefix of a proxy, the base path. The proxy may remove the prefix from the paths that
// it forwards, or leave it: both kinds of requests reach the same routes.
import { AppError } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { hostError, isHost } from './connection/request-head.ts'
import { HTTP_ERRORS } from './problems/http-errors.ts'

/** The path prefix at which a proxy publishes a service, such as `/trivia`. Empty without a prefix. */
export type BasePath = '' | `/${string}`

declare module 'fastify' {
  interface FastifyInstance {
    basePath: BasePath
    /** The first path segment of each route. */
    firstSegments: Set<string>
  }
}

/** The schema of the base path variable of a service. {@link readBasePath} reads its value. */
export function basePathVariable() {
  return Type.String({
    default: '',
    pattern: '^(/[\\w~-][\\w.~-]*)*/?$',
    examples: ['/trivia'],
    description:
      'The path at which a proxy publishes the service, such as `/trivia`. Links and docs contain it. The proxy may remove it from the paths of requests or leave it.',
  })
}

/** Converts the value of a base path variable. A slash at the end is removed. */
export function readBasePath(value: string): BasePath {
  return value.replace(/\/$/, '') as BasePath
}

/**
 * Returns the option of Fastify that removes the base path from the URL of a request before it is routed. It is removed only
 * in front of the first segment of a route, so that a base path like `/api`, with which routes begin too, works with both
 * kinds of proxies.
 */
export function removeBasePath(basePath: BasePath): Pick<FastifyServerOptions, 'rewriteUrl'> {
  if (basePath === '') return {}
  return {
    rewriteUrl({ url = '' }) {
      const rest = url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url
      return this.firstSegments.has(firstSegmentOf(rest)) ? rest : url
    },
  }
}

/** Sets `app.basePath`, and records the first segment of each route that is registered later. */
export function setBasePath(app: FastifyInstance, basePath: BasePath): void {
  const firstSegments = new Set([''])
  app.decorate('basePath', basePath)
  app.decorate('firstSegments', firstSegments)
  app.addHook('onRoute', ({ url }) => void firstSegments.add(firstSegmentOf(url)))
}

function firstSegmentOf(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] ?? ''
}

/** Redirects the base path to the same path with a slash, because relative links need it. */
export function redirectBasePath(app: FastifyInstance): void {
  const { basePath } = app
  if (basePath === '' || app.hasRoute({ method: 'GET', url: basePath })) return
  app.get(basePath, { schema: { hide: true } }, (_request, reply) => {
    reply.redirect(`${basePath.slice(basePath.lastIndexOf('/') + 1)}/`, 308)
  })
}

/** Returns the URL of a service as its client sees it. @throws AppError `http/malformed_request` for a forged one */
export function baseUrlOf({ protocol, host, server }: FastifyRequest): string {
  // A proxy can forward these fields as its client has sent them.
  if (!isHost(host)) throw hostError('X-Forwarded-Host')
  if (!/^https?$/.test(protocol)) {
    const message = 'X-Forwarded-Proto: expected http or https, got something else'
    throw new AppError(HTTP_ERRORS.malformed_request, message)
  }
  return `${protocol}://${host}${server.basePath}`
}
