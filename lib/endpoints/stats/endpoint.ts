import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { RECORD, SERVICE } from "@/lib/endpoints/provenance"
import { atAge } from "@/lib/usecases/record-answer"
import { getStats } from "./answer"
import type { statsContract } from "./contract"

export const stats: FreeEndpoint<typeof statsContract> = {
  async answer(params, { figures }) {
    const record = await figures()
    return atAge(await record.cached("stats", params, () => getStats(params, record)), record.nowMs)
  },
  maxAgeS: 5,
  provenance: {
    ...RECORD,
    parts: {
      "definitions.*": SERVICE,
      "costs.*": SERVICE,
      "backtest.measured[].value": { unit: "as its unit says" },
      "backtest.measured[].noise95": { unit: "as its unit says" },
      "backtest.measured[].ci95*": { unit: "as its unit says" },
      "backtest.measured*": { source: "npm run goals", window: "the period of its data" },
      "backtest.*": { source: "npm run backtest, study of the method", window: "the period that it names" },
      "significance.bootstrap.mean_block": { unit: "4h closes" },
      "compared.*.ci95*": { unit: "fraction, 0–1" },
      "compared.interval_score_difference*": { unit: "fraction of the price" },
      "compared.*qlike*": { unit: "score" },
      "markets.*.ci95*": { unit: "score" },
      "markets.*.difference*": { unit: "score" },
      "*ranges.ci95*": { unit: "fraction, 0–1" },
      "calibration.bins[].ci95*": { unit: "fraction, 0–1" },
      "*.interval_score": { unit: "fraction of the price" },
    },
  },
}
