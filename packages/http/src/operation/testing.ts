// Operations in tests: called without HTTP, and held to the errors that they declare.
import { AppError } from '@qb/core/errors'
import { expect } from 'vitest'
import { listErrors } from './describe.ts'
import type { Result } from './result.ts'

type CheckedOperation<Context> = Parameters<typeof listErrors>[0] & {
  readonly id: string
  run(input: never, context: Context): Result | Promise<Result>
}

/** The operation, with a `run` that fails the current test when it ends in an error that is not declared. */
export function checkErrors<Context, O extends CheckedOperation<Context>>(operation: O): O {
  const declared = listErrors(operation).map(({ code }) => code)
  const check = (error: unknown): never => {
    if (error instanceof AppError) expect.soft(declared, `errors of ${operation.id}`).toContain(error.code)
    throw error
  }
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      return check(error)
    }
  }
  const checkRender = (result: Result): Result =>
    result.cache === 'none' ? result : { ...result, render: () => attempt(result.render) }
  const run: CheckedOperation<Context>['run'] = (input, context) => {
    const result = attempt(() => operation.run(input, context))
    return result instanceof Promise ? result.then(checkRender, check) : checkRender(result)
  }
  return { ...operation, run }
}

/** The value of a result; a text is returned as it is. */
export async function readValue(result: Result | Promise<Result>): Promise<unknown> {
  const settled = await result
  const content = settled.cache === 'none' ? settled.content : settled.render()
  if ('value' in content) return content.value
  const body = 'json' in content ? content.json : content.text
  const text = typeof body === 'string' ? body : Buffer.concat(body).toString()
  return 'json' in content ? JSON.parse(text) : text
}

/** Whether a URL has the path of an operation. */
export function hasPath(url: string, path: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(url)
}
