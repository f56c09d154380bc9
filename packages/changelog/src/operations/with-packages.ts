// Adds the parameter `package` to operations, and the member `packages` to the one that creates releases. An operation runs with the
// changelog of a package as with that of a repository.
import { AppError } from '@qb/core/errors'
import { closedObject, HTTP_ERRORS, type RequestKey, stringEnum, uncached } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import type { ChangelogContext, ChangelogOperation } from '../context.ts'
import { joinMessages } from '../packages.ts'
import type { OperationSettings } from '../settings.ts'
import { describeReleases, toReleaseOptions, versionChoice } from './create-release.ts'

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

/** Returns the operation with the member, so that one commit releases several packages. Without packages, it is the operation itself. */
export function withPackages<O>(
  operation: O,
  { packages: names, folds, commitMessage: template }: OperationSettings,
): O {
  if (names.length === 0) return operation
  const { input, functionDefinition, run, ...rest } = operation as ChangelogOperation
  const Choice = closedObject({
    package: stringEnum(names),
    ...Type.Partial(Type.Object(versionChoice)).properties,
  })
  const packages = Type.Array(Choice, {
    minItems: 1,
    maxItems: names.length,
    description:
      'The packages to release with one commit and one push: all of them, or none. In place of `package` and what determines its version. Only in the release mode `push`, without `CHANGELOG_PUSH_BRANCH`.',
  })
  type Body = {
    readonly packages?: readonly Static<typeof Choice>[]
    readonly dry_run?: boolean
  } & Parameters<ChangelogOperation['run']>[0]
  const wrapped: ChangelogOperation = {
    ...rest,
    input: { ...input, body: closedObject({ ...input.body?.properties, packages: Type.Optional(packages) }) },
    ...(functionDefinition && {
      functionDefinition: {
        ...functionDefinition,
        alternatives: { version_bump: ['version', 'packages'], package: ['packages'] },
      },
    }),
    async run(body: Body, context: ChangelogContext) {
      const { packages: chosen, dry_run: isDryRun = false, precondition, requestKey, ...others } = body
      const { releaseTogether, now } = context
      if (chosen === undefined) return run(body, context)
      if (!releaseTogether) {
        const setting = 'CHANGELOG_RELEASE_MODE=push, without CHANGELOG_PUSH_BRANCH'
        const message = `packages: expected ${setting}, to release several; release one package at a time`
        throw new AppError(HTTP_ERRORS.invalid_body, message)
      }
      const selected = chosen.map((one) => one.package)
      const problem =
        Object.keys(others).map((name) => `expected no ${name} beside it`)[0] ??
        (precondition && 'expected no If-Match, because each package has a revision of its own') ??
        selected.flatMap((name, index) => (selected.indexOf(name) < index ? `expected ${name} once` : []))[0]
      if (problem) throw new AppError(HTTP_ERRORS.invalid_body, `packages: ${problem}`)
      const targets = chosen.map(({ package: name, ...choice }) => {
        const { package: one, changelog } = context.packages.get(name) ?? context
        return { changelog, release: toReleaseOptions(choice, { package: one, now }, folds) }
      })
      const templateOf = (versions: readonly string[]) => joinMessages(template, selected, versions)
      const request = { targets, idempotencyKey: requestKey, isDryRun, templateOf }
      const { outcomes, isReplayed, git } = await releaseTogether(request)
      const { commit } = outcomes[0] ?? {}
      const result = {
        ...describeReleases(selected, outcomes),
        ...(commit !== undefined && { commit }),
        ...(isDryRun && { dry_run: true as const, diff: outcomes.map(({ diff }) => diff).join('') }),
        ...(git && { git }),
      }
      return uncached(result, undefined, isReplayed)
    },
  }
  return wrapped as O
}
