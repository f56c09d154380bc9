// Describes the API as a whole. The descriptions of operations are in their own files.
import { type ApiDescription, DOCS_LINKS } from '@qb/http'
import type { ChangelogOperation } from './context.ts'
import { createLandingContent } from './landing-content.ts'

const rules = `## Minimal edits

An edit does not change any byte outside the edited lines. Its result is verified before it is written. An ambiguous edit is rejected: the error contains the line number, and the file is unchanged.

## Concurrency

Writes run one at a time, within a process and between processes. A successful response means that the change is on disk. With \`If-Match\`, a write succeeds only if the file has a given revision.

## Authentication

Send \`X-API-Key: <key>\`, or \`Authorization: Bearer\` with a key, an HS256 token, or an ID token of a CI system when the service accepts them. When a request has both, an invalid credential is ignored if the other one is valid. Valid credentials of two different callers are rejected.

## Authorization

The scopes are \`changes:read\`, \`changelog:write\` and \`release:create\`. They are checked before the body is read.

## Validation

When a parameter or a member of the body is unknown or invalid, the operation returns 400. The error names it.

## Assistants

\`POST /mcp\` offers the operations with a function definition as tools of the Model Context Protocol, with the same keys, scopes and limits. Its messages are JSON-RPC, so it is not an operation of this document.

## Errors

Every error response is \`{ "success": false, "error": "…" }\`, on every path. [Errors](errors) explains each.

## Request ids

Every response has an \`X-Request-Id\`. The log of the service contains it too.`

export function describeChangelogApi(
  version: string,
  operations: readonly ChangelogOperation[],
): ApiDescription {
  return {
    title: 'Changelog',
    mark: '±',
    headline: 'Changelogs and releases from your pipeline',
    version,
    summary:
      'Ask what changed in a git repository, add entries to its changelog, and cut releases. Nothing else in the file changes.',
    rules,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: [
      { name: 'Repository', description: 'Changes in the git repository.' },
      { name: 'Changelog', description: 'Read and edit the changelog.' },
      {
        name: 'Assistants',
        description:
          'Function definitions for language models. `POST /mcp` offers the same functions as tools.',
      },
      { name: 'Service', description: 'Health and metrics.' },
    ],
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          'An API key of the form `qb_<id>_<secret>`, in the header field `X-API-Key`. Whoever runs the service makes one with `changelog make-key`.',
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key, an HS256 JSON Web Token with `exp` and `scope`, or an ID token of the issuer that the service is configured with.',
      },
    },
    credential: 'X-API-Key: $CHANGELOG_API_KEY',
    renderContent: createLandingContent(operations),
    links: DOCS_LINKS,
  }
}
