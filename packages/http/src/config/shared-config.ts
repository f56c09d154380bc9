// Defines the config variables that every service has. A service spreads them into its own schema.
import { Type } from '@sinclair/typebox'
import { stringEnum } from '../input/schemas.ts'

export const sharedConfig = {
  TRUST_PROXY: Type.Boolean({
    default: false,
    description:
      'Whether to take the client address from `X-Forwarded-For`. Enable it only behind a proxy that you control.',
  }),
  RATE_LIMIT_REDIS_URL: Type.String({
    default: '',
    pattern: '^(rediss?://.+)?$',
    description:
      'The URL of a Redis in which all processes of a service count requests, such as `redis://127.0.0.1:6379`. When empty, each process counts its own.',
  }),
  LOG_LEVEL: stringEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The lowest level to log.',
  }),
  LOG_REQUESTS: Type.Boolean({
    default: false,
    description: 'Whether to log one line per request. Errors are always logged.',
  }),
}

/** The schema of the port variable of a service. */
export function portVariable(port: number) {
  return Type.Integer({
    default: port,
    minimum: 0,
    maximum: 65_535,
    description: 'The port to listen on. `0` selects a free port. The ready line shows it.',
  })
}
