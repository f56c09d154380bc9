// What a caller may be allowed to do.
export const SCOPES = ['changes:read', 'changelog:write', 'release:create'] as const
export type Scope = (typeof SCOPES)[number]

/** Who asks: a key's id or a token's subject, and what it may do. */
export interface Caller {
  readonly id: string
  readonly scopes: ReadonlySet<string>
}
