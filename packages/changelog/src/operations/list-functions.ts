// Returns function definitions, with which a language model can call operations of this service.
import { closedObject, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { type ChangelogOperation, defineOperation } from '../context.ts'

/** Defines the operation that returns the function definitions of other operations. */
export function defineListFunctions(operations: readonly ChangelogOperation[]) {
  const definitions = operations.flatMap(({ functionDefinition, method, path }) =>
    functionDefinition ? [{ ...functionDefinition, method, path: String(path) }] : [],
  )

  const functions = definitions.map(({ name, description, parameters }) => {
    // The strict mode of function calling rejects these keywords. The operations still enforce them.
    const isStrict = (keyword: string) => !/^max(?:Items|Length)$/.test(keyword)
    const strict = JSON.stringify(parameters, (key, value) => (isStrict(key) ? value : undefined))
    return { name, description, strict: true, parameters: JSON.parse(strict) as object }
  })

  const endpoints = Object.fromEntries(definitions.map(({ name, method, path }) => [name, { method, path }]))

  const FunctionList = closedObject(
    {
      functions: Type.Array(
        closedObject({
          name: Type.String(),
          description: Type.String(),
          strict: Type.Boolean(),
          parameters: Type.Object({}, { additionalProperties: true, description: 'A JSON Schema.' }),
        }),
        {
          description:
            'The function definitions. For the Anthropic API, rename `parameters` to `input_schema`.',
        },
      ),
      endpoints: Type.Record(Type.String(), closedObject({ method: Type.String(), path: Type.String() }), {
        description: 'The endpoint of each function, by name. Send the parameters as the body of a POST.',
      }),
    },
    {
      $id: 'FunctionList',
      description: 'Function definitions and their endpoints.',
      examples: [{ functions: functions.slice(0, 1), endpoints }],
    },
  )

  return defineOperation({
    id: 'listFunctions',
    method: 'GET',
    path: '/api/functions',
    access: 'changes:read',
    tag: 'Assistants',
    summary: 'Get function definitions for language models',
    description:
      'Returns three function definitions for the strict mode of function calling. Their parameters are the schemas of the request bodies, without maximum sizes, which strict mode does not support.',
    input: {},
    result: { description: 'The function definitions.', schema: FunctionList },
    errors: [],
    run: () => uncached<Static<typeof FunctionList>>({ functions, endpoints }),
  })
}
