import { round } from "@/lib/domain/round"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { feedDecision } from "@/lib/usecases/feed-decision"
import { DERIVATIVES_METHOD_VERSION, getDerivatives, readDerivatives, requirePrice } from "./answer"
import type { derivativesContract } from "./contract"

const VENUE = "the venue that it names"

export const derivatives: PaidEndpoint<typeof derivativesContract> = {
  answer: getDerivatives,
  // Open interest always changes, so a version is a settlement or another venue. Its weights change the mean in digits that no
  // answer shows.
  version: ({ coin }, ports) =>
    feedDecision(DERIVATIVES_METHOD_VERSION, [
      requirePrice(coin, ports).then(() => null),
      readDerivatives(coin, ports, ports.nowMs).then(({ funding, interest }) => {
        const newest = funding.series.at(-1)
        return {
          value: [newest && [newest.atMs, round(newest.fundingPctPer8h, 4)], interest.parts.map(({ venue }) => venue)],
          asOfMs: Math.max(...interest.parts.map(({ atMs }) => atMs)),
        }
      }),
    ]),
  provenance: {
    source: VENUE,
    window: "newest value",
    parts: {
      price: { source: "price feed", window: "at the answer" },
      "open_interest.venues[].value": { unit: "coins" },
      "basis.venues[].value": { unit: "percent" },
      "long_short.ratio": { unit: "ratio" },
      "long_short.venues[].value": { unit: "ratio" },
      "taker.*buy_share_24h": { unit: "fraction, 0–1", window: "24 closed hours" },
      "taker.*_base_24h": { unit: "coins", window: "24 closed hours" },
      "taker.*": { window: "24 closed hours" },
      "crowding.percentile": { unit: "fraction, 0–1", window: "30d" },
      "liquidations.venues[].value": { unit: "coins", window: "24h" },
      "carry[].basis_annual_pct": { window: "newest basis, 3 times a day, 365 days" },
      "carry[].*": { window: "settlements of 7 or 30 days" },
      "crowding.*": { window: "30d" },
      "history_30d.open_interest_base.*.value": { unit: "coins", window: "last of 1d" },
      "history_30d.funding_8h_pct.*.value": { unit: "percent per 8 h", window: "1d mean" },
      "history_30d.basis_pct.*.value": { unit: "percent", window: "last of 1d" },
      "history_30d.long_short_ratio.*.value": { unit: "ratio", window: "last of 1d" },
      "history_30d.taker_buy_share.*.value": { unit: "fraction, 0–1", window: "1d" },
      "history_30d.liquidations_base.*.value": { unit: "coins", window: "1d sum" },
      "history_30d.*": { window: "30d" },
    },
  },
}
