// Mounts the app of a service in another Fastify app, below a prefix. The app keeps its own router, hooks and errors,
// because a service needs options of Fastify that a plugin cannot have.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

/** The options of `register`. Fastify passes them to plugins. */
const REGISTER_OPTIONS = ['prefix', 'logLevel', 'logSerializers', 'exposeHeadRoutes']

/**
 * Creates a plugin that creates the app of a service and mounts it below the prefix of `register`. The app logs to the
 * logger of the other app.
 * @param createApp creates the app from the options of the plugin
 */
export function createMountPlugin<Options extends object>(
  createApp: (options: Options) => Promise<FastifyInstance>,
): FastifyPluginAsync<Options> {
  return async (host, options) => {
    const own = Object.entries(options).filter(([name]) => !REGISTER_OPTIONS.includes(name))
    const defaults = { basePath: host.prefix, logger: host.log }
    mountApp(host, await createApp({ ...defaults, ...Object.fromEntries(own) } as unknown as Options))
  }
}

/**
 * Forwards all requests below the prefix of `host` to the app, after the hooks of `host`. Header fields that these hooks
 * have set are sent, unless the app sets the same ones. Closing the host closes the app.
 * @param host a context of its own in the other app: this function removes its parsers of bodies
 */
function mountApp(host: FastifyInstance, app: FastifyInstance): void {
  host.removeAllContentTypeParsers()
  // The app parses the body.
  host.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const prefix = host.prefix.replace(/\/$/, '')
  const removePrefix = createPrefixRemover(prefix, app.basePath)
  for (const path of prefix === host.prefix && prefix !== '' ? ['/', '/*'] : ['*']) {
    host.all(path, { schema: { hide: true } as object }, (request, reply) => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      removePrefix(request.raw)
      app.routing(request.raw, reply.raw)
    })
  }
  host.addHook('onClose', () => app.close())
}

/**
 * Creates a function that removes the prefix from the URL of a request. The URL of the prefix itself becomes that of the
 * base path, which is redirected. The router has matched the prefix, so its segments are counted: they can be
 * percent-encoded, in another case, or have several slashes between them.
 */
function createPrefixRemover(prefix: string, basePath: string) {
  const segments = prefix.split('/').filter(Boolean).length
  const pattern = new RegExp(`^(?:/+[^/?]+){${segments}}`)
  return (request: IncomingMessage & { originalUrl?: string }): void => {
    const { url = '' } = request
    const rest = url.replace(pattern, '')
    request.originalUrl ??= url
    request.url = rest.startsWith('/') ? rest : `${basePath}${rest}`
  }
}
