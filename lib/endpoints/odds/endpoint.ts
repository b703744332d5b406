import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { CALL, SERVICE } from "@/lib/endpoints/provenance"
import { getOdds, checkOdds } from "./answer"
import type { oddsContract } from "./contract"
import { oddsVersion } from "./version"

const QUOTES = { source: "event contracts of Kalshi", window: "at `markets.as_of`" } as const

export const odds: PaidEndpoint<typeof oddsContract> = {
  answer: getOdds,
  check: checkOdds,
  version: async ({ coin }, { reading }) => oddsVersion(await reading(coin)),
  provenance: {
    ...CALL,
    parts: {
      hours: { source: "the request", window: "from the answer" },
      until: { source: "the request", window: "from the answer" },
      sigma_pct: { source: "fitted model, candles", window: "from the answer to `until`" },
      "levels[].level": { unit: "US dollars", source: "the request", window: "at the answer" },
      "levels[].side": { source: "the request and the price of the answer", window: "at the answer" },
      "levels[].distance_pct": { source: "the request and the price of the answer", window: "at the answer" },
      "levels[].p_*": { source: "observed frequencies, fitted model", window: "from now to `until`" },
      "levels[].measured.*_error": {
        unit: "fraction, 0.01 is 1%",
        source: "npm run odds-errors",
        window: "`measured_on`",
      },
      "levels[].measured.*": { source: "npm run odds-errors", window: "`measured_on`" },
      "markets.questions[].p_forecast": { source: "observed frequencies, fitted model", window: "from now to `until`" },
      "markets.questions[].level": { ...QUOTES, unit: "US dollars" },
      "markets.questions[].yes_pays_above": { ...QUOTES, unit: "fraction, 0–1" },
      "markets.questions[].no_pays_below": { ...QUOTES, unit: "fraction, 0–1" },
      "markets.questions[].yes_*": { ...QUOTES, unit: "US dollars of a contract that pays $1" },
      "markets.questions[].*": QUOTES,
      "markets.as_of": QUOTES,
      "markets.left_out[].*": SERVICE,
      "markets.*": SERVICE,
      markets_missing: SERVICE,
      "measured_on.*": { source: "npm run odds-errors", window: "data after the fit" },
      "forecast.*": { source: "fitted model, candles", window: "at the 4h close" },
    },
  },
}
