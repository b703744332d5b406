export type RecordFilter = {
  readonly kind: "live_paper" | "replay"
  readonly horizon: "24h" | "7d"
  readonly coin: "all" | "BTC" | "ETH" | "SOL"
}

/** The URL of a record endpoint with these filters. */
export function recordPath(path: string, { kind, horizon, coin }: RecordFilter): string {
  return `${path}?${new URLSearchParams({ kind, horizon, coin }).toString()}`
}
