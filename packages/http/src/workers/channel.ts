// Requests between two processes that are connected by an IPC channel. Each side can send requests, and handles those of
// the other side.

/** One end of an IPC channel: `process` in a worker, a `Worker` of node:cluster in the primary. */
export interface Endpoint {
  send?(message: object, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** Functions that the other side can call by name. Their arguments and results are copied. */
export type Handlers = Readonly<Record<string, (argument: never) => unknown>>

/** Calls functions of the other side. */
export interface Channel {
  /**
   * Calls a function of the other side.
   * @throws Error when the function throws, or when the channel is closed before it has returned
   */
  call(name: string, argument?: unknown): Promise<unknown>
}

interface Request {
  readonly kind: 'qb:request'
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

interface Response {
  readonly kind: 'qb:response'
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

interface Call {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Opens a channel on an endpoint. Other messages, such as those of node:cluster, are ignored. */
export function openChannel(endpoint: Endpoint, handlers: Handlers): Channel {
  const calls = new Map<number, Call>()
  let lastId = 0
  const send = (message: Request | Response, onError: (error: Error) => void) => {
    if (!endpoint.send) return onError(new Error('expected an IPC channel, got a process without one'))
    endpoint.send(message, (error) => {
      if (error) onError(error)
    })
  }
  const fail = (id: number, error: Error) => {
    calls.get(id)?.reject(error)
    calls.delete(id)
  }

  async function respond({ id, name, argument }: Request): Promise<void> {
    // A process that has ended needs no response.
    const reply = (outcome: Partial<Response>) =>
      send({ kind: 'qb:response', id, ...outcome }, () => undefined)
    try {
      const handle = handlers[name]
      if (!handle) throw new Error(`expected one of ${Object.keys(handlers).join(', ')}; got ${name}`)
      reply({ value: await handle(argument as never) })
    } catch (error) {
      reply({ error: (error as Error).message })
    }
  }

  endpoint.on('message', (message) => {
    if (isMessage('qb:request', message)) void respond(message)
    if (!isMessage('qb:response', message)) return
    const { id, error, value } = message
    if (error !== undefined) fail(id, new Error(error))
    calls.get(id)?.resolve(value)
    calls.delete(id)
  })
  endpoint.on('disconnect', () => {
    for (const id of [...calls.keys()]) fail(id, new Error('the other process has ended'))
  })

  return {
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        calls.set(id, { resolve, reject })
        send({ kind: 'qb:request', id, name, argument }, (error) => fail(id, error))
      }),
  }
}

function isMessage<Kind extends string>(
  kind: Kind,
  message: unknown,
): message is Extract<Request | Response, { kind: Kind }> {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind
}
