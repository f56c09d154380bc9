// The typed clients of both services. They run in browsers and in Node.
export { type ChangelogClient, createChangelogClient } from './changelog/client.ts'
export { ChangelogError, type ChangelogErrorStatus } from './changelog/errors.ts'
export type {
  Change,
  ChangelogClientOptions,
  ChangelogEntry,
  ChangelogHealth,
  ChangelogHistory,
  ChangesOptions,
  Credential,
  FunctionList,
  HistoryOptions,
  NewEntry,
  Release,
  ReleasePreview,
  ReleaseResult,
  RepositoryChanges,
  UpdatePreview,
  UpdateResult,
  VersionBump,
  WriteOptions,
} from './changelog/types.ts'
export { ApiError, InvalidResponseError, NetworkError, type ResponseFacts } from './errors.ts'
export type { CallOptions, ClientOptions, Fetch, RetryOptions } from './options.ts'
export { createQuestionsClient, type QuestionsClient } from './questions/client.ts'
export { type Issue, QuestionsError, type QuestionsErrorCode } from './questions/errors.ts'
export type {
  AnswerCheck,
  Answers,
  Categories,
  Category,
  CategoryList,
  Dataset,
  DrawOptions,
  GetOptions,
  HiddenMixedQuestion,
  HiddenQuestion,
  IterateOptions,
  ListOptions,
  MixedQuestion,
  MixedQuestionPage,
  MixOptions,
  Probe,
  Question,
  QuestionPage,
  QuestionsHealth,
} from './questions/types.ts'
