// Adds the parameter `package` to operations. An operation runs with the changelog of a package as with that of a repository.
import { AppError } from '@qb/core/errors'
import { closedObject, HTTP_ERRORS, type RequestKey, stringEnum } from '@qb/http'
import { Type } from '@sinclair/typebox'
import type { ChangelogContext, ChangelogOperation } from '../context.ts'

interface PackageInput {
  readonly package?: string
  readonly requestKey?: RequestKey
}

/** Returns an operation with the parameter. Without packages, it is the operation itself. */
export function withPackage<O>(operation: O, names: readonly string[], root: string | undefined): O {
  if (names.length === 0) return operation
  const { method, input, functionDefinition, run, ...rest } = operation as ChangelogOperation
  const name = stringEnum(names, {
    description: root
      ? `The package. The default is \`${root}\`, which has the paths that belong to no other one.`
      : 'The package, which is required in this repository.',
  })
  const parameter = { package: Type.Optional(name) }
  const part = method === 'GET' ? 'query' : 'body'
  const { examples } = input[part] ?? {}
  const wrapped: ChangelogOperation = {
    ...rest,
    method,
    input: {
      ...input,
      [part]: closedObject({ ...input[part]?.properties, ...parameter }, examples ? { examples } : {}),
    },
    ...(functionDefinition && {
      functionDefinition: {
        ...functionDefinition,
        parameters: closedObject({ ...functionDefinition.parameters.properties, package: name }),
      },
    }),
    run({ package: selected = root, requestKey: key, ...others }: PackageInput, context: ChangelogContext) {
      const parts = selected === undefined ? undefined : context.packages.get(selected)
      // A package has keys of its own, as it has a journal of its own.
      const requestKey = key && { ...key, id: JSON.stringify([selected, key.id]) }
      if (parts) return run({ ...others, ...(requestKey && { requestKey }) }, { ...context, ...parts })
      const error = method === 'GET' ? HTTP_ERRORS.invalid_parameters : HTTP_ERRORS.invalid_body
      const got = selected === undefined ? 'nothing' : JSON.stringify(selected)
      throw new AppError(error, `package: expected one of: ${names.join(', ')}; got ${got}`)
    },
  }
  return wrapped as O
}
