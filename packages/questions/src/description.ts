// What the docs and the landing page say of this service beside its operations.
import type { ApiDescription } from '@qb/http'

const description = `Questions by category from curated datasets, in dataset order or at random, reproducibly under a seed.

**Strict.** A parameter that is unknown, repeated or ill-formed is answered with 400 and named; nothing is dropped in silence.

**Reproducible.** A random answer carries its \`seed\`. The same category, filters and seed give the same order on every machine; the rules are in \`docs/seed-contract.md\`.

**Pages without repeats.** \`next\` goes on where a page ended and is \`null\` at the end.

**Made for caches and browsers.** What is the same for everyone (a seed, dataset order, ids, a check) has an \`ETag\` and may be kept for a minute; \`If-None-Match\` is answered with 304. An answer whose seed was drawn for the call is \`no-store\`. Any origin may read every answer. \`HEAD\` works wherever \`GET\` does.

**Always there.** A dataset that is replaced is taken up while requests are served, within seconds; one that becomes invalid keeps its last good version, and the health and the metrics say so.

**Plain text.** Texts are UTF-8 exactly as in the dataset, never HTML-encoded.

**Failures** are problem details (RFC 9457), the same shape on every path.`

/** The words around the API. */
export function describeQuestionsApi(version: string): ApiDescription {
  return {
    title: 'Question bank',
    version,
    summary: 'Questions by category from curated datasets, in order or at random, reproducibly under a seed.',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: [
      { name: 'Questions', description: 'Questions by category.' },
      { name: 'Service', description: 'The service itself.' },
    ],
    links: [
      { href: '/api/v1/questions/astronomy?limit=3', text: 'Three questions', about: 'astronomy, at random' },
      {
        href: '/api/v1/questions/astronomy/random?seed=42',
        text: 'A draw',
        about: 'five questions, the same each time',
      },
      { href: '/docs', text: 'Swagger UI', about: 'read the operations and try them' },
      { href: '/redoc', text: 'Redoc', about: 'the same, for reading' },
      { href: '/openapi.json', text: 'OpenAPI 3.1', about: 'the description itself, for tools' },
      { href: '/api/v1/categories', text: 'Categories', about: 'what there is to ask for, with counts' },
      { href: '/api/v1/health', text: 'Health', about: 'the service and each dataset' },
      { href: '/metrics', text: 'Metrics', about: 'figures for Prometheus' },
    ],
    errors: ['invalid_parameters', 'unknown_category', 'unknown_question', 'dataset_unavailable'],
  }
}
