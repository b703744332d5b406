import { RECOMMEND_METHOD_VERSION } from "@/lib/domain/defi/recommend"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { readPools } from "@/lib/endpoints/yields/answer"
import { digestOf, feedDecision } from "@/lib/usecases/feed-decision"
import { getDefiRecommend, readTrust } from "./answer"
import type { defiRecommendContract } from "./contract"

export const defiRecommend: PaidEndpoint<typeof defiRecommendContract> = {
  answer: getDefiRecommend,
  version: (_, { pools, trust, treasuryBill }) =>
    feedDecision(RECOMMEND_METHOD_VERSION, [
      readPools(pools).then(digestOf),
      readTrust(trust).then(digestOf),
      treasuryBill.read().then(digestOf),
    ]),
  provenance: {
    source: "DefiLlama, limits of the profile",
    window: "newest reading",
    parts: {
      "constraints.*": { source: "the profile" },
      amount_usd: { source: "the request" },
      horizon_days: { source: "the request" },
      "comparison.tbill_3m_pct": { source: "FRED or the US Treasury" },
    },
  },
}
