export type Connecting<C> = {
  /** Requests accounts in the same task; `null` when the user stopped waiting. Never rejects. */
  readonly begin: (connector: C) => Promise<ConnectAnswer | null>
  /** Stops waiting for the wallet. */
  readonly stop: () => void
}

type ConnectAnswer =
  | { readonly kind: "connected"; readonly accounts: readonly string[] }
  | { readonly kind: "failed"; readonly error: unknown }

type ConnectingParts<C> = {
  readonly connect: (connector: C) => Promise<readonly string[]>
  /** Disconnects a wallet that answered too late. */
  readonly leave: (connector: C) => void
}

/** Connects one wallet at a time. A late answer does not replace a wallet that was chosen since. */
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
