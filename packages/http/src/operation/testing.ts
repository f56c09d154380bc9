// Helpers for tests of operations. They check the errors that an operation throws, and read results without
// HTTP.
import { AppError, type ErrorDefinition } from '@qb/core/errors'
import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { listErrors } from './describe.ts'
import type { Operation } from './operation.ts'
import { type Result, readValue as readSettledValue } from './operation.ts'

type CheckedOperation<Context> = Parameters<typeof listErrors>[0] & {
  readonly id: string
  run(input: never, context: Context): Result | Promise<Result>
}

/**
 * Wraps an operation so that the current test fails when `run` or `render` throws an error that is not
 * declared.
 */
export function checkErrors<Context, O extends CheckedOperation<Context>>(operation: O): O {
  const declared = listErrors(operation).map(({ code }) => code)
  const check = (error: unknown): never => {
    if (error instanceof AppError) expect.soft(declared, `errors of ${operation.id}`).toContain(error.code)
    throw error
  }
  const runChecked = <T>(action: () => T): T => {
    try {
      return action()
    } catch (error) {
      return check(error)
    }
  }
  const checkRender = (result: Result): Result =>
    result.cache === 'none' ? result : { ...result, render: () => runChecked(result.render) }
  const run: CheckedOperation<Context>['run'] = async (input, context) => {
    try {
      return checkRender(await operation.run(input, context))
    } catch (error) {
      return check(error)
    }
  }
  return { ...operation, run }
}

/**
 * Tests that each operation declares each error once, and that a request can cause it.
 * @param requests the errors of each operation, each with a request that causes it
 * @param assertError sends the request, and checks the response
 */
export function testDeclaredErrors<R, O extends CheckedOperation<never>>(
  operations: readonly O[],
  requests: Readonly<Record<string, readonly (readonly [ErrorDefinition, R])[]>>,
  assertError: (request: R, error: ErrorDefinition, operation: O) => Promise<unknown>,
): void {
  describe.each(operations.map((operation) => ({ id: operation.id, operation })))('$id', ({ operation }) => {
    const byError = new Map(requests[operation.id])
    const declared = listErrors(operation)

    it('declares each error once, and has a request here for each of them', () => {
      const codes = declared.map(({ code }) => code)
      expect(new Set(codes).size).toBe(codes.length)
      expect([...byError.keys()].map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    })

    it.each(declared)('can return $code', async (error) => {
      const request = byError.get(error) ?? expect.unreachable()
      await assertError(request, error, operation)
    })
  })
}

/** Lists the schemas of the inputs and results of operations. */
export function listSchemas(
  operations: readonly Pick<Operation<never, string>, 'input' | 'result'>[],
): TSchema[] {
  return operations.flatMap(({ input, result }) => [
    ...Object.values(input as Record<string, TSchema>),
    ...(result.schema ? [result.schema] : []),
  ])
}

/** Returns the schemas that are not valid JSON Schema, with their errors. A service does not check them when it starts. */
export function findInvalidSchemas(schemas: readonly TSchema[]): string[] {
  const ajv = new Ajv()
  return schemas.flatMap((schema) =>
    ajv.validateSchema(schema) ? [] : [`${ajv.errorsText(ajv.errors)}: ${JSON.stringify(schema)}`],
  )
}

/** Reads the value of a result, as {@link readSettledValue} does. */
export async function readValue(result: Result | Promise<Result>): Promise<unknown> {
  return readSettledValue(await result)
}

/** Whether a URL matches the path template of an operation. */
export function hasPath(url: string, path: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(url)
}
