// The query parameters of the questions service as JSON Schema, for the peers that validate them.

export const QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    count: { type: 'integer', minimum: 1, maximum: 20 },
    random: { type: 'boolean' },
    offset: { type: 'integer', minimum: 0 },
    seed: { type: 'string', minLength: 1, maxLength: 128 },
    difficulty: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 100 } },
    topic: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 100 } },
    answers: { type: 'string', enum: ['visible', 'hidden'] },
    shuffle_options: { type: 'boolean' },
    answer: { type: 'string' },
  },
} as const

/** The query of a request, after validation. */
export interface PeerQuery {
  readonly limit?: number
  readonly count?: number
  readonly random?: boolean
  readonly seed?: string
  readonly answers?: 'visible' | 'hidden'
  readonly shuffle_options?: boolean
}
