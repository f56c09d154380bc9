// The scopes of this service, and its callers.
export const SCOPES = ['changes:read', 'changelog:write', 'release:create'] as const
export type Scope = (typeof SCOPES)[number]

/** Who sends a request: the id of a key or the subject of a token, and its scopes. */
export interface Caller {
  readonly id: string
  readonly scopes: ReadonlySet<string>
}
