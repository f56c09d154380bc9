// The settings that every service has, to be spread into an app's own schema.
import { Type } from '@sinclair/typebox'
import { stringEnum } from './schemas.ts'

export const sharedSettings = {
  TRUST_PROXY: Type.Boolean({
    default: false,
    description: 'Take a client’s address from X-Forwarded-For; only behind a proxy of yours.',
  }),
  LOG_LEVEL: stringEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The least urgent log lines to write.',
  }),
  LOG_REQUESTS: Type.Boolean({
    default: false,
    description: 'Write one line per request; errors are logged in any case.',
  }),
}

/** The setting of the port that a service listens on. */
export function portSetting(port: number) {
  return Type.Integer({
    default: port,
    minimum: 0,
    maximum: 65_535,
    description: 'The port to listen on; 0 picks a free one, which the ready line names.',
  })
}
