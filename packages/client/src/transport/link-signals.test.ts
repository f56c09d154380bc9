import { describe, expect, it } from 'vitest'
import { linkSignals } from './link-signals.ts'

describe('linkSignals', () => {
  it('returns the only signal', () => {
    const { signal } = new AbortController()
    expect(linkSignals(signal, undefined).signal).toBe(signal)
    expect(linkSignals(undefined, signal).signal).toBe(signal)
    expect(linkSignals(undefined, undefined).signal).toBeUndefined()
  })

  it.each([0, 1])('is aborted with the reason of signal %i', (index) => {
    const controllers = [new AbortController(), new AbortController()] as const
    const { signal } = linkSignals(controllers[0].signal, controllers[1].signal)
    expect(signal?.aborted).toBe(false)
    controllers[index]?.abort('enough')
    expect(signal?.reason).toBe('enough')
  })

  it('is aborted from the start when one of the signals is', () => {
    expect(linkSignals(AbortSignal.abort('early'), new AbortController().signal).signal?.reason).toBe('early')
  })

  it('is not aborted after it was unlinked', () => {
    const controller = new AbortController()
    const { signal, unlink } = linkSignals(controller.signal, new AbortController().signal)
    unlink()
    controller.abort()
    expect(signal?.aborted).toBe(false)
  })
})
