import fc from "fast-check"
import { expect, test } from "vitest"
import type { SourceClient } from "@/lib/outbound/source-client"
import { createBeaSource } from "@/lib/market/sources/bea/client"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createCoinPaprikaSource } from "@/lib/market/sources/coinpaprika/client"
import { createFedSource } from "@/lib/market/sources/fed/client"
import { createForexFactorySource } from "@/lib/market/sources/forexfactory/client"
import { createFredReleases } from "@/lib/market/sources/fred/releases"
import { createMempoolSource } from "@/lib/market/sources/mempool/client"
import { createSecEdgarSource } from "@/lib/market/sources/sec-edgar/client"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { foreignErrors } from "@/tools/testing/feeds/malformed"
import { mutatedJson } from "@/tools/testing/feeds/mutations"

const HOLDER = { company: "Example One", symbol: "EXA" }

type Ask = (http: SourceClient, clock: () => number) => Promise<unknown>

const cases: readonly (readonly [fixture: string, ask: Ask])[] = [
  ["fed/fixtures/calendar_shape", (http, clock) => createFedSource({ http, clock }).calendar()],
  ["bea/fixtures/release_dates_shape", (http, clock) => createBeaSource({ http, clock }).calendar()],
  ["forexfactory/fixtures/thisweek_shape", (http, clock) => createForexFactorySource({ http, clock }).calendar()],
  ["fred/fixtures/releases_dates_shape", (http, clock) => createFredReleases({ http, clock, apiKey: "k" }).calendar()],
  ["coingecko/fixtures/companies_shape", (http) => createCoinGeckoSource({ http }).holdings()],
  ["coingecko/fixtures/entities_shape", (http) => createCoinGeckoSource({ http }).entities()],
  [
    "coingecko/fixtures/transaction_history_shape",
    (http) => createCoinGeckoSource({ http }).transactions("example-one", HOLDER),
  ],
  ["coingecko/fixtures/global_shape", (http) => createCoinGeckoSource({ http }).global()],
  ["coinpaprika/fixtures/global_shape", (http) => createCoinPaprikaSource({ http }).global()],
  ["mempool/fixtures/difficulty-adjustment_shape", (http, clock) => createMempoolSource({ http, clock }).calendar()],
  ["sec-edgar/fixtures/submissions_shape", (http) => createSecEdgarSource({ http }).filings("MSTR")],
]

test.each(cases)(
  "the answer %s with one changed value is parsed or refused with a source error",
  async (fixture, ask) => {
    await fc.assert(
      fc.asyncProperty(mutatedJson(fixtureJson(`lib/market/sources/${fixture}.json`)), async (body) => {
        expect(await foreignErrors({ body }, ask)).toEqual([])
      }),
      { numRuns: 60 },
    )
  },
)
