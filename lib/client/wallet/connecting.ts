export type Connecting<C> = {
  /** Asks a wallet for its accounts, in the same task; `null` when nobody waits for that any more. Never rejects. */
  readonly begin: (connector: C) => Promise<ConnectAnswer | null>
  /** Gives up on a wallet that does not answer. */
  readonly stop: () => void
}

type ConnectAnswer =
  | { readonly kind: "connected"; readonly accounts: readonly string[] }
  | { readonly kind: "failed"; readonly error: unknown }

type ConnectingParts<C> = {
  readonly connect: (connector: C) => Promise<readonly string[]>
  /** Takes back a connection that came about after all. */
  readonly leave: (connector: C) => void
}

/** Waits for one wallet at a time. One that answers late does not take the place of what was chosen since. */
export function createConnecting<C>({ connect, leave }: ConnectingParts<C>): Connecting<C> {
  let awaited: C | null = null
  return {
    async begin(connector) {
      awaited = connector
      const answer = await connect(connector).then(
        (accounts) => ({ kind: "connected", accounts }) as const,
        (error: unknown) => ({ kind: "failed", error }) as const,
      )
      if (awaited === connector) return answer
      if (answer.kind === "connected") leave(connector)
      return null
    },
    stop() {
      awaited = null
    },
  }
}
