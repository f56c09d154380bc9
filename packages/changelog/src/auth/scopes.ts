// Defines the scopes and the callers of this service.
export const SCOPES = ['changes:read', 'changelog:write', 'release:create'] as const
export type Scope = (typeof SCOPES)[number]

/** The sender of a request: the id of an API key or the subject of a token, with its scopes. */
export interface Caller {
  readonly id: string
  readonly scopes: ReadonlySet<string>
}
