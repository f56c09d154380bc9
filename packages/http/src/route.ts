// A route as a value: its schemas type its handler, and app.ts lists it where everyone sees it.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  ContextConfigDefault,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify'

/** A route whose handler is typed by its own schemas. */
export type TypedRoute<S extends FastifySchema> = RouteOptions<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  S,
  TypeBoxTypeProvider
>

/** A request as a guard sees it. */
export type Request = FastifyRequest

/** An answer in the making. */
export type Reply = FastifyReply

/** What a request must pass before its body is read; it throws what is to be answered. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Any route, ready to be listed beside others. */
export type Route = Parameters<FastifyInstance['route']>[0]

/** Writes down a route; its schemas become the types of its query, params, body and answers. */
export function route<const S extends FastifySchema>(options: TypedRoute<S>): Route {
  return options as unknown as Route
}
