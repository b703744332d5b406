/** Whether the market and the money of a deployment are real. In live mode the market is always live. */
export type Deployment = { readonly mode: "sandbox" | "live"; readonly market: "simulated" | "live" }

/** A summary of a sandbox such as `simulated market, play money`; `null` in live mode. */
export function sandboxSummary({ mode, market }: Deployment): string | null {
  if (mode === "live") return null
  return market === "live" ? "real market data, play money" : "simulated market, play money"
}

/** Adds `market: "live"` beside the mode of an answer or of its `meta`, in a sandbox that reads real providers. */
export function withMarketLabel<T>(answer: T, deployment: Deployment): T {
  const { mode, market } = deployment
  if (mode === "live" || market === "simulated" || typeof answer !== "object" || answer === null) return answer
  return {
    ...answer,
    ...("mode" in answer && { market }),
    ...("meta" in answer && { meta: withMarketLabel(answer.meta, deployment) }),
  }
}
