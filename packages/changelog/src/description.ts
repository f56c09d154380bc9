// What the docs and the landing page say of this service beside its operations.
import type { ApiDescription } from '@qb/http'

const description = `What changed in a git repository since the last release, and a Keep a Changelog file that is edited without harm.

**The file is sacred.** An edit is a splice: every byte outside the edited lines stays as it was, and the new text is read again before it is written. What cannot be placed with certainty is refused with the line, and the file is as before.

**Safe under a race.** One writer at a time, in a process and between processes; what is answered with success is on the disk. \`If-Match\` makes a write depend on the revision that was read.

**Keys and tokens.** \`X-API-Key: <key>\`, or \`Authorization: Bearer\` with a key or an HS256 token. Where both are sent, the one that is valid counts; those of two callers are refused. Scopes: \`changes:read\`, \`changelog:write\`, \`release:create\`. They are checked before a body is read.

**Strict.** Unknown members and parameters are 400 and named.

**Failures** are \`{ "success": false, "error": "…" }\`, the same shape on every path.`

/** The words around the API. */
export function describeChangelogApi(version: string): ApiDescription {
  return {
    title: 'Changelog',
    version,
    summary: 'What changed in a git repository, and a changelog that is edited without harm.',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: [
      { name: 'Repository', description: 'What changed.' },
      { name: 'Changelog', description: 'The changelog, read and edited.' },
      { name: 'Assistants', description: 'The operations as functions.' },
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
      { href: '/docs', text: 'Swagger UI', about: 'read the operations and try them with your key' },
      { href: '/redoc', text: 'Redoc', about: 'the same, for reading' },
      { href: '/openapi.json', text: 'OpenAPI 3.1', about: 'the description itself, for tools' },
      { href: '/health', text: 'Health', about: 'whether the service is alive' },
    ],
    errors: [
      'invalid_parameters',
      'invalid_body',
      'invalid_ref',
      'invalid_description',
      'ambiguous_changelog',
      'changelog_edit_refused',
      'unreadable_changelog',
      'unwritable_changelog',
      'repository_unreadable',
      'unauthenticated',
      'forbidden',
      'unknown_version',
      'changelog_locked',
      'precondition_failed',
    ],
  }
}
