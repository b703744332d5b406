export type Lane = "browser" | "service" | "chain"

/** What a message holds. */
export type Part =
  /** An x402 header with its value as sent. */
  | { readonly kind: "x402"; readonly name: string; readonly value: string }
  | { readonly kind: "headers"; readonly lines: readonly (readonly [string, string])[] }
  | { readonly kind: "json"; readonly name: string; readonly value: unknown }
  | { readonly kind: "text"; readonly name: string; readonly text: string }

/** `later`: happens without this browser, in one transaction with other payments. */
export type ArrowState = "done" | "failed" | "waiting" | "later"

/** One message between two lanes, or the work of one lane (`from` equals `to`). */
export type Arrow = {
  readonly id: "ask" | "terms" | "sign" | "pay" | "settle" | "block" | "answer" | "claim"
  readonly from: Lane
  readonly to: Lane
  /** A few words, read from far away: `402 · $0.05`. */
  readonly label: string
  /** What happened, in one or two sentences. */
  readonly note: string
  readonly durationMs: number | null
  readonly state: ArrowState
  readonly parts: readonly Part[]
}

export const laneNames: Readonly<Record<Lane, string>> = { browser: "Browser", service: "Service", chain: "Chain" }
