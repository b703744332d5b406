/** What is real in a deployment. In live mode the market is always live. */
export type Deployment = { readonly mode: "sandbox" | "live"; readonly market: "simulated" | "live" }

/** What a sandbox says of itself: `simulated market, play money`. `null` in live mode, where money is real. */
export function sandboxSummary({ mode, market }: Deployment): string | null {
  if (mode === "live") return null
  return market === "live" ? "real market data, play money" : "simulated market, play money"
}

/** Adds `market: "live"` to an answer that names its mode, in a sandbox that reads real providers. */
export function withMarketLabel<T>(answer: T, { mode, market }: Deployment): T {
  if (mode === "live" || market === "simulated") return answer
  return typeof answer === "object" && answer !== null && "mode" in answer ? { ...answer, market } : answer
}
