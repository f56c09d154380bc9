// Returns the operations as function definitions for language-model assistants.
import { type Operation, uncached } from '@qb/http'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Scope } from '../auth/scopes.ts'
import { type ChangelogContext, defineOperation } from '../context.ts'
import { createRelease } from './create-release.ts'
import { getRepositoryChanges } from './get-repository-changes.ts'
import { updateChangelog } from './update-changelog.ts'

/** The operations that assistants may call. */
const TOOLS: readonly Operation<ChangelogContext, Scope>[] = [
  getRepositoryChanges,
  updateChangelog,
  createRelease,
]

/** Keywords that the strict mode of tool calling refuses. The operations still enforce them. */
const NOT_STRICT = new Set(['maxItems', 'maxLength'])

function toParameters(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema, (key, value) => (NOT_STRICT.has(key) ? undefined : value)))
}

const tools = TOOLS.flatMap(({ tool, method, path }) =>
  tool ? [{ ...tool, method, path: String(path) }] : [],
)

const functions = tools.map(({ name, description, parameters }) => {
  return { name, description, strict: true, parameters: toParameters(parameters) }
})

const endpoints = Object.fromEntries(tools.map(({ name, method, path }) => [name, { method, path }]))

/** The function definitions. */
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
      { description: 'In the form of tool calling. Anthropic calls `parameters` `input_schema`.' },
    ),
    endpoints: Type.Record(
      Type.String(),
      Type.Object({ method: Type.String(), path: Type.String() }, { additionalProperties: false }),
      { description: 'The endpoint of each function. A POST takes the parameters as its body.' },
    ),
  },
  {
    $id: 'FunctionList',
    additionalProperties: false,
    description: 'The operations as function definitions.',
    examples: [{ functions: functions.slice(0, 1), endpoints }],
  },
)

export const listFunctions = defineOperation({
  id: 'listFunctions',
  method: 'GET',
  path: '/api/functions',
  access: 'changes:read',
  tag: 'Assistants',
  summary: 'Get function definitions for language models',
  description:
    'Three function definitions in the strict form of tool calling. Their parameters are the schemas that validate the request bodies, without maximum sizes, which strict mode does not support.',
  input: { query: Type.Object({}, { additionalProperties: false }) },
  result: { description: 'The functions.', schema: FunctionList },
  errors: [],
  run: () => uncached<Static<typeof FunctionList>>({ functions, endpoints }),
})
