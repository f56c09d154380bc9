// The parts of the API's description that do not belong to one operation.
import type { ApiDescription } from '@qb/http'

const description = `Lists what changed in a git repository since the last release, and edits a changelog in the format of Keep a Changelog.

**Minimal edits.** An edit leaves every byte outside the edited lines as it is, and its result is verified before it is written. An ambiguous edit is refused with the line that causes it, and the file is unchanged.

**Concurrency.** One writer at a time, within a process and between processes. A successful response means that the change is on disk. \`If-Match\` makes a write conditional on a revision.

**Authentication.** \`X-API-Key: <key>\`, or \`Authorization: Bearer\` with a key or an HS256 token. When a request has both, an invalid credential is ignored if the other one is valid. Credentials of two different callers are refused. The scopes are \`changes:read\`, \`changelog:write\` and \`release:create\`. They are checked before the body is read.

**Strict.** An unknown parameter or member results in 400 with its name.

**Errors** are \`{ "success": false, "error": "…" }\` on every path.`

/** The description of the API. */
export function describeChangelogApi(version: string): ApiDescription {
  return {
    title: 'Changelog',
    version,
    summary: 'What changed in a git repository, and a changelog that is edited with minimal changes.',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: [
      { name: 'Repository', description: 'Changes in the git repository.' },
      { name: 'Changelog', description: 'Read and edit the changelog.' },
      { name: 'Assistants', description: 'Function definitions for language models.' },
      { name: 'Service', description: 'The service itself.' },
    ],
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'A key like `qb_<id>_<secret>`.',
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A key, or an HS256 JSON Web Token with `exp` and `scope`.',
      },
    },
    links: [
      { href: '/docs', text: 'Swagger UI', about: 'the documentation, with requests to try' },
      { href: '/redoc', text: 'Redoc', about: 'the documentation for reading' },
      { href: '/openapi.json', text: 'OpenAPI 3.1', about: 'the description for tools' },
      { href: '/health', text: 'Health', about: 'the health of the service' },
    ],
  }
}
