export type Listener = (message: string) => void

/** Listeners by topic. */
export type Listeners = {
  readonly add: (topic: string, listener: Listener) => () => void
  readonly tell: (topic: string, message: string) => void
}

export function createListeners(): Listeners {
  const byTopic = new Map<string, Set<Listener>>()
  return {
    add(topic, listener) {
      const own = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
    tell(topic, message) {
      for (const listener of byTopic.get(topic) ?? []) listener(message)
    },
  }
}
