// GET /api/functions: the operations as function definitions for language-model assistants.
import { type Guard, type Route, ref, route } from '@qb/http'
import { type TSchema, Type } from '@sinclair/typebox'
import { answers, GUARDED, SECURITY } from '../answer.ts'
import {
  CreateReleaseParameters,
  GetRepositoryChangesParameters,
  UpdateChangelogParameters,
} from '../operations.ts'

/** The keywords that the strict mode of tool calling refuses; the operations check what they say all the same. */
const NOT_STRICT = new Set(['maxItems', 'maxLength'])

/** A schema of the operations as a function's parameters. */
function toParameters(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema, (key, value) => (NOT_STRICT.has(key) ? undefined : value)))
}

const FUNCTIONS = [
  {
    name: 'get_repository_changes',
    description:
      'List the paths that changed in the repository since the last release, each with a category.',
    strict: true,
    parameters: toParameters(GetRepositoryChangesParameters),
  },
  {
    name: 'update_changelog',
    description: 'Add entries under the Unreleased heading of the changelog. All entries are added, or none.',
    strict: true,
    parameters: toParameters(UpdateChangelogParameters),
  },
  {
    name: 'create_release',
    description: 'Release everything that stands under Unreleased in the changelog as a new version.',
    strict: true,
    parameters: toParameters(CreateReleaseParameters),
  },
]

/** Where each function is called. */
const ENDPOINTS = {
  get_repository_changes: { method: 'GET', path: '/api/repository/changes' },
  update_changelog: { method: 'POST', path: '/api/changelog/update' },
  create_release: { method: 'POST', path: '/api/changelog/release' },
}

/** The functions, and where to call them. */
export const FunctionList = Type.Object(
  {
    functions: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          description: Type.String(),
          strict: Type.Boolean(),
          parameters: Type.Object({}, { additionalProperties: true, description: 'A JSON Schema.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'As tool calling asks for them; `parameters` is what Anthropic calls `input_schema`.' },
    ),
    endpoints: Type.Record(
      Type.String(),
      Type.Object({ method: Type.String(), path: Type.String() }, { additionalProperties: false }),
      {
        description:
          'Where each function is called; a GET takes no parameters, a POST takes them as its body.',
      },
    ),
  },
  {
    $id: 'FunctionList',
    additionalProperties: false,
    description: 'The operations as functions.',
    examples: [
      { functions: [FUNCTIONS[0]], endpoints: { get_repository_changes: ENDPOINTS.get_repository_changes } },
    ],
  },
)

/** Gives the function definitions. */
export function listFunctions({ guard }: { readonly guard: Guard }): Route {
  return route({
    method: 'GET',
    url: '/api/functions',
    onRequest: guard,
    schema: {
      operationId: 'listFunctions',
      tags: ['Assistants'],
      security: SECURITY,
      summary: 'The operations as functions for language models',
      description:
        'Three function definitions in the strict form that tool calling asks for. Their parameters are the schemas that the operations themselves are checked by, without the largest sizes, which strict mode does not know. Needs the scope `changes:read`.',
      querystring: Type.Object({}, { additionalProperties: false }),
      response: answers(ref(FunctionList), 'The functions.', 'invalid_parameters', ...GUARDED),
    },
    handler(_request, reply) {
      reply.send({ functions: FUNCTIONS, endpoints: ENDPOINTS })
    },
  })
}
