// The typed clients of both services. They run in browsers and in Node.
export { createChangelogClient } from './changelog/client.ts'
export { ChangelogError, type ChangelogErrorStatus } from './changelog/errors.ts'
export type * from './changelog/types.ts'
export { ApiError, InvalidResponseError, NetworkError, type ResponseFacts } from './errors.ts'
export type { CallOptions, ClientOptions, Fetch, RetryOptions } from './options.ts'
export { createQuestionsClient } from './questions/client.ts'
export { type Issue, QuestionsError, type QuestionsErrorCode } from './questions/errors.ts'
export type * from './questions/types.ts'
