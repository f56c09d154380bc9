// Defines the security header fields of all HTML pages.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

// Swagger UI and Redoc set style attributes. The search of Redoc runs in a worker that is loaded from a blob
// URL.
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** The content security policy of the page of an error, which has no scripts. */
export const ERROR_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; frame-ancestors 'none'"

/** Adds the fields to the responses of the routes of `pages`: they cannot be framed, and load nothing of other origins. */
export async function protectPages(pages: FastifyInstance): Promise<void> {
  await pages.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    strictTransportSecurity: false,
    // Without HTTPS, as in a class, browsers ignore these fields, and complain about each page.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
}
