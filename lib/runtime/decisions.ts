import { catalogue } from "@/lib/api/catalogue"
import { isPaid } from "@/lib/api/contract"
import { marketEtfContract } from "@/lib/api/market-etf"
import { geoAlertContract } from "@/lib/api/geo-alert"
import { CALENDAR_METHOD_VERSION } from "@/lib/domain/calendar/upcoming"
import { RECOMMEND_METHOD_VERSION } from "@/lib/domain/defi/recommend"
import { YIELDS_METHOD_VERSION } from "@/lib/domain/defi/scan-yields"
import { DEX_METHOD_VERSION } from "@/lib/domain/dex/scan-tokens"
import { isAppError } from "@/lib/domain/errors"
import { ETF_METHOD_VERSION } from "@/lib/domain/flows/etf-summary"
import { GEO_METHOD_VERSION } from "@/lib/domain/geo/geo-event"
import { type AssetPriceFeed, GEO_ASSETS } from "@/lib/domain/geo/impact"
import { openTimeOf } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { TREASURY_METHOD_VERSION } from "@/lib/domain/treasuries/summarise-treasuries"
import { readTrust } from "@/lib/usecases/get-defi-recommend"
import { readTokens } from "@/lib/usecases/get-dex-alpha"
import { readCalendar } from "@/lib/usecases/get-events"
import { readAlertNews } from "@/lib/usecases/get-geo-alert"
import { readNews } from "@/lib/usecases/get-geo-events"
import { readHoldings } from "@/lib/usecases/get-institutions"
import { readFlows } from "@/lib/usecases/get-market-etf"
import { getMarketOverview } from "@/lib/usecases/get-market-overview"
import { getRegime } from "@/lib/usecases/get-regime"
import { readPools } from "@/lib/usecases/get-yields"
import { overviewDecision } from "@/lib/usecases/overview-decision"
import { type MarketDeps, readMarket } from "@/lib/usecases/read-market"
import type { ResourceDecision } from "@/lib/usecases/resource-versions"
import { signalDecisions } from "@/lib/usecases/signal-decisions"
import { eventLog } from "./event-log"
import { assetPrices } from "./geo-prices"
import { marketDeps } from "./market-deps"
import { logger, type Runtime } from "./runtime"

type Held = { readonly value: unknown; readonly asOfMs: number }

/** Funds of each coin report by themselves; other questions to one path change together, so the path alone is listed. */
export function questionOf(url: string): string {
  const [path = "", query] = url.replace(/^\/api/, "").split("?")
  const asset = path === marketEtfContract.path ? new URLSearchParams(query).get("asset") : null
  return asset === null || asset === FUNDS_OF ? path : `${path}?asset=${asset}`
}

/** Whose funds are meant where nobody says. */
const FUNDS_OF = marketEtfContract.queryParams.parse({}).asset

/** Every question whose answers change by themselves, whether or not it can be sold now. */
export const SOLD: readonly string[] = catalogue.filter(isPaid).flatMap(({ path, id }) => {
  if (id === marketEtfContract.id) return COINS.map((coin) => questionOf(`${path}?asset=${coin}`))
  return path.includes("{coin}") ? COINS.map((coin) => path.replace("{coin}", coin)) : [path]
})

/** What is decided now of everything that can be sold now. */
export async function readDecisions(service: Runtime, nowMs: number): Promise<readonly ResourceDecision[]> {
  const deps = await marketDeps()
  return settled([
    ...COINS.map((coin) => coinDecisions(coin, deps)),
    regimeDecision(service, nowMs),
    marketDecision(service, deps),
    ...feedDecisions(service, nowMs),
  ])
}

/** What cannot be answered now has no new version. Any other fault is ours to mend, and costs no other product its own. */
async function settled(reads: readonly Promise<readonly ResourceDecision[]>[]): Promise<readonly ResourceDecision[]> {
  const report = eventLog(logger())
  const results = await Promise.allSettled(reads)
  return results.flatMap((result) => {
    if (result.status === "fulfilled") return result.value
    const cause: unknown = result.reason
    if (!isAppError(cause) || cause.code !== "data_unavailable") report("versions_failed", { err: cause })
    return []
  })
}

async function coinDecisions(coin: Coin, deps: MarketDeps): Promise<readonly ResourceDecision[]> {
  const { signal } = await readMarket(coin, deps)
  return signalDecisions(coin, signal)
}

