import { TREASURY_METHOD_VERSION } from "@/lib/domain/treasuries/summarise-treasuries"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { feedDecision } from "@/lib/usecases/feed-decision"
import { getInstitutions, readHoldings } from "./answer"
import type { institutionsContract } from "./contract"

export const institutions: PaidEndpoint<typeof institutionsContract> = {
  answer: getInstitutions,
  // The summary too: a trade leaves the lists of 90 and 30 days without a new table.
  version: (_, ports) =>
    feedDecision(TREASURY_METHOD_VERSION, [
      readHoldings(ports).then(({ table, summary }) => ({ ...table, value: [table.value, summary] })),
    ]),
  provenance: {
    source: "CoinGecko, SoSoValue, SEC EDGAR by `data_sources`",
    window: "newest report",
    parts: { btc_price_usd: { source: "price feed" } },
  },
}
