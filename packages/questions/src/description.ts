// The parts of the API's description that do not belong to one operation.
import type { ApiDescription } from '@qb/http'

const description = `Quiz questions by category from curated datasets, in dataset order or at random, reproducible with a seed.

**Strict.** A parameter that is unknown, repeated or invalid results in 400 with its name. No parameter is ignored.

**Reproducible.** A random response contains its \`seed\`. The same category, filters and seed give the same order on every machine. \`docs/seed-contract.md\` specifies the algorithm.

**Paging.** \`next\` is the address of the next page, and \`null\` on the last page. No question is repeated.

**Caching.** Responses that are the same for every client (with a seed, in dataset order, by ids, checks of answers) have an \`ETag\` and can be cached for a minute. \`If-None-Match\` is supported. A response with a seed that was drawn for the request is \`no-store\`.

**CORS.** Scripts of any origin may read every response, unless the service is configured otherwise. \`HEAD\` is supported wherever \`GET\` is.

**Reloading.** A changed dataset is served within seconds, without a restart. If the new file is invalid, the last good revision is served, and health and metrics report the error.

**Plain text.** Texts are UTF-8 exactly as in the dataset. They are not HTML-encoded.

**Errors** are problem details (RFC 9457) on every path.`

/** An operation that the landing page may link to. */
interface LinkedOperation {
  readonly method: string
  readonly path: string
  readonly summary: string
}

/** The description of the API. */
export function describeQuestionsApi(
  version: string,
  operations: readonly LinkedOperation[],
): ApiDescription {
  return {
    title: 'Question bank',
    version,
    summary: 'Quiz questions by category, in order or at random, reproducible with a seed.',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: [
      { name: 'Questions', description: 'Questions by category.' },
      { name: 'Service', description: 'The service itself.' },
    ],
    links: [
      {
        href: '/api/v1/questions/astronomy?limit=3',
        text: 'Three questions',
        about: 'of astronomy, at random',
      },
      {
        href: '/api/v1/questions/astronomy/random?seed=42',
        text: 'Five questions',
        about: 'of astronomy, the same for every request',
      },
      ...linkOperations(operations),
      { href: '/docs', text: 'Swagger UI', about: 'the documentation, with requests to try' },
      { href: '/redoc', text: 'Redoc', about: 'the documentation for reading' },
      { href: '/openapi.json', text: 'OpenAPI 3.1', about: 'the description for tools' },
    ],
  }
}

/** Links to the operations without parameters. */
function linkOperations(operations: readonly LinkedOperation[]): ApiDescription['links'] {
  return operations
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .map(({ path, summary }) => ({ href: path, text: path, about: summary }))
}
