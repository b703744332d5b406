import { YIELDS_METHOD_VERSION } from "@/lib/domain/defi/scan-yields"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { digestOf, feedDecision } from "@/lib/usecases/feed-decision"
import { getYields, readPools } from "./answer"
import type { yieldsContract } from "./contract"

export const yields: PaidEndpoint<typeof yieldsContract> = {
  answer: getYields,
  version: (_, { pools, trust, treasuryBill }) =>
    feedDecision(YIELDS_METHOD_VERSION, [
      readPools(pools).then(digestOf),
      trust.read().then(digestOf),
      treasuryBill.read().then(digestOf),
    ]),
  provenance: {
    source: "DefiLlama",
    window: "newest reading",
    parts: {
      "*.apy_sigma": { unit: "percentage points" },
      "*.probability_pct": { source: "DefiLlama's prediction" },
      "*tbill_3m_pct": { source: "FRED or the US Treasury" },
      "*.confidence": { unit: "points" },
      "filters_applied.*": { unit: "as in the request", source: "the request" },
    },
  },
}
