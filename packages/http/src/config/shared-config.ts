// The config variables of every service. A service spreads them into its own schema.
import { Type } from '@sinclair/typebox'
import { stringEnum } from '../input/schemas.ts'

export const sharedConfig = {
  TRUST_PROXY: Type.Boolean({
    default: false,
    description: 'Take the address of a client from `X-Forwarded-For`. Only behind a proxy of yours.',
  }),
  LOG_LEVEL: stringEnum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The lowest level that is logged.',
  }),
  LOG_REQUESTS: Type.Boolean({
    default: false,
    description: 'Log one line per request. Errors are always logged.',
  }),
}

/** The config variable for the port of a service. */
export function portVariable(port: number) {
  return Type.Integer({
    default: port,
    minimum: 0,
    maximum: 65_535,
    description: 'The port to listen on. `0` picks a free one, which the ready line shows.',
  })
}
