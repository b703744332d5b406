import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { getDexAlpha, readTokens } from "./answer"
import type { dexAlphaContract } from "./contract"
import { dexDecision, dexQueryDecision } from "./version"

export const dexAlpha: PaidEndpoint<typeof dexAlphaContract> = {
  answer: getDexAlpha,
  async version(_, { tokens, nowMs }) {
    const sweep = await readTokens(tokens)
    return { ...dexDecision(sweep.value, nowMs), dataAsOfMs: sweep.asOfMs }
  },
  queryDecision: async (query, { tokens, nowMs }) => dexQueryDecision(query, (await readTokens(tokens)).value, nowMs),
  isQueryDecisionWhole: true,
  provenance: {
    source: "DexScreener, GeckoTerminal",
    window: "newest reading",
    parts: {
      "tokens[].security.*": { source: "the provider that it names", window: "at `checked_at`" },
      "tokens[].components.*": { source: "open score" },
      "counts.excluded.*": { unit: "count" },
    },
  },
}
