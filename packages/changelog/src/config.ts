// Defines the config of the changelog service. `.env.example` and `docs/configuration.md` must list the same
// variables.
import { basePathVariable, portVariable, sharedConfig, stringEnum } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

/** A variable that is empty by default. */
const optionalText = (description: string) => Type.String({ default: '', description })

export const ChangelogConfig = Type.Object({
  CHANGELOG_HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on.' }),
  CHANGELOG_PORT: portVariable(8001),
  CHANGELOG_BASE_PATH: basePathVariable(),
  REPOSITORY_PATH: Type.String({
    default: '.',
    description:
      'The folder of the git repository, relative to the root of the project. The default is this repository.',
  }),
  CHANGELOG_PATH: Type.String({
    default: 'CHANGELOG.md',
    description: 'The changelog file, relative to the repository. It must be inside the repository.',
  }),
  CHANGELOG_PACKAGES: optionalText(
    'The packages of the repository, as `<name>=<folder>`, separated by commas. Each has the changelog `<folder>/CHANGELOG.md`. The folder `.` has `CHANGELOG_PATH`, and the paths of no other package.',
  ),
  CHANGELOG_ENTRY_TYPES: Type.String({
    default: 'Added,Changed,Removed',
    description:
      'The types that new entries can have, separated by commas: `Added`, `Changed`, `Deprecated`, `Removed`, `Fixed`, `Security`.',
  }),
  CHANGELOG_CATEGORIES: stringEnum(['always', 'if-used'], {
    default: 'always',
    description:
      'Which new entries get the heading of their type: `always` each one, or, with `if-used`, none in a file whose newest versions have no such headings.',
  }),
  CHANGELOG_API_KEYS: optionalText(
    'The accepted API keys, as `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas.',
  ),
  CHANGELOG_JWT_SECRET: optionalText(
    'The secret of HS256 tokens, at least 32 random bytes, such as the output of `openssl rand -hex 32`. When empty, no token is accepted.',
  ),
  CHANGELOG_JWT_ISSUER: optionalText('The required `iss` of tokens. When empty, `iss` is not checked.'),
  CHANGELOG_JWT_AUDIENCE: optionalText('The required `aud` of tokens. When empty, `aud` is not checked.'),
  CHANGELOG_OIDC_ISSUER: optionalText(
    'The issuer of the ID tokens of a CI system, such as `https://token.actions.githubusercontent.com`. When empty, no ID token is accepted.',
  ),
  CHANGELOG_OIDC_AUDIENCE: optionalText('The required `aud` of ID tokens, such as the URL of this service.'),
  CHANGELOG_OIDC_RULES: optionalText(
    'The scopes of ID tokens by their claims, as `<claim>=<value>,<claim>=<value> => <scope> <scope>`, separated by semicolons.',
  ),
  CHANGELOG_IDEMPOTENCY_HOURS: Type.Number({
    default: 24,
    exclusiveMinimum: 0,
    description: 'How long the response to a request with `Idempotency-Key` is kept, in hours.',
  }),
  CHANGELOG_STATE_DIR: optionalText(
    'The folder in which responses to requests with `Idempotency-Key` are kept. When empty, it is a folder in the git directory.',
  ),
  CHANGELOG_RELEASE_MODE: stringEnum(['file', 'commit', 'push'], {
    default: 'file',
    description:
      'What a release changes: the `file` alone; also a `commit` and a tag; or these and a `push` of every change to a remote.',
  }),
  CHANGELOG_COMMIT_MESSAGE: Type.String({
    default: 'Release {version}',
    pattern: '\\S',
    description:
      'The message of the commit and of the tag of a release. `{version}` is the version, `{path}` the path of the changelog, `{versions}` the packages with their versions, and `\\n` a line break.',
  }),
  CHANGELOG_UPDATE_MESSAGE: Type.String({
    default: 'Update {path}',
    pattern: '\\S',
    description: 'The message of the commit of an update, in the release mode `push`. It has no `{version}`.',
  }),
  CHANGELOG_TAG: Type.String({
    default: 'v{version}',
    description:
      'The name of the tag of a release. It must contain `{version}` and, with packages, `{package}`: then the default is `{package}@{version}`. In each release mode, tags of this form are the base of the list of changes.',
  }),
  CHANGELOG_PRERELEASE: stringEnum(['keep', 'fold'], {
    default: 'keep',
    description:
      'What a release does with the sections of its pre-releases: `keep` them, or `fold` them into its own section.',
  }),
  CHANGELOG_GIT_NAME: optionalText(
    'The name of the author of commits and tags. When empty, it is `user.name` of git.',
  ),
  CHANGELOG_GIT_EMAIL: optionalText(
    'The email address of the author of commits and tags. When empty, it is `user.email` of git.',
  ),
  CHANGELOG_GIT_HOOKS: Type.Boolean({
    default: false,
    description:
      'Whether the hooks of the repository run for commits and pushes, and whether its git config can request signatures.',
  }),
  CHANGELOG_REMOTE: Type.String({
    default: 'origin',
    pattern: '^[A-Za-z0-9_][A-Za-z0-9._/-]*$',
    description: 'The remote that the release mode `push` pushes to.',
  }),
  CHANGELOG_PUSH_BRANCH: optionalText(
    'The branch that the release mode `push` pushes a release to, such as `release/{version}`, without a tag. When empty, it is the branch that is checked out.',
  ),
  CHANGELOG_PUSH_ATTEMPTS: Type.Integer({
    default: 5,
    minimum: 1,
    maximum: 100,
    description: 'Maximum number of pushes of a change while other clones push theirs.',
  }),
  CHANGELOG_RATE_LIMIT_MAX: Type.Integer({
    default: 300,
    minimum: 0,
    description:
      'Maximum number of requests per minute and caller, or IP address without a caller. `0` disables the limit.',
  }),
  ...sharedConfig,
})
export type ChangelogConfig = Readonly<Static<typeof ChangelogConfig>>