async function marketDecision({ feeds }: Runtime, deps: MarketDeps): Promise<readonly ResourceDecision[]> {
  const { etfFlows, dominance, fearGreed } = feeds
  const answer = await getMarketOverview({}, { ...deps, etfFlows, dominance, fearGreed })
  const [mood, shares] = await Promise.all([fearGreed.read(), dominance.read()])
  const dataAsOfMs = Math.max(openTimeOf(deps.nowMs, "4h"), mood?.asOfMs ?? 0, shares?.asOfMs ?? 0)
  return [{ path: "/market/overview", decision: overviewDecision(answer), dataAsOfMs }]
}

async function regimeDecision(
  { candles, feeds, config }: Runtime,
  nowMs: number,
): Promise<readonly ResourceDecision[]> {
  const { fearGreed, etfFlows, calendar } = feeds
  const ports = { candles, fearGreed, etfFlows, calendar, mode: config.mode, nowMs }
  const { meta, timestamp: _, ...decision } = await getRegime({}, ports)
  return [{ path: "/regime", decision, dataAsOfMs: Date.parse(meta.as_of) }]
}

/** Products that say what their feeds say change with them; each is read as who answers for it reads it. */
function feedDecisions({ feeds, candles }: Runtime, nowMs: number): readonly Promise<readonly ResourceDecision[]>[] {
  const { calendar, treasuries, pools, trust, treasuryBill, tokens, news, etfFlows } = feeds
  const headlines = async ({ value, asOfMs }: Awaited<ReturnType<typeof readNews>>): Promise<Held> => ({
    value: [value.articles.map(({ url }) => url), await newestCloses(assetPrices(candles, feeds))],
    asOfMs,
  })
  return [
    fromFeeds("/events", CALENDAR_METHOD_VERSION, [
      readCalendar({ calendar, nowMs }).then(({ table, upcoming }) => ({ value: upcoming.week, asOfMs: table.asOfMs })),
    ]),
    ...COINS.map((coin) =>
      fromFeeds(questionOf(`/market/etf?asset=${coin}`), ETF_METHOD_VERSION, [
        // Not the table: what has come in of a day that is withheld is nothing new to who buys.
        readFlows(coin, { etfFlows, nowMs }).then(({ table, summary }) => ({ value: summary, asOfMs: table.asOfMs })),
      ]),
    ),
    fromFeeds("/institutions", TREASURY_METHOD_VERSION, [
      readHoldings({ treasuries, nowMs }).then(({ table }) => table),
    ]),
    fromFeeds("/yields", YIELDS_METHOD_VERSION, [
      readPools(pools).then(timeOf),
      trust.read().then(timeOf),
      treasuryBill.read().then(timeOf),
    ]),
    fromFeeds("/defi/recommend", RECOMMEND_METHOD_VERSION, [
      readPools(pools).then(timeOf),
      readTrust(trust).then(timeOf),
      treasuryBill.read().then(timeOf),
    ]),
    fromFeeds("/dex/alpha", DEX_METHOD_VERSION, [readTokens(tokens).then(timeOf)]),
    fromFeeds("/geo/events", GEO_METHOD_VERSION, [readNews({ news, nowMs }).then(headlines)]),
    fromFeeds("/geo/alert", GEO_METHOD_VERSION, [readAlertNews(ALERTS_OF, { news, nowMs }).then(headlines)]),
  ]
}

/** Which alerts are meant where nobody says. */
const ALERTS_OF = geoAlertContract.queryParams.parse({})

/** Moves after an event are measured anew with every hourly close. */
async function newestCloses(prices: AssetPriceFeed): Promise<readonly (number | null)[]> {
  const held = await Promise.all(GEO_ASSETS.map((asset) => prices.hourly(asset)))
  return held.map((hours) => hours?.value.at(-1)?.closeTimeMs ?? null)
}

/** Thousands of pools and tokens change with every reading: their time says it as well. */
function timeOf(held: { readonly asOfMs: number } | null): Held | null {
  return held && { value: held.asOfMs, asOfMs: held.asOfMs }
}

/**
 * What may be missing from an answer reads as `null`; without what may not, there is no answer and no decision. `method`:
 * another one says other things of the same.
 */
async function fromFeeds(
  path: string,
  method: string,
  reads: readonly Promise<Held | null>[],
): Promise<readonly ResourceDecision[]> {
  const known = (await Promise.all(reads)).filter((held) => held !== null)
  const decision = [method, ...known.map(({ value }) => JSON.stringify(value))]
  return [{ path, decision, dataAsOfMs: Math.max(...known.map(({ asOfMs }) => asOfMs)) }]
}
