import { companyKey, isSameCompany } from "@/lib/domain/treasuries/company-key"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { createCoinGeckoSource, type Entity } from "@/lib/market/sources/coingecko/client"
import { FILING_TICKERS } from "@/lib/market/sources/sec-edgar/ciks"
import { createSecEdgarSource } from "@/lib/market/sources/sec-edgar/client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { createSosoValueSource } from "@/lib/market/sources/sosovalue/client"
import { keyed, list, type Probe, probe, type ProbePorts } from "./probe"

/** The largest holder. Only its trades are probed, because each company costs one request. */
const LARGEST = { symbol: "MSTR", company: "Strategy" } as const

/** Public companies' bitcoin holdings, their trades, and their filings. */
export function treasuryProbes({ http, keys }: ProbePorts): readonly Probe[] {
  const edgar = createSecEdgarSource({ http })
  return [
    ...coinGeckoProbes({ http, keys }),
    ...FILING_TICKERS.map((ticker) =>
      probe(edgar, `8-K filings ${ticker}`, async () => list(await edgar.filings(ticker))),
    ),
    ...keyed(keys.sosovalue, (apiKey) => {
      const source = createSosoValueSource({ http, apiKey })
      return [
        probe(source, "treasuries", async () => list(await source.companies()), { minRows: 5 }),
        probe(source, `purchases ${LARGEST.symbol}`, async () => list(await source.purchases(LARGEST.symbol))),
      ]
    }),
  ]
}

function coinGeckoProbes({ http, keys }: Pick<ProbePorts, "http" | "keys">): readonly Probe[] {
  const source = {
    ...createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) }),
    license: licenseOf("coingecko treasuries"),
  }
  // The limit is two requests a minute, so both probes share one request.
  let asked: Promise<readonly Entity[]> | null = null
  const entities = () => (asked ??= source.entities())
  return [
    probe(source, "treasuries", async () => list(await source.holdings()), { minRows: 20 }),
    probe(source, "company names", async () => list(await entities()), { minRows: 20 }),
    probe(source, `trades ${LARGEST.symbol}`, async () =>
      list(await source.transactions(idOfLargest(source.name, await entities()), LARGEST)),
    ),
  ]
}

/** @throws {SourceUnavailableError} if the company is not listed. */
function idOfLargest(host: string, entities: readonly Entity[]): string {
  const wanted = companyKey(LARGEST)
  const found = entities.find(({ symbol, name }) => isSameCompany(companyKey({ symbol, company: name }), wanted))
  if (found !== undefined) return found.id
  throw new SourceUnavailableError({ kind: "stale", host, message: `${host} lists no ${LARGEST.company}.` })
}
