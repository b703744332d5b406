import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { CALL } from "@/lib/endpoints/provenance"
import { getOdds, checkOdds } from "./answer"
import type { oddsContract } from "./contract"
import { oddsVersion } from "./version"

export const odds: PaidEndpoint<typeof oddsContract> = {
  answer: getOdds,
  check: checkOdds,
  version: async ({ coin }, { reading }) => oddsVersion(await reading(coin)),
  provenance: {
    ...CALL,
    parts: {
      "levels[].level": { unit: "US dollars", source: "the request" },
      "levels[].p_*": { source: "observed frequencies, fitted model", window: "from now to `until`" },
      "levels[].measured.*_error": {
        unit: "fraction, 0.01 is 1%",
        source: "npm run odds-errors",
        window: "`measured_on`",
      },
      "levels[].measured.*": { source: "npm run odds-errors", window: "`measured_on`" },
      "measured_on.*": { source: "npm run odds-errors", window: "data after the fit" },
      "forecast.*": { source: "fitted model, candles", window: "at the 4h close" },
    },
  },
}
